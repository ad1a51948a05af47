/**
 * Builds a document from start tags, end tags and text in one pass, within the limits: exactly one `html`, `head` and
 * `body`, whatever the source contains. Elements of the head go there wherever they occur.
 */
import { decodeHTML } from "entities/decode"
import type { Extracted } from "@porthole/core"
import { sheetsWithin, styleSheetIn } from "@porthole/visibility"
import { addAttribute, append, emptyDocument } from "@porthole/visibility/dom"
import { type Attribute, type AttributeNames, Attributes, valueOf } from "./Attributes.ts"
import { Drawing } from "./Drawing.ts"
import { limits } from "./Limits.ts"
import { OpenElements } from "./OpenElements.ts"
import { keepingSpace, type Tag, tagOf } from "./Tags.ts"
import { Texts } from "./Texts.ts"

/** An element that is skipped with its content, except for the texts of a drawing. */
interface Skipped {
  readonly name: string
  readonly attributes: ReadonlyArray<Attribute>
  /** How many elements of its name are open, and `foreignObject`s within it. */
  depth: number
  foreign: number
  readonly drawing: Drawing
}

/** Builds one document. */
export class TreeBuilder {
  readonly document = emptyDocument()
  readonly attributes: Attributes
  /** The address of the first `base` element. */
  base: string | undefined
  private readonly html = this.document.createElement("html")
  private readonly head = this.document.createElement("head")
  private readonly body = this.document.createElement("body")
  private readonly open = new OpenElements(this.body, () => this.flush())
  /** Counts the invisible characters removed from text, the title and alternative texts. */
  readonly texts = new Texts()
  private skipped: Skipped | undefined
  private elements = 0
  private characters = 0
  private styles = 0
  private scripts = 0
  private isTitled = false
  private isInShadow = false
  private isSimplified = false

  constructor(names: AttributeNames) {
    this.attributes = new Attributes(names)
    append(this.document, this.html)
  }

  /** Whether a limit of the document is reached, so that nothing more is read. */
  get isFull(): boolean {
    return this.characters > limits.text || this.elements > limits.elements
  }

  /** Whether the current position is within a skipped element. */
  get isSkipping(): boolean {
    return this.skipped !== undefined && this.skipped.name !== "svg"
  }

  text(text: string): void {
    if (this.skipped !== undefined) return this.skipped.drawing.text(text)
    const left = limits.text - this.characters
    this.characters += text.length
    this.texts.add(text.length > left ? text.slice(0, Math.max(0, left)) : text)
  }

  start(name: string, attributes: ReadonlyArray<Attribute>, isSelfClosing: boolean): void {
    if (this.skipsStart(name, attributes, isSelfClosing)) return
    if (ignoredNames.has(name)) return
    if (name === "html") return this.root(this.html, attributes)
    if (name === "body") return this.root(this.body, attributes)
    // A template with an identifier may mark the position of streamed content.
    const isInert = name === "template" && valueOf(attributes, "shadowrootmode") === undefined
    const isPlace = name === "iframe" || (isInert && valueOf(attributes, "id") !== undefined)
    if (++this.elements > limits.elements) return
    if (isPlace) this.place(this.made(name, attributes))
    if (isInert || (fallbackNames.has(name) && !isSelfClosing)) return this.skip(name, attributes)
    if (fallbackNames.has(name)) return
    if (name === "template") this.isInShadow = true
    const linked = name === "link" ? linkedSheet(attributes) : undefined
    if (linked !== undefined) this.sheet(attributes, linked)
    else if (name === "base") this.base ??= valueOf(attributes, "href")
    else if ((name === "meta" || name === "link") && valueOf(attributes, "itemprop") === undefined)
      append(this.head, this.made(name, attributes))
    else this.element(tagOf(aliasOf(name)), attributes, isSelfClosing)
  }

  end(name: string): void {
    if (this.skipped !== undefined) {
      this.skipped.drawing.end(name)
      if (name === "foreignobject") this.skipped.foreign--
      else if (name === this.skipped.name && --this.skipped.depth === 0) this.endSkipped(this.skipped)
      return
    }
    if (name === "template") this.isInShadow = false
    const tag = tagOf(aliasOf(name))
    if (tag.isVoid || ignoredNames.has(name) || name === "html" || name === "body") return
    if (!this.open.close(tag) && tag.isBlock) this.texts.add(" ")
  }

