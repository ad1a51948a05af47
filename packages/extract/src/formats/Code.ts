/**
 * Documents that are shown as what they are, data: in Markdown as a fenced block, as text as they stand, as HTML in
 * `pre` and `code`. What of them is shown is up to whoever reads them.
 */
import { type Extractor, type Reduced, Removed, UntrustedText } from "@porthole/core"
import { fenced } from "../render/CommonMark.ts"
import { linksIn } from "./WrittenLinks.ts"

/** Data to show. */
export interface Code {
  readonly text: string
  /** What a fence says of its language. */
  readonly language: string
  /** What is missing of the document. */
  readonly reduced: ReadonlyArray<Reduced.Reduced>
  /** Addresses to be listed; by default those that stand in the text. */
  readonly links?: ReadonlyArray<string>
}

/** Most characters of a document that are shown. */
export const mostCharacters = 2_000_000

/** Data as it is shown in a mode. */
export const extractedOf = (code: Code, mode: Extractor.Fetched["mode"]): Extractor.Extracted => {
  const cut = UntrustedText.takeWhole(code.text, mostCharacters)
  const visible = UntrustedText.cleanLines(cut).replace(/^\n+/, "").trimEnd()
  const removed = Removed.sum({ invisible_characters: UntrustedText.countInvisible(cut) })
  const reduced: ReadonlyArray<Reduced.Reduced> =
    cut.length === code.text.length
      ? code.reduced
      : [...code.reduced, { part: "characters", read: cut.length, of: code.text.length }]
  return {
    title: "",
    content: visible === "" ? "" : shown(visible, code.language, mode),
    links: code.links ?? linksIn(visible),
    text_length: visible.length,
    ...(removed === undefined ? {} : { removed }),
    ...(reduced.length === 0 ? {} : { reduced }),
  }
}

/** Text as HTML; also the inside of a value in double quotes. */
export const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

// --- private --------------------------------------------------------------------------

const shown = (text: string, language: string, mode: Extractor.Fetched["mode"]): string => {
  if (mode === "text") return text
  if (mode === "html") return `<pre><code class="language-${language}">${escaped(text)}</code></pre>`
  return fenced(text, language)
}
