/** PDF as a document format of Porthole's reader. */
export { pdf } from "./Pdf.ts"
