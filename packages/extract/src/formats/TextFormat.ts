/** Returns plain text and code as written, without invisible characters and terminal codes. */
import { Cut, type DocumentFormat, Extracted, type Extractor, UntrustedText } from "@porthole/core"
import * as Result from "effect/Result"
import * as Charset from "../decode/Charset.ts"
import { fenced } from "../render/CommonMark.ts"
import { limits } from "../tree/Limits.ts"
import { languageOf } from "./CodeNames.ts"
import { escaped, linksIn } from "./TextToHtml.ts"

/** Reads a plain text, or code. */
export const read = ({ bytes, contentType, mode, url }: Extractor.Fetched): DocumentFormat.Outcome => {
  const language = languageOf(contentType, url)
  const source = Charset.decode(bytes, contentType)
  return Result.succeed(extractedOf(source, mode, language === undefined ? {} : { language }))
}

/** How to show a text. */
export interface ShowOptions {
  /** Returns the shown text, its title, and the number of hidden parts that it removes. */
  readonly change?: (text: string) => { readonly text: string; readonly title: string; readonly hidden: number }
  /** For data and code: the info string of the fence around it. */
  readonly language?: string
  /** The text's addresses; by default those in the shown text. */
  readonly links?: ReadonlyArray<string>
}

/** Shows a decoded text: bare as text or Markdown, in `pre` as HTML; data and code as Markdown in a fence. */
export const extractedOf = (
  source: string,
  mode: Extractor.Fetched["mode"],
  options: ShowOptions = {},
): Extractor.Extracted => {
  const cut = Cut.takeWhole(source, maxCharacters)
  const written = UntrustedText.cleanLines(cut.replace(terminalCode, ""))
  const { hidden = 0, text, title = "" } = options.change?.(written) ?? { text: written }
  const content = text.replace(/^\n+/, "").trimEnd()
  const invisible = UntrustedText.countInvisible(cut)
  const removed = Extracted.sumRemoved({ hidden_elements: hidden, invisible_characters: invisible })
  const { language } = options
  const code =
    language === undefined ? escaped(content) : `<code class="language-${language}">${escaped(content)}</code>`
  const markdown = language === undefined ? content : fenced(content, language)
  return {
    title,
    content: content === "" || mode === "text" ? content : mode === "html" ? `<pre>${code}</pre>` : markdown,
    links: options.links ?? linksIn(content),
    text_length: content.length,
    ...(removed === undefined ? {} : { removed }),
    ...(cut === source ? {} : { reduced: [{ part: "characters", read: cut.length, of: source.length }] }),
    ...(content === "" || cut !== source
      ? {}
      : language === undefined
        ? ifComplete(content, hidden)
        : { is_data: true }),
  }
}

// --- private --------------------------------------------------------------------------

/** Of a short text nothing is missing, unless a part of it was hidden. */
const ifComplete = (content: string, hidden: number): { readonly is_complete?: true } =>
  content.length <= limits.complete && hidden === 0 ? { is_complete: true } : {}

/** Colours and cursor movements (ECMA-48, sections 5.4 and 5.6), whose visible characters would remain as text. */
// oxlint-disable-next-line no-control-regex -- the escape sequences themselves
const terminalCode = /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b\n]*(?:\u0007|\u001b\\)|[()][0-9A-B])/g

const maxCharacters = 2_000_000
