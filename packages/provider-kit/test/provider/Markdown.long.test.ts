/** More Markdown, and one MiB of hostile text. */
import { markdownProperties } from "./MarkdownProperties.ts"

markdownProperties({ runs: 500, length: 2 ** 20 })
