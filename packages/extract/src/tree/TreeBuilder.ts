/**
 * Builds a document from start tags, end tags and text in one pass, within the limits: exactly one `html`, `head` and
 * `body`, whatever the source has. Elements of the head go there wherever they stand.
 */
import type { Reduced } from "@porthole/core"
import { type Attribute, AttributeFilter, valueOf } from "./Attributes.ts"
import { Concealment } from "./Concealment.ts"
import { limits } from "./Limits.ts"
import { addAttribute, append, emptyDocument } from "./Nodes.ts"
import { OpenElements } from "./OpenElements.ts"
import { Scripts } from "./Scripts.ts"
import { type Tag, tagOf } from "./Tags.ts"
import { Texts } from "./Texts.ts"

/** An element that is passed over with all its content. */
interface Skipped {
  readonly name: string
  depth: number
  foreign: number
  /** The attributes of a drawing, and its texts so far. */
  readonly attributes: ReadonlyArray<Attribute>
  readonly texts: Array<{ readonly attributes: ReadonlyArray<Attribute>; text: string }>
  /** The element of the drawing that the current text belongs to: `text`, or one that isn't drawn. */
  within: string | undefined
}

/** Builds one document. */
export class TreeBuilder {
  readonly document = emptyDocument()
  readonly attributes = new AttributeFilter()
  /** The address of the first `base` element. */
  base: string | undefined
  private readonly html = this.document.createElement("html")
  private readonly head = this.document.createElement("head")
  private readonly body = this.document.createElement("body")
  private readonly open = new OpenElements(this.body, () => this.flush())
  private readonly texts = new Texts()
  private readonly scripts = new Scripts()
  private readonly concealment = new Concealment()
  private skipped: Skipped | undefined
  private elements = 0
  private characters = 0
  private styles = 0
  private isTitled = false
  private isInShadow = false
  private hasFrames = false
  private isSimplified = false

  constructor() {
    append(this.document, this.html)
  }

  /** Whether a limit of the document is reached, so that nothing more is read. */
  get isFull(): boolean {
    return this.characters > limits.text || this.elements > limits.elements
  }

  /** Whether the current position is within an element that is passed over. */
  get isSkipping(): boolean {
    return this.skipped !== undefined && this.skipped.name !== "svg"
  }

  /** Invisible characters that were removed from text, the title and alternative texts. */
  get invisible(): number {
    return this.texts.invisible + this.attributes.invisible
  }

  text(text: string): void {
    const drawn = this.skipped?.within === "text" ? this.skipped.texts.at(-1) : undefined
    if (drawn !== undefined && drawn.text.length < limits.attribute) drawn.text += text
    if (this.skipped !== undefined) return
    const left = limits.text - this.characters
    this.characters += text.length
    this.texts.add(text.length > left ? text.slice(0, Math.max(0, left)) : text)
  }

  start(name: string, attributes: ReadonlyArray<Attribute>, isSelfClosing: boolean): void {
    if (this.skipsStart(name, attributes, isSelfClosing)) return
    if (name === "frameset") this.hasFrames = true
    if (name === "noframes" && !this.hasFrames) return this.skip(name)
    if (ignoredNames.has(name)) return
    if (name === "html") return this.root(this.html, attributes)
    if (name === "body") return this.root(this.body, attributes)
    if (name === "svg" || name === "iframe" || name === "noembed") return this.fallback(name, attributes, isSelfClosing)
    if (name === "template" && valueOf(attributes, "shadowrootmode") === undefined) {
      // A template with an identifier may keep the place of streamed content.
      if (valueOf(attributes, "id") !== undefined) this.leaf(tagOf(name), attributes)
      return this.skip(name)
    }
    if (++this.elements > limits.elements) return
    if (name === "template") this.isInShadow = true
    if (name === "base") this.base ??= valueOf(attributes, "href")
    else if (headNames.has(name) && valueOf(attributes, "itemprop") === undefined) {
      append(this.head, this.made(name, attributes))
    } else this.element(tagOf(name === "template" ? "div" : name), attributes, isSelfClosing)
  }

