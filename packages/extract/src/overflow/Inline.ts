/** The text at hand, as text and as Markdown, until its block is over. */
import { anchorMark } from "../clean/LinkTargets.ts"
import { escape, link, spanned } from "../render/CommonMark.ts"

/** The same words twice: as text, and as Markdown. */
export interface Written {
  readonly text: string
  readonly markdown: string
}

/** Something that was begun and isn't over yet: from which piece on, and how it is written. */
interface Begun {
  readonly at: number
  readonly write: (written: Written) => string
}

/** Gathers what stands on one line. */
export class Inline {
  private texts: Array<string> = []
  private pieces: Array<string> = []
  private address: Begun | undefined
  private code: Begun | undefined

  get isEmpty(): boolean {
    return this.pieces.length === 0
  }

  add(text: string): void {
    this.texts.push(text)
    this.pieces.push(escape(text))
  }

  /** A link is begun; one that was still open is over (HTML standard, section 13.2.6.4.7). */
  beginLink(address: string | undefined): void {
    this.endLink()
    this.address = {
      at: this.pieces.length,
      write: ({ markdown, text }) =>
        anchorMark.test(text.trim()) ? "" : address === undefined ? markdown : link(markdown, address),
    }
  }

  endLink(): void {
    this.end(this.address)
    this.address = undefined
  }

  beginCode(): void {
    this.code ??= { at: this.pieces.length, write: ({ text }) => (text.trim() === "" ? text : spanned(text.trim())) }
  }

  endCode(): void {
    // A link that began within the code isn't one any more.
    if (this.code !== undefined && this.address !== undefined && this.address.at > this.code.at)
      this.address = undefined
    this.end(this.code)
    this.code = undefined
  }

  /** What was gathered; then it begins anew. */
  take(): Written {
    this.endCode()
    this.endLink()
    const taken = { text: onLine(this.texts), markdown: onLine(this.pieces) }
    this.texts = []
    this.pieces = []
    return taken
  }

  private end(begun: Begun | undefined): void {
    if (begun === undefined || begun.at >= this.pieces.length) return
    const text = this.texts.splice(begun.at).join("")
    const markdown = this.pieces.splice(begun.at).join("")
    this.texts.push(text)
    this.pieces.push(begun.write({ text, markdown }))
  }
}

// --- private --------------------------------------------------------------------------

const onLine = (pieces: ReadonlyArray<string>): string => pieces.join("").replace(/\s+/g, " ").trim()
