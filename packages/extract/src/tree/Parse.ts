/**
 * Decoded text to a document, in one pass: htmlparser2's tokenizer reports tags and text, and `TreeBuilder.ts` makes
 * linkedom nodes of them within the limits. Nothing in the document is run or fetched.
 */
import { type TokenizerCallbacks, Tokenizer } from "htmlparser2"
import type { Reduced } from "@porthole/core"
import type { Attribute } from "./Attributes.ts"
import { limits } from "./Limits.ts"
import { TreeBuilder } from "./TreeBuilder.ts"

/** A parsed document. */
export interface Parsed {
  /** It has exactly one `html`, `head` and `body`. */
  readonly document: Document
  /** The URL that links are relative to. */
  readonly base: string
  /** Invisible characters that were removed. */
  readonly invisible: number
  /** What was simplified or left out. */
  readonly reduced: ReadonlyArray<Reduced.Reduced>
}

/** Parses a document that came from `url`. */
export const parse = (html: string, url: string): Parsed => {
  const builder = new TreeBuilder()
  let left: string | undefined = html.slice(0, limits.source).replace(sectionMarks, "<!CDATA")
  for (let pass = 0; pass < mostPasses && left !== undefined; pass++) left = new Pass(left, builder).run()
  builder.finish()
  return {
    document: builder.document,
    base: baseOf(builder.base, url),
    invisible: builder.invisible,
    reduced: builder.reduced(html.length > limits.source),
  }
}

/** The `href` of a document's first `base`, resolved (HTML standard, section 4.2.3), or else the document's URL. */
export const baseOf = (href: string | null | undefined, url: string): string => {
  const own = URL.parse(href?.trim() ?? "", url)
  // Each link is written with all of it.
  return own !== null && own.href.length <= limits.base && /^https?:$/.test(own.protocol) ? own.href : url
}

// --- private --------------------------------------------------------------------------

/** HTML has no CDATA sections: such a mark is a comment up to the next bracket. Around JSON it stands in a script. */
const sectionMarks = /<!\[CDATA\[(?!\s*[{[])/g

/** A tag or an element that never ends takes the rest of the document with it, so reading begins again behind it. */
const mostPasses = 8

/** Elements whose content the tokenizer reports as text up to their end tag. */
const rawNames: ReadonlySet<string> = new Set(["script", "style", "title", "textarea"])
/** Elements whose content isn't read. */
const embedded: ReadonlySet<string> = new Set(["iframe", "noembed"])

/** The tokenizer's events, from a place in the document to its end. */
class Pass implements TokenizerCallbacks {
  private readonly tokenizer = new Tokenizer({}, this)
  private readonly html: string
  private readonly builder: TreeBuilder
  private name = ""
  private isInTag = false
  private tagEnd = 0
  private attributes: Array<Attribute> = []
  private attribute = ""
  private isUsed = false
  private value = ""
  private content: string | undefined
  private rest: string | undefined
  private readonly endless = new Set<string>()

  constructor(html: string, builder: TreeBuilder) {
    this.html = html
    this.builder = builder
  }

  /** Reads to the end; returns what is left to read if a tag or an element never ended. */
  run(): string | undefined {
    this.tokenizer.write(this.html)
    this.tokenizer.end()
    return this.rest
  }

  ontext(start: number, end: number): void {
    this.text(this.html.slice(start, end))
  }

  ontextentity(code: number): void {
    this.text(String.fromCodePoint(code))
  }

  onopentagname(start: number, end: number): void {
    this.name = this.html.slice(start, end).toLowerCase()
    this.isInTag = true
    this.tagEnd = end
    this.attributes = []
  }

  onattribname(start: number, end: number): void {
    this.attribute = this.html.slice(start, end).toLowerCase()
    this.value = ""
    this.isUsed = !this.builder.isSkipping && this.builder.attributes.isUsed(this.name, this.attribute)
  }

  onattribdata(start: number, end: number): void {
    if (this.isUsed) this.value += this.html.slice(start, end)
  }

  onattribentity(code: number): void {
    if (this.isUsed) this.value += String.fromCodePoint(code)
  }

  onattribend(): void {
    if (this.isUsed) this.attributes.push({ name: this.attribute, value: this.value })
  }

  onopentagend(end: number): void {
    this.isInTag = false
    this.tagEnd = end + 1
    if (rawNames.has(this.name)) this.content = ""
    else this.start(false)
  }

  onselfclosingtag(): void {
    this.isInTag = false
    if (!rawNames.has(this.name)) this.start(true)
  }

  onclosetag(start: number, end: number): void {
    const name = this.html.slice(start, end).toLowerCase()
    if (this.content === undefined) this.builder.end(name)
    else {
      this.builder.raw(this.name, this.attributes, this.content)
      this.content = undefined
    }
    this.stopWhenFull()
  }

  onend(): void {
    if (this.isInTag) {
      const end = this.html.indexOf(">", this.tagEnd)
      this.rest = end === -1 ? undefined : this.html.slice(end + 1)
    } else if (this.content !== undefined && (this.name === "title" || this.name === "textarea")) {
      // No element of this name ends from here on, so none begins.
      this.rest = this.html.slice(this.tagEnd).replace(new RegExp(`<(?=${this.name}[\\s/>])`, "gi"), "<x-")
    }
  }

  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}

  private text(text: string): void {
    if (this.content === undefined) this.builder.text(text)
    else this.content += text
  }

  private start(isSelfClosing: boolean): void {
    const isAlone = isSelfClosing || (embedded.has(this.name) && !this.hasEnd())
    this.builder.start(this.name, this.attributes, isAlone)
    this.stopWhenFull()
  }

  /** Whether an end tag of the current element follows; without one nothing is its content. */
  private hasEnd(): boolean {
    if (this.endless.has(this.name)) return false
    const end = new RegExp(`</${this.name}`, "gi")
    end.lastIndex = this.tagEnd
    const isFound = end.test(this.html)
    if (!isFound) this.endless.add(this.name)
    return isFound
  }

  private stopWhenFull(): void {
    if (this.builder.isFull) this.tokenizer.pause()
  }
}
