/** Markdown, which is handed on as it is. */
import { DocumentFormat } from "@porthole/core"

export const markdown: DocumentFormat.DocumentFormat = {
  name: "markdown",
  mediaTypes: ["text/markdown", "text/x-markdown"],
  extensions: ["md", "markdown"],
  weight: 1,
  isBinary: false,
  reader: DocumentFormat.moduleBeside(import.meta.url, "MarkdownReader"),
  isolation: "thread",
}
