/** Shows data as it is: in Markdown as a fenced block, as text unchanged, as HTML in `pre` and `code`. */
import { Extracted, type Extractor, UntrustedText } from "@porthole/core"
import { fenced } from "../render/CommonMark.ts"
import { escaped, linksIn } from "./Written.ts"

/** Shows data, which has a language for the fence's info string, in a mode. */
export const extractedOf = (
  data: string,
  language: string,
  mode: Extractor.Fetched["mode"],
  links?: ReadonlyArray<string>,
): Extractor.Extracted => {
  const cut = UntrustedText.takeWhole(data, mostCharacters)
  const visible = UntrustedText.cleanLines(cut).replace(/^\n+/, "").trimEnd()
  const removed = Extracted.sumRemoved({ invisible_characters: UntrustedText.countInvisible(cut) })
  const reduced: ReadonlyArray<Extracted.Reduced> =
    cut.length < data.length ? [{ part: "characters", read: cut.length, of: data.length }] : []
  const html = `<pre><code class="language-${language}">${escaped(visible)}</code></pre>`
  const shown = mode === "text" ? visible : mode === "html" ? html : fenced(visible, language)
  return {
    title: "",
    content: visible === "" ? "" : shown,
    links: links ?? linksIn(visible),
    text_length: visible.length,
    ...(removed === undefined ? {} : { removed }),
    ...(reduced.length === 0 ? {} : { reduced }),
  }
}

// --- private --------------------------------------------------------------------------

const mostCharacters = 2_000_000
