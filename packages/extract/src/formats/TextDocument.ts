/** Documents that are no markup: plain text and Markdown are handed on as they are, without invisible characters. */
import { type Extractor, Removed, UntrustedText } from "@porthole/core"
import * as Result from "effect/Result"
import * as Charset from "../decode/Charset.ts"
import { escaped } from "./Code.ts"
import type { Outcome } from "./Format.ts"
import { linksIn, withoutEnd } from "./WrittenLinks.ts"

/** Makes what reads plain text or Markdown. */
export const readText =
  (kind: "text" | "markdown") =>
  (fetched: Extractor.Fetched): Outcome =>
    Result.succeed(extractedOf(Charset.decode(fetched.bytes, fetched.contentType, false), kind, fetched.mode))

// --- private --------------------------------------------------------------------------

/** What is read out of a text, as it is shown in a mode. */
const extractedOf = (text: string, kind: "text" | "markdown", mode: Extractor.Fetched["mode"]): Extractor.Extracted => {
  const visible = UntrustedText.stripInvisible(text).replace(/\r\n?/g, "\n").replace(/^\n+/, "").trimEnd()
  const removed = Removed.sum({ invisible_characters: UntrustedText.countInvisible(text) })
  return {
    title: kind === "markdown" ? titleOf(visible) : "",
    content: mode === "html" && visible !== "" ? `<pre>${escaped(visible)}</pre>` : visible,
    links: linksIn(visible),
    text_length: visible.length,
    ...(removed === undefined ? {} : { removed }),
  }
}

const titleOf = (markdown: string): string =>
  withoutEnd((/^#[ \t]+(.*)$/m.exec(markdown)?.[1] ?? "").trim(), "#").trimEnd()
