/** The text at hand, as text and as Markdown, until its block is over. */
import { anchorMark } from "../clean/LinkTargets.ts"
import { escapedBeginning, escapedWithin, link, spanned } from "../render/CommonMark.ts"
import { scriptIn } from "../render/Scripts.ts"

/** The same words twice: as text, and as Markdown. */
export interface Written {
  readonly text: string
  readonly markdown: string
}

/** Gathers what stands on one line. */
export class Inline {
  private texts: Array<string> = []
  private pieces: Array<string> = []
  /** The piece with which a link, or code, that isn't over yet begins. */
  private linkFrom = none
  private codeFrom = none
  private address: string | undefined
  private script: { readonly from: number; readonly kind: "sub" | "sup" } | undefined

  get isEmpty(): boolean {
    return this.pieces.length === 0
  }

  add(text: string): void {
    // White space begins nothing.
    if (this.isEmpty && text.trim() === "") return
    this.texts.push(text)
    this.pieces.push(escapedWithin(text))
  }

  /** A link is begun; one that was still open is over (HTML standard, section 13.2.6.4.7). */
  beginLink(address: string | undefined): void {
    this.endLink()
    this.linkFrom = this.pieces.length
    this.address = address
  }

  endLink(): void {
    const from = this.linkFrom
    this.linkFrom = none
    if (from >= this.pieces.length) return
    const { markdown, text } = this.joined(from)
    const isMark = anchorMark.test(text.trim())
    if (isMark) this.put(from, beside(text, ""), beside(text, ""))
    else this.put(from, text, this.address === undefined ? markdown : beside(text, link(markdown, this.address)))
  }

  beginCode(): void {
    if (this.codeFrom === none) this.codeFrom = this.pieces.length
  }

  endCode(): void {
    const from = this.codeFrom
    this.codeFrom = none
    // A link that began within the code isn't one any more.
    if (this.linkFrom !== none && this.linkFrom > from) this.linkFrom = none
    if (from >= this.pieces.length) return
    const { text } = this.joined(from)
    if (text.trim() !== "") this.put(from, text, beside(text, spanned(text.trim())))
  }

  beginScript(kind: "sub" | "sup"): void {
    this.script ??= { from: this.pieces.length, kind }
  }

  endScript(): void {
    const { script } = this
    this.script = undefined
    if (script === undefined || script.from >= this.pieces.length) return
    if ([this.linkFrom, this.codeFrom].some((from) => from !== none && from > script.from)) return
    const { markdown, text } = this.joined(script.from)
    this.put(script.from, text, scriptIn(markdown, this.texts[script.from - 1] ?? "", script.kind))
  }

  /** What was gathered; then it begins anew. A link around a block is one on the first text in it. */
  take(): Written {
    this.endCode()
    this.endScript()
    const isAhead = this.linkFrom !== none && this.joined(this.linkFrom).text.trim() === ""
    this.endLink()
    const { markdown, text } = this.joined(0)
    this.texts = []
    this.pieces = []
    if (isAhead) this.linkFrom = 0
    return { text: onLine(text), markdown: escapedBeginning(onLine(markdown)) }
  }

  private joined(from: number): Written {
    const isOne = this.pieces.length === from + 1
    return {
      text: isOne ? (this.texts[from] ?? "") : this.texts.slice(from).join(""),
      markdown: isOne ? (this.pieces[from] ?? "") : this.pieces.slice(from).join(""),
    }
  }

  private put(at: number, text: string, markdown: string): void {
    this.texts.length = this.pieces.length = at
    this.texts.push(text)
    this.pieces.push(markdown)
  }
}

// --- private --------------------------------------------------------------------------

const none = Number.POSITIVE_INFINITY

const onLine = (text: string): string => text.replace(/\s{2,}|[^\S ]/g, " ").trim()

/** What is written of a text, with the spaces that the text has at its ends: they part it from the words beside it. */
const beside = (text: string, written: string): string =>
  `${/^\s/.test(text) ? " " : ""}${written}${/\s$/.test(text) ? " " : ""}`