  /** Takes an element whose content isn't markup. */
  raw(name: string, attributes: ReadonlyArray<Attribute>, content: string): void {
    // Style sheets in drawings are the document's.
    if (name === "style" && (this.skipped === undefined || this.skipped.name === "svg")) {
      if (isStyleSheet(attributes))
        this.sheet(attributes, this.skipped === undefined ? content : withoutSection(content))
      return
    }
    if (name === "title" && this.skipped?.name === "svg") this.skipped.drawing.title ||= content
    if (this.skipped !== undefined) return
    if (name === "title" && !this.isTitled) {
      this.isTitled = true
      this.put(this.head, name, [], this.texts.visible(content.slice(0, limits.address)))
    }
    // The tokenizer leaves its references as they are, but unlike a script's they count.
    if (name === "textarea") this.plain(name, attributes, content.includes("&") ? decodeHTML(content) : content)
    if (name === "script") this.script(attributes, content)
  }

  /** Takes a style sheet, with those that it contains. */
  private sheet(attributes: ReadonlyArray<Attribute>, css: string): void {
    if (this.open.isIn("noscript")) return
    const sheets = [css, ...sheetsWithin(css)]
    for (const { length } of sheets) this.styles += length
    if (this.styles > limits.styles) return
    for (const sheet of sheets) this.attributes.learn(sheet)
    // A shadow tree's style sheet applies only to that tree.
    if (this.isInShadow) this.flush()
    const media = attributes.filter(({ name }) => name === "media")
    this.put(this.isInShadow ? this.open.parent : this.head, "style", media, css)
  }

  /** Ends the document. */
  finish(): void {
    this.open.closeAll()
    this.flush()
    append(this.html, this.head)
    append(this.html, this.body)
  }

  /** Parts that were simplified or left out. */
  reduced(isCut: boolean): ReadonlyArray<Extracted.Reduced> {
    const read = Math.min(this.characters, limits.text)
    return [
      ...(this.isSimplified || this.styles > limits.styles ? [{ part: "structure" } as const] : []),
      ...(isCut || this.isFull ? [{ part: "characters", read } as const] : []),
    ]
  }

  private element(tag: Tag, attributes: ReadonlyArray<Attribute>, isSelfClosing: boolean): void {
    if (this.open.ignores(tag)) return this.texts.add(" ")
    this.open.closeImplied(tag)
    if (tag.isVoid) return this.place(this.made(tag.name, attributes))
    const isTooDeep = this.open.isTooDeep(tag)
    if (isTooDeep) {
      this.isSimplified = true
      const mayHide = this.attributes.mayHide(tag.name, attributes)
      if (mayHide && this.open.isConcealing) return this.skip(tag.name)
      if (!mayHide) {
        this.open.drop(tag)
        return tag.isBlock ? this.texts.add(" ") : undefined
      }
    }
    const element = this.made(tag.name, attributes)
    this.place(element)
    const isSpaced = this.attributes.mayKeepSpace(tag.name, attributes)
    if (isSpaced) addAttribute(element, "data-space", "")
    this.open.push(isSpaced ? keepingSpace(tag) : tag, element, isTooDeep)
    if (isSelfClosing && this.open.isIn("math")) this.open.close(tag)
  }

  /**
   * Keeps data that stages read (JSON-LD, TeX in place), and the beginning of a script for detecting obstacles. No
   * script ever runs.
   */
  private script(attributes: ReadonlyArray<Attribute>, content: string): void {
    const type = valueOf(attributes, "type")?.trim().toLowerCase() ?? ""
    const typeAttributes = [{ name: "type", value: type.startsWith(jsonLdType) ? jsonLdType : type }]
    if (executableType.test(type)) {
      if (++this.scripts > limits.scripts) return
      const source = [{ name: "src", value: valueOf(attributes, "src") ?? "" }]
      this.put(this.head, "script", source, content.slice(0, limits.script))
    } else if (type.startsWith(jsonLdType)) {
      if (content.length <= limits.data) this.put(this.head, "script", typeAttributes, content)
    } else if (/^math\/tex(?:\s*;\s*mode=display)?$/.test(type) && content.length <= limits.formula) {
      if (++this.elements > limits.elements) return
      this.flush()
      this.put(this.open.parent, "script", typeAttributes, content)
    }
  }

  private skip(name: string, attributes: ReadonlyArray<Attribute> = []): void {
    this.skipped = { name, attributes, depth: 1, foreign: 0, drawing: new Drawing() }
  }

  private endSkipped({ attributes, drawing, name }: Skipped): void {
    this.skipped = undefined
    const parts = drawing.finish()
    if (!parts.some((part) => part.kind === "text" && part.text.trim() !== ""))
      return name === "svg" ? this.named(attributes, drawing.title) : undefined
    this.element(tagOf(name), attributes, false)
    for (const part of this.skipped === undefined ? parts : []) {
      if (part.kind === "start") this.start(part.name, part.attributes, false)
      else if (part.kind === "text") this.text(part.text)
      else this.end(part.name)
    }
    this.skipped = undefined
    this.open.close(tagOf(name))
  }

