/** The reader of JSON. */
export { read } from "../json/JsonDocument.ts"
