/** HTML and XHTML: the only kind of document that goes through the stages of `Pipeline.ts`. */
import { DocumentFormat } from "@porthole/core"

export const html: DocumentFormat.DocumentFormat = {
  name: "html",
  mediaTypes: ["text/html", "application/xhtml+xml"],
  extensions: ["html", "htm", "xhtml"],
  weight: 0.9,
  isBinary: false,
  sniff: (start) => /^\s*<(?:[a-z]|!doctype|!--|\?xml)/i.test(start),
  reader: DocumentFormat.moduleBeside(import.meta.url, "HtmlReader"),
  isolation: "thread",
}
