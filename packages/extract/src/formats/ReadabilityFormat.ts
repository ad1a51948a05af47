/** Reads HTML like `HtmlFormat.ts`, with Readability's choice of the content and Turndown's Markdown. */
import type { DocumentFormat } from "@porthole/core"
import { contentStage } from "../readability/ReadableContent.ts"
import { markdownOf } from "../readability/TurndownMarkdown.ts"
import { readWith, stages } from "./HtmlFormat.ts"

/** Reads an HTML document. */
export const read: DocumentFormat.Read = readWith(
  stages.map((stage) => (stage.name === contentStage.name ? contentStage : stage)),
  markdownOf,
)
