/** The reader of XML and of feeds. */
export { read } from "../xml/XmlDocument.ts"
