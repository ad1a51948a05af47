/** PDF as a document format of Porthole's extractor. */
export { pdf } from "./Pdf.ts"
