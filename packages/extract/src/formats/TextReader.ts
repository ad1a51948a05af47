/** Reads plain text as it is, without invisible characters and terminal codes. */
import { type DocumentFormat, Extracted, type Extractor, UntrustedText } from "@porthole/core"
import * as Result from "effect/Result"
import * as Charset from "../decode/Charset.ts"
import { escaped, linksIn } from "./Written.ts"

/** Reads a plain text. */
export const read = (fetched: Extractor.Fetched): DocumentFormat.Outcome =>
  Result.succeed(extractedOf(Charset.decode(fetched.bytes, fetched.contentType, false), fetched.mode))

/** Reads a decoded text; `change` makes the shown text, and counts what it removes as hidden. */
export const extractedOf = (
  source: string,
  mode: Extractor.Fetched["mode"],
  change: (text: string) => Changed = (text) => ({ text, title: "", hidden: 0 }),
): Extractor.Extracted => {
  const { hidden, text, title } = change(UntrustedText.cleanLines(source.replace(terminalCode, "")))
  const content = text.replace(/^\n+/, "").trimEnd()
  const invisible = UntrustedText.countInvisible(source)
  const removed = Extracted.sumRemoved({ hidden_elements: hidden, invisible_characters: invisible })
  return {
    title,
    content: mode === "html" && content !== "" ? `<pre>${escaped(content)}</pre>` : content,
    links: linksIn(content),
    text_length: content.length,
    ...(removed === undefined ? {} : { removed }),
  }
}

/** A text to show, its title, and how many hidden parts were removed from it. */
export interface Changed {
  readonly text: string
  readonly title: string
  readonly hidden: number
}

// --- private --------------------------------------------------------------------------

/** Colours and cursor movements (ECMA-48, sections 5.4 and 5.6), whose visible characters would be left as text. */
// oxlint-disable-next-line no-control-regex -- the escape sequences themselves
const terminalCode = /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b\n]*(?:\u0007|\u001b\\)|[()][0-9A-B])/g