  end(name: string): void {
    if (this.skipped !== undefined) {
      if (name === this.skipped.within) this.skipped.within = undefined
      if (name === "foreignobject") this.skipped.foreign--
      else if (name === this.skipped.name && --this.skipped.depth === 0) this.drawn()
      return
    }
    if (name === "template") this.isInShadow = false
    const tag = tagOf(name === "template" ? "div" : name)
    if (tag.isVoid || unclosable.has(name)) return
    if (!this.open.close(tag) && tag.isBlock) this.texts.add(" ")
  }

  /** Takes an element whose content is no markup. */
  raw(name: string, attributes: ReadonlyArray<Attribute>, content: string): void {
    if (this.skipped !== undefined) return
    if (name === "title" && !this.isTitled) {
      this.isTitled = true
      const title = content.slice(0, limits.address)
      this.put(this.head, name, [], title)
      this.texts.count(title)
    }
    if (name === "textarea") this.listing(name, attributes, content)
    if (name === "xmp") this.listing("pre", [], content)
    if (name === "style" && !this.open.isIn("noscript")) this.style(attributes, content)
    if (name === "script") this.script(attributes, content)
  }

  /** Ends the document. */
  finish(): void {
    this.open.closeAll()
    this.flush()
    append(this.html, this.head)
    append(this.html, this.body)
  }

  /** What was simplified or left out. */
  reduced(isCut: boolean): ReadonlyArray<Reduced.Reduced> {
    const read = Math.min(this.characters, limits.text)
    return [
      ...(this.isSimplified ? [{ part: "structure" } as const] : []),
      ...(isCut || this.isFull ? [{ part: "characters", read } as const] : []),
    ]
  }

  private element(tag: Tag, attributes: ReadonlyArray<Attribute>, isSelfClosing: boolean): void {
    if (this.open.ignores(tag)) return this.texts.add(" ")
    if (tag.isVoid) {
      this.open.closeImplied(tag)
      return this.place(this.made(tag.name, attributes))
    }
    this.open.closeImplied(tag)
    const isTooDeep = this.open.isTooDeep(tag)
    if (isTooDeep) {
      this.isSimplified = true
      const mayHide = this.concealment.mayHide(tag.name, attributes)
      if (mayHide && this.open.isConcealing) return this.skip(tag.name)
      if (!mayHide) {
        this.open.drop(tag)
        return tag.isBlock ? this.texts.add(" ") : undefined
      }
    }
    const element = this.made(tag.name, attributes)
    this.place(element)
    this.open.push(tag, element, isTooDeep)
    if (isSelfClosing && this.open.isIn("math")) this.open.close(tag)
  }

  /** Passes over the content of an element that browsers don't show, or draw; a frame stays as an empty element. */
  private fallback(name: string, attributes: ReadonlyArray<Attribute>, isSelfClosing: boolean): void {
    if (name === "iframe") this.leaf(tagOf(name), attributes)
    if (!isSelfClosing) this.skip(name, attributes)
  }

  private skip(name: string, attributes: ReadonlyArray<Attribute> = []): void {
    this.skipped = { name, depth: 1, foreign: 0, attributes, texts: [], within: undefined }
  }

  /** Ends what is passed over. Of a drawing its texts stay. */
  private drawn(): void {
    const { attributes = [], texts = [] } = this.skipped ?? {}
    this.skipped = undefined
    const shown = texts.filter(({ text }) => text.trim() !== "")
    if (shown.length === 0) return
    this.element(tagOf("svg"), attributes, false)
    for (const one of shown) this.listing("text", one.attributes, one.text)
    this.open.close(tagOf("svg"))
  }

