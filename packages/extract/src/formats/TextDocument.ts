/**
 * Documents that are no markup: plain text and Markdown are handed on as they are, without invisible characters. The
 * links of Markdown are made absolute.
 */
import { type Extractor, Removed, UntrustedText } from "@porthole/core"
import * as Result from "effect/Result"
import * as Charset from "../decode/Charset.ts"
import { escaped } from "./Code.ts"
import type { Outcome } from "./Format.ts"
import { absolute } from "./MarkdownLinks.ts"
import { linksIn, withoutEnd } from "./WrittenLinks.ts"

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
  const visible = UntrustedText.stripInvisible(text).replace(/\r\n?/g, "\n").replace(/^\n+/, "").trimEnd()
  const removed = Removed.sum({ invisible_characters: UntrustedText.countInvisible(text) })
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

/** The first heading of the first level, or the title that the matter before the text declares. */
const titleOf = (markdown: string): string => {
  const heading = withoutEnd((/^#[ \t]+(.*)$/m.exec(markdown)?.[1] ?? "").trim(), "#").trimEnd()
  if (heading !== "") return heading
  const matter = /^---\n([^]{0,4000}?)\n---(?:\n|$)/.exec(markdown)?.[1] ?? ""
  return (/^title:[ \t]*(.*)$/m.exec(matter)?.[1] ?? "").trim().replace(/^(["'])(.*)\1$/, "$2")
}
