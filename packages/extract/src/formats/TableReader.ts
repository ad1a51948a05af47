/** The reader of tables. */
export { read } from "../table/TableDocument.ts"
