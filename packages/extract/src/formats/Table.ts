/** Tables as text: values between commas (RFC 4180), semicolons or tabs. */
import { DocumentFormat } from "@porthole/core"

export const table: DocumentFormat.DocumentFormat = {
  name: "table",
  mediaTypes: ["text/csv", "application/csv", "text/tab-separated-values"],
  extensions: ["csv", "tsv", "tab"],
  weight: 0.7,
  isBinary: false,
  reader: DocumentFormat.moduleBeside(import.meta.url, "TableReader"),
  isolation: "thread",
}
