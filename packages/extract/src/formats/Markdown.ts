/** Markdown, which is handed on as it is. */
import type { Format } from "./Format.ts"

export const markdown: Format = {
  mediaTypes: ["text/markdown", "text/x-markdown"],
  extensions: ["md", "markdown"],
  weight: 1,
  isBinary: false,
  load: () => import("./TextDocument.ts").then(({ readText }) => readText("markdown")),
}
