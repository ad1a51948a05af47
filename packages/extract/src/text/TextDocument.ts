/**
 * Reads plain text and Markdown as they are, without invisible characters. Markdown's links become absolute, its
 * comments are removed.
 */
import { type DocumentFormat, type Extractor, Removed, UntrustedText } from "@porthole/core"
import * as Result from "effect/Result"
import * as Charset from "../decode/Charset.ts"
import { escaped } from "./Code.ts"
import { withoutComments } from "./MarkdownComments.ts"
import { absolute } from "./MarkdownLinks.ts"
import { titleOf } from "./MarkdownTitle.ts"
import { linksIn } from "./WrittenLinks.ts"

/** Makes a reader of plain text or Markdown. */
export const readText =
  (kind: "text" | "markdown") =>
  (fetched: Extractor.Fetched): DocumentFormat.Outcome =>
    Result.succeed(extractedOf(Charset.decode(fetched.bytes, fetched.contentType, false), kind, fetched))

/** Reads a decoded text. */
export const extractedOf = (
  source: string,
  kind: "text" | "markdown",
  { mode, url }: Extractor.Fetched,
): Extractor.Extracted => {
  const isMarkdown = kind === "markdown"
  const written = UntrustedText.cleanLines(source.replace(terminalCode, ""))
  const { count, text } = isMarkdown ? withoutComments(written) : { count: 0, text: written }
  const visible = text.replace(/^\n+/, "").trimEnd()
  const removed = Removed.sum({ hidden_elements: count, invisible_characters: UntrustedText.countInvisible(source) })
  const content = isMarkdown ? absolute(visible, url) : visible
  return {
    title: isMarkdown ? titleOf(visible) : "",
    content: mode === "html" && content !== "" ? `<pre>${escaped(content)}</pre>` : content,
    links: linksIn(content),
    text_length: content.length,
    ...(removed === undefined ? {} : { removed }),
  }
}

// --- private --------------------------------------------------------------------------

/** Colours and cursor movements (ECMA-48, sections 5.4 and 5.6), whose visible characters would be left as text. */
// oxlint-disable-next-line no-control-regex -- the escape sequences themselves
const terminalCode = /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b\n]*(?:\u0007|\u001b\\)|[()][0-9A-B])/g
