/** Shows data as it is: in Markdown as a fenced block, as text unchanged, as HTML in `pre` and `code`. */
import { type Extractor, type Reduced, Removed, UntrustedText } from "@porthole/core"
import { fenced } from "../render/CommonMark.ts"
import { linksIn } from "./WrittenLinks.ts"

/** Data to show. */
export interface Code {
  readonly text: string
  /** The fence's info string. */
  readonly language: string
  /** What is missing of the document. */
  readonly reduced: ReadonlyArray<Reduced.Reduced>
  /** The document's addresses; by default those in the text. */
  readonly links?: ReadonlyArray<string>
}

/** Shows data in a mode. */
export const extractedOf = (code: Code, mode: Extractor.Fetched["mode"]): Extractor.Extracted => {
  const cut = UntrustedText.takeWhole(code.text, mostCharacters)
  const visible = UntrustedText.cleanLines(cut).replace(/^\n+/, "").trimEnd()
  const removed = Removed.sum({ invisible_characters: UntrustedText.countInvisible(cut) })
  const isCut = cut.length < code.text.length
  const missing = { part: "characters", read: cut.length, of: code.text.length } as const
  const reduced = isCut ? [...code.reduced, missing] : code.reduced
  const html = `<pre><code class="language-${code.language}">${escaped(visible)}</code></pre>`
  const shown = mode === "text" ? visible : mode === "html" ? html : fenced(visible, code.language)
  return {
    title: "",
    content: visible === "" ? "" : shown,
    links: code.links ?? linksIn(visible),
    text_length: visible.length,
    ...(removed === undefined ? {} : { removed }),
    ...(reduced.length === 0 ? {} : { reduced }),
  }
}

/** Text as HTML, also for an attribute in double quotes. */
export const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

// --- private --------------------------------------------------------------------------

const mostCharacters = 2_000_000
