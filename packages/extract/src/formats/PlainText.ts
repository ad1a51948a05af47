/** Plain text, which is handed on as it is. */
import { DocumentFormat } from "@porthole/core"

export const plainText: DocumentFormat.DocumentFormat = {
  name: "text",
  mediaTypes: ["text/plain"],
  extensions: ["txt", "text"],
  weight: 0.8,
  isBinary: false,
  reader: DocumentFormat.moduleBeside(import.meta.url, "TextReader"),
  isolation: "thread",
}
