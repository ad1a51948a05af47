/**
 * Decoded text to a document, in one pass: htmlparser2's tokenizer reports tags and text, and `TreeBuilder.ts` makes
 * linkedom nodes of them within the limits. Nothing in the document is run or fetched.
 */
import { Tokenizer, type TokenizerCallbacks } from "htmlparser2"
import type { Extracted } from "@porthole/core"
import { HttpUrl } from "@porthole/core"
import { type Attribute, type AttributeNames, namesRead } from "./Attributes.ts"
import { limits } from "./Limits.ts"
import { TreeBuilder } from "./TreeBuilder.ts"

/** A parsed document. */
export interface Parsed {
  /** It has exactly one `html`, `head` and `body`. */
  readonly document: Document
  /** The base URL of its links. */
  readonly base: string
  /** Invisible characters that were removed. */
  readonly invisible: number
  /** Parts that were simplified or left out. */
  readonly reduced: ReadonlyArray<Extracted.Reduced>
}

/** Parses a document that came from `url`; keeps the attributes with these names, by default those of the stages. */
export const parse = (html: string, url: string, names: AttributeNames = ownNames): Parsed => {
  const builder = new TreeBuilder(names)
  new TokenizerEvents(withoutOddMarks(html.slice(0, limits.source)), builder).run()
  builder.finish()
  return {
    document: builder.document,
    base: baseOf(builder.base, url),
    invisible: builder.texts.invisible,
    reduced: builder.reduced(html.length > limits.source),
  }
}

/** The `href` of a document's first `base`, resolved (HTML standard, section 4.2.3), or else the document's URL. */
export const baseOf = (href: string | null | undefined, url: string): string => {
  const own = URL.parse(href?.trim() ?? "", url)
  // A long base is ignored, because each link is written with the whole base.
  return own !== null && own.href.length <= limits.base && HttpUrl.isHttp(own) ? own.href : url
}

// --- private --------------------------------------------------------------------------

const ownNames = namesRead([])

/** HTML has no CDATA sections: such a mark is a comment up to the next bracket. In a script it may enclose JSON. */
const sectionMarks = /<!\[CDATA\[(?!\s*[{[])/g

/** Comments that end in another way than the tokenizer expects (HTML standard, section 13.2.5.42 to 51). */
const withoutOddMarks = (html: string): string => {
  if (!mayHaveOddMark(html)) return html
  const unsectioned = html.includes("![CDATA[") ? html.replace(sectionMarks, "<!CDATA") : html
  const closed = unsectioned.includes("!>") ? unsectioned.replaceAll("--!>", "-->") : unsectioned
  const hasEmpty = closed.includes("!-->") || closed.includes("!--->")
  return hasEmpty ? closed.replace(/<!--(?=-?>)/g, "<!----") : closed
}

/** Whether a document may have such a mark; most have none. One search for the rare `!` is faster than one a mark. */
const mayHaveOddMark = (html: string): boolean => {
  for (let at = html.indexOf("!"); at !== -1; at = html.indexOf("!", at + 1)) {
    const next = html[at + 1]
    if (next === ">" || next === "[") return true
    if (next === "-" && (html.startsWith("-->", at + 1) || html.startsWith("--->", at + 1))) return true
  }
  return false
}

/** Elements whose content the tokenizer reports as text up to their end tag. */
const rawNames: ReadonlySet<string> = new Set(["script", "style", "title", "textarea"])

/** The tokenizer's events. */
class TokenizerEvents implements TokenizerCallbacks {
  private readonly tokenizer = new Tokenizer({}, this)
  private readonly html: string
  private readonly builder: TreeBuilder
  private name = ""
  private attributes: Array<Attribute> = []
  private attribute = ""
  private isUsed = false
  private value = ""
  private content: string | undefined

  constructor(html: string, builder: TreeBuilder) {
    this.html = html
    this.builder = builder
  }

  run(): void {
    this.tokenizer.write(this.html)
    this.tokenizer.end()
  }

  ontext(start: number, end: number): void {
    this.text(this.html.slice(start, end))
  }

  ontextentity(code: number): void {
    this.text(String.fromCodePoint(code))
  }

  onopentagname(start: number, end: number): void {
    this.name = this.html.slice(start, end).toLowerCase()
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

  onopentagend(): void {
    this.start(false)
  }

  onselfclosingtag(): void {
    this.start(true)
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

  onend(): void {}
  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}

  private text(text: string): void {
    if (this.content === undefined) this.builder.text(text)
    else this.content += text
  }

  private start(isSelfClosing: boolean): void {
    if (!rawNames.has(this.name)) this.builder.start(this.name, this.attributes, isSelfClosing)
    else if (!isSelfClosing) this.content = ""
    this.stopWhenFull()
  }

  private stopWhenFull(): void {
    if (this.builder.isFull) this.tokenizer.pause()
  }
}