  /** Keeps a drawing without text for its name, which may be the only content of a link or a cell. */
  private named(attributes: ReadonlyArray<Attribute>, title: string): void {
    const label = valueOf(attributes, "aria-label") ?? this.texts.visible(title.trim().slice(0, limits.attribute))
    if (label === "" || valueOf(attributes, "aria-hidden") === "true") return
    const drawing = this.made("svg", attributes)
    drawing.setAttribute("aria-label", label)
    this.place(drawing)
  }

  /** Whether a start tag belongs to skipped content. HTML in an unclosed drawing ends it. */
  private skipsStart(name: string, attributes: ReadonlyArray<Attribute>, isSelfClosing: boolean): boolean {
    const { skipped } = this
    if (skipped === undefined) return false
    if (skipped.name === "svg" && !isSelfClosing) skipped.drawing.start(name, attributes)
    if (name === "foreignobject") skipped.foreign++
    else if (name === skipped.name && !isSelfClosing) skipped.depth++
    else if (skipped.name === "svg" && skipped.foreign === 0 && tagOf(name).isBlock) this.skipped = undefined
    return this.skipped !== undefined
  }

  /** Places an element of plain text. */
  private plain(name: string, attributes: ReadonlyArray<Attribute>, content: string): void {
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

  private place(element: Element): void {
    this.flush()
    append(this.open.parent, element)
  }

  private made(name: string, attributes: ReadonlyArray<Attribute>): Element {
    const element = this.document.createElement(name)
    for (const { name, value } of this.attributes.bounded(attributes))
      addAttribute(element, name, name === "alt" ? this.texts.visible(value) : value)
    return element
  }

  /**
   * Sets the attributes of an element that the source may contain several times; the first with any attributes counts.
   */
  private root(element: Element, attributes: ReadonlyArray<Attribute>): void {
    if (element.hasAttributes()) return
    for (const { name, value } of this.attributes.bounded(attributes)) element.setAttribute(name, value)
  }

  private flush(): void {
    const text = this.texts.take(this.open.keepsSpace)
    if (text === "") return
    this.open.text(text.length)
    append(this.open.parent, this.document.createTextNode(text))
  }
}

// --- private --------------------------------------------------------------------------

/** Tags without meaning for a reader. */
const ignoredNames: ReadonlySet<string> = new Set("head frameset frame plaintext basefont bgsound keygen".split(" "))

/** Types of scripts that a browser runs (HTML standard, section 4.12.1). */
const executableType = /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/

const jsonLdType = "application/ld+json"

/** Whether an element contains CSS, by its `type` (HTML standard, sections 4.2.4 and 4.2.6). */
const isStyleSheet = (attributes: ReadonlyArray<Attribute>): boolean =>
  /^(?:text\/css)?$/i.test(valueOf(attributes, "type")?.trim() ?? "")

/** The style sheet of a link that contains it and is in use. */
const linkedSheet = (attributes: ReadonlyArray<Attribute>): string | undefined => {
  const relations = valueOf(attributes, "rel")?.toLowerCase().split(/\s+/) ?? []
  const isUsed = relations.includes("stylesheet") && !relations.includes("alternate")
  if (!isUsed || !isStyleSheet(attributes) || valueOf(attributes, "disabled") !== undefined) return undefined
  return styleSheetIn(valueOf(attributes, "href") ?? "")
}

/** The content of a CDATA section, as the tokenizer leaves it. */
const withoutSection = (css: string): string => {
  const text = css.trim()
  return text.replace(/^<!\[?CDATA\[?/, "").slice(0, text.endsWith("]]>") ? -3 : undefined)
}

/** Elements whose content browsers don't show as HTML; a frame stays as an empty element. */
const fallbackNames: ReadonlySet<string> = new Set(["svg", "iframe", "noembed", "noframes"])

/** Elements that are read as others: a shadow tree's template, obsolete preformatted text, and AMP's media. */
const aliases: ReadonlyMap<string, string> = new Map([
  ["template", "div"],
  ["amp-anim", "img"],
  ["amp-video", "video"],
  ["amp-audio", "audio"],
  ["xmp", "pre"],
])

/** The name by which an element is read; a custom element such as `amp-img` is a picture by the end of its name. */
const aliasOf = (name: string): string => aliases.get(name) ?? (name.endsWith("-img") ? "img" : name)
