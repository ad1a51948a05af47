/** The PDF format. The code that reads PDFs is loaded with the first one. */
import { DocumentFormat } from "@porthole/core"

export const pdf: DocumentFormat.DocumentFormat = {
  name: "pdf",
  mediaTypes: ["application/pdf", "application/x-pdf"],
  extensions: ["pdf"],
  weight: 0.5,
  isBinary: true,
  magicBytes: "%PDF-",
  // Viewers accept the magic bytes anywhere in these first bytes (ISO 32000-1, appendix H, implementation note 13).
  magicBytesWithin: 1_024,
  module: DocumentFormat.moduleBeside(import.meta.url, "PdfFormat"),
  isolation: "process",
}