  /** Whether a start tag belongs to what is passed over. HTML in a drawing that was left open ends it. */
  private skipsStart(name: string, attributes: ReadonlyArray<Attribute>, isSelfClosing: boolean): boolean {
    const { skipped } = this
    if (skipped === undefined) return false
    if (skipped.name === "svg" && skipped.within === undefined && !isSelfClosing) {
      if (name === "text") skipped.texts.push({ attributes, text: "" })
      if (name === "text" || undrawn.has(name)) skipped.within = name
    }
    if (name === "foreignobject") skipped.foreign++
    else if (name === skipped.name && !isSelfClosing) skipped.depth++
    else if (skipped.name === "svg" && skipped.foreign === 0 && tagOf(name).isBlock) {
      this.skipped = undefined
      return false
    }
    return true
  }

  private script(attributes: ReadonlyArray<Attribute>, content: string): void {
    for (const { isInPlace, src, text, type } of this.scripts.keptOf(attributes, content)) {
      const own = [
        ...(type === "" ? [] : [{ name: "type", value: type }]),
        ...(src === undefined ? [] : [{ name: "src", value: src }]),
      ]
      if (!isInPlace) this.put(this.head, "script", own, text)
      else if (++this.elements <= limits.elements) {
        this.flush()
        this.put(this.open.parent ?? this.body, "script", own, text)
      }
    }
  }

  private style(attributes: ReadonlyArray<Attribute>, content: string): void {
    this.styles += content.length
    if (this.styles > limits.styles) return
    this.attributes.learn(content)
    this.concealment.learn(content)
    // A shadow tree's style sheet is for that tree alone.
    const parent = this.isInShadow ? this.open.parent : undefined
    if (parent !== undefined) this.flush()
    this.put(parent ?? this.head, "style", attributes, content)
  }

  /** Takes an element of plain text. */
  private listing(name: string, attributes: ReadonlyArray<Attribute>, content: string): void {
    const tag = tagOf(name)
    this.element(tag, attributes, false)
    this.text(content)
    this.open.close(tag)
  }

  private put(parent: Element, name: string, attributes: ReadonlyArray<Attribute>, text: string): void {
    const element = this.made(name, attributes)
    if (text !== "") append(element, this.document.createTextNode(text))
    append(parent, element)
  }

  private leaf(tag: Tag, attributes: ReadonlyArray<Attribute>): void {
    if (++this.elements <= limits.elements) this.place(this.made(tag.name, attributes))
  }

  private place(element: Element): void {
    this.flush()
    append(this.open.parent ?? this.body, element)
  }

  private made(name: string, attributes: ReadonlyArray<Attribute>): Element {
    const element = this.document.createElement(name)
    for (const { name, value } of this.attributes.bounded(attributes)) addAttribute(element, name, value)
    return element
  }

  /** Sets the attributes of an element that the source may have several times; the first with any has a say. */
  private root(element: Element, attributes: ReadonlyArray<Attribute>): void {
    if (element.hasAttributes()) return
    for (const { name, value } of this.attributes.bounded(attributes)) element.setAttribute(name, value)
  }

  private flush(): void {
    const text = this.texts.take(this.open.isIn("pre"))
    if (text === "") return
    this.open.text(text.length)
    append(this.open.parent ?? this.body, this.document.createTextNode(text))
  }
}

// --- private --------------------------------------------------------------------------

/** Tags without meaning for a reader; `frameset` and `noframes` leave their content behind. */
const ignoredNames: ReadonlySet<string> = new Set(
  "head frameset frame noframes plaintext basefont bgsound keygen".split(" "),
)
/** Elements of a drawing whose content isn't drawn where it stands. */
const undrawn: ReadonlySet<string> = new Set(
  "defs symbol clippath mask pattern marker title desc metadata foreignobject".split(" "),
)
const unclosable: ReadonlySet<string> = new Set([...ignoredNames, "html", "body"])
const headNames: ReadonlySet<string> = new Set(["meta", "link"])
