/** The reader of PDF. */
export { read } from "../pdf/PdfDocument.ts"
