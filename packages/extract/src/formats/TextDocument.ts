/**
 * Documents that are no markup: plain text and Markdown are handed on as they are, without invisible characters. The
 * links of Markdown are made absolute, and its comments left out.
 */
import { type Extractor, Removed, UntrustedText } from "@porthole/core"
import * as Result from "effect/Result"
import * as Charset from "../decode/Charset.ts"
import { escaped } from "./Code.ts"
import type { Outcome } from "./Format.ts"
import { absolute } from "./MarkdownLinks.ts"
import { withoutComments } from "./MarkdownComments.ts"
import { titleOf } from "./MarkdownTitle.ts"
import { linksIn } from "./WrittenLinks.ts"

/** Makes what reads plain text or Markdown. */
export const readText =
  (kind: "text" | "markdown") =>
  (fetched: Extractor.Fetched): Outcome =>
    Result.succeed(extractedOf(Charset.decode(fetched.bytes, fetched.contentType, false), kind, fetched))

/** What is read out of a text that was decoded, as it is shown in the mode that is wanted. */
export const extractedOf = (
  text: string,
  kind: "text" | "markdown",
  { mode, url }: Extractor.Fetched,
): Extractor.Extracted => {
  const written = UntrustedText.cleanLines(withoutTerminalCodes(text))
  const { count, text: uncommented } = kind === "markdown" ? withoutComments(written) : { count: 0, text: written }
  const visible = uncommented.replace(/^\n+/, "").trimEnd()
  const removed = Removed.sum({ hidden_elements: count, invisible_characters: UntrustedText.countInvisible(text) })
  const { addresses, text: linked } =
    kind === "markdown" ? absolute(visible, url) : { text: visible, addresses: linksIn(visible) }
  return {
    title: kind === "markdown" ? titleOf(visible) : "",
    content: mode === "html" && linked !== "" ? `<pre>${escaped(linked)}</pre>` : linked,
    links: addresses,
    text_length: linked.length,
    ...(removed === undefined ? {} : { removed }),
  }
}

// --- private --------------------------------------------------------------------------

/** What colours a log and moves the cursor (ECMA-48, sections 5.4 and 5.6): without its first character, which isn't shown, it would be read as text. */
const withoutTerminalCodes = (text: string): string => (text.includes("\u001b") ? text.replace(terminalCode, "") : text)

// oxlint-disable-next-line no-control-regex -- the escapes are what is looked for
const terminalCode = /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b\n]*(?:\u0007|\u001b\\)|[()][0-9A-B])/g
