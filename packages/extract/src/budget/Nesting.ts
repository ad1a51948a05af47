/**
 * The open elements of a document, and what follows from them: which end tags are implied, which
 * tags are too deep, what lies within a part that is passed over.
 *
 * It writes every start and end tag out, so that whoever parses the result has nothing left to
 * guess. The rules are those of the HTML standard's tree construction (section 13.2.6) as far as
 * they show in real pages: implied ends of paragraphs, list items, table parts and options, and
 * end tags that don't reach over the table cell or block they stand in.
 */
import { limits } from "../tree/Limits.ts"
import type { Attribute } from "./Tokenizer.ts"

/** An element that was left before its end. */
export interface Left {
  readonly name: string
  readonly attributes: ReadonlyArray<Attribute>
}

/** Elements without content or end tag. */
export const voidNames: ReadonlySet<string> = new Set(
  "area base br col embed hr image img input link meta param source track wbr".split(" "),
)

/**
 * The name under which an element is told: its own, unless that can't be written, or the parser takes it for one without
 * content. What such an element says of itself holds for all that is in it, as for any other.
 */
export const ownName = (name: string): string => {
  if (name === "template") return "div"
  return elementName.test(name) && !misread.has(name) ? name : "x-other"
}

/** Writes well-formed markup within the limits of depth. */
export class Nesting {
  private readonly stack: Array<string> = []
  /** The attributes of what is in it, as they were told. */
  private readonly own: Array<ReadonlyArray<Attribute>> = []
  /** The same, as they were written. */
  private readonly written: Array<string> = []
  private readonly counts = new Map<string, number>()
  private readonly dropped = new Map<string, number>()
  private droppedAt = Number.POSITIVE_INFINITY
  private skipped: { readonly name: string; depth: number; foreign: number } | undefined
  private reduced = false
  private around = 0
  private aroundText = 0
  private deepest: number = limits.depth
  /** How many were open when one began that is hidden and stands too deep. */
  private concealedAt = Number.POSITIVE_INFINITY
  private readonly write: (piece: string) => void
  private readonly conceals: (name: string, own: ReadonlyArray<Attribute>) => boolean

  /** `conceals` tells whether an element with these attributes may hide what is in it, in which case it isn't left out for its depth. */
  constructor(
    write: (piece: string) => void,
    conceals: (name: string, own: ReadonlyArray<Attribute>) => boolean = () => false,
  ) {
    this.write = write
    this.conceals = conceals
  }

  /** Whether the walk is within a part that is passed over whole. */
  get isSkipping(): boolean {
    return this.skipped !== undefined
  }

  /** Whether a tag was left out because too many were open. */
  get isReduced(): boolean {
    return this.reduced
  }

  /** Counts text that stands within what is open. */
  text(length: number): void {
    this.aroundText += length * this.stack.length
    this.flattenWhenSpent()
  }

  isIn(name: string): boolean {
    return (this.counts.get(name) ?? 0) > 0
  }

  /** Passes over an element and all that is in it. */
  skip(name: string, isSelfClosing: boolean): void {
    if (!isSelfClosing) this.skipped = { name, depth: 1, foreign: 0 }
  }

  /** Whether a start tag belongs to a part that is passed over; HTML in a drawing that was left open ends it. */
  skipsOpen(name: string, isSelfClosing: boolean): boolean {
    if (this.skipped === undefined) return false
    if (name === "foreignobject") this.skipped.foreign++
    else if (name === this.skipped.name && !isSelfClosing) this.skipped.depth++
    else if (this.skipped.name === "svg" && this.skipped.foreign === 0 && blockNames.has(name)) {
      this.skipped = undefined
      return false
    }
    return true
  }

  /** As {@link skipsOpen}, for an end tag. */
  skipsClose(name: string): boolean {
    if (this.skipped === undefined) return false
    if (name === "foreignobject") this.skipped.foreign--
    else if (name === this.skipped.name && --this.skipped.depth === 0) this.skipped = undefined
    return true
  }

  /** Leaves a tag out and remembers it, so that its end tag is left out too. */
  drop(name: string): void {
    if (endsParagraph(name) && this.stack.at(-1) === "p") this.popTo(this.stack.length - 1)
    if (blockNames.has(name) || name === "br") this.write(" ")
    if (voidNames.has(name)) return
    this.remember(name, this.stack.length)
  }

  /** Whether the next end tag of this name belongs to a tag that was left out. */
  isDropped(name: string): boolean {
    return (this.dropped.get(name) ?? 0) > 0
  }

  /**
   * Closes the outermost of what has a form of its own, such as a table, a list or a paragraph, and all within, and what
   * is open in a line besides; their end tags are left out. Tells what they were.
   */
  leaveForms(): ReadonlyArray<Left> {
    const form = this.stack.findIndex((name) => formNames.has(name))
    let at = form === -1 ? this.stack.length : form
    while (lineNames.has(this.stack[at - 1] ?? "")) at--
    const left = this.stack.slice(at).map((name, index) => ({ name, attributes: this.own[at + index] ?? [] }))
    if (left.length === 0) return left
    this.popTo(at)
    for (const { name } of left) this.remember(name, at)
    return left
  }

  /** Opens an element; its attributes as they are to be written, and as they were. */
  open(name: string, attributes: string, own: ReadonlyArray<Attribute> = []): void {
    if (isIgnored(name, this.counts)) return this.write(" ")
    if (name === "button") this.closeImplied(name)
    // The parser would end the one before the other begins.
    if (controlNames.has(name) && choiceNames.has(this.stack.at(-1) ?? "")) return this.drop(name)
    if (voidNames.has(name)) return this.write(`<${name === "image" ? "img" : name}${attributes}>`)
    this.closeImplied(name)
    const group = groups.get(name)
    const isTooDeep =
      this.stack.length >= this.deepest ||
      (group !== undefined && (this.counts.get(group) ?? 0) >= limits.nested[group])
    if (isTooDeep) {
      this.reduced = true
      // One is enough: all that is in it is hidden with it.
      if (this.concealedAt < this.stack.length || !this.conceals(name, own)) return this.drop(name)
      this.concealedAt = this.stack.length
    }
    this.stack.push(name)
    this.own.push(own)
    this.written.push(attributes)
    this.count(name, 1)
    this.write(`<${name}${attributes}>`)
    this.around += this.stack.length
    this.flattenWhenSpent()
  }

  close(name: string): void {
    const left = this.dropped.get(name) ?? 0
    if (left > 0) {
      this.dropped.set(name, left - 1)
      if (blockNames.has(name)) this.write(" ")
      return
    }
    const isOverBlocks = formattingNames.has(name) || blockNames.has(name) || wholeNames.has(name)
    const index = headingNames.has(name)
      ? this.lastHeading()
      : this.indexOf(name, isOverBlocks ? cellNames : blockNames)
    if (index !== -1) this.popTo(index)
  }

  closeAll(): void {
    this.popTo(0)
  }

  /** Leaves out an end tag of this name, as long as so many elements are open. */
  private remember(name: string, at: number): void {
    this.dropped.set(name, (this.dropped.get(name) ?? 0) + 1)
    this.droppedAt = Math.min(this.droppedAt, at)
  }

  /** What stands deep is asked for what is around it by every stage, so there may be only so much of it. */
  private flattenWhenSpent(): void {
    if (this.deepest === limits.shallow) return
    if (this.around <= limits.around && this.aroundText <= limits.aroundText) return
    this.deepest = limits.shallow
    if (this.stack.length <= limits.shallow) return
    this.reduced = true
    // Half of what may be open, so that what follows can have a structure of its own.
    const left = this.stack.map((name, index) => ({
      name,
      own: this.own[index] ?? [],
      written: this.written[index] ?? "",
    }))
    this.popTo(limits.shallow / 2)
    const at = left.findIndex(({ name, own }, index) => index >= limits.shallow / 2 && this.conceals(name, own))
    const [first, ...rest] = at === -1 ? [] : left.slice(at)
    if (first === undefined) return
    // What is hidden goes on to be so, up to its own end.
    this.open(first.name, first.written, first.own)
    for (const { name } of rest) this.remember(name, this.stack.length)
  }

  /** The innermost open `name`, not looking beyond the elements in `boundary`. */
  private indexOf(name: string, boundary: ReadonlySet<string>): number {
    const bounds = tableNames.has(name) ? tableOnly : boundary
    for (let index = this.stack.length - 1; index >= 0; index--) {
      const open = this.stack[index] ?? ""
      if (open === name) return index
      if (bounds.has(open)) return -1
    }
    return -1
  }

  /** The innermost open heading, of whatever level: the end tag of another one ends it, too. */
  private lastHeading(): number {
    const index = this.stack.findLastIndex((open) => headingNames.has(open) || cellNames.has(open))
    return headingNames.has(this.stack[index] ?? "") ? index : -1
  }

  private closeImplied(name: string): void {
    if (endsParagraph(name) && this.stack.at(-1) === "p") this.popTo(this.stack.length - 1)
    if (name === "option" && this.stack.at(-1) === "option") this.popTo(this.stack.length - 1)
    for (const [ended, boundary] of impliedEnds.get(name) ?? []) {
      const index = this.indexOf(ended, boundary)
      if (index !== -1) this.popTo(index)
    }
  }

  private popTo(length: number): void {
    while (this.stack.length > length) {
      const name = this.stack.pop() ?? ""
      this.own.pop()
      this.written.pop()
      this.count(name, -1)
      this.write(`</${name}>`)
    }
    if (length <= this.concealedAt) this.concealedAt = Number.POSITIVE_INFINITY
    if (this.stack.length < this.droppedAt) {
      this.dropped.clear()
      this.droppedAt = Number.POSITIVE_INFINITY
    }
  }

  private count(name: string, by: number): void {
    const key = groups.get(name) ?? name
    this.counts.set(key, (this.counts.get(key) ?? 0) + by)
  }
}

// --- private --------------------------------------------------------------------------

const elementName = /^[a-z][a-z0-9:_-]{0,63}$/
const misread: ReadonlySet<string> = new Set(["command", "isindex"])

/** A form within a form is none, nor is a part of a table without one. */
const isIgnored = (name: string, open: ReadonlyMap<string, number>): boolean =>
  name === "form"
    ? (open.get(name) ?? 0) > 0
    : tableNames.has(name) && name !== "table" && (open.get("table") ?? 0) === 0

/** What the parser doesn't let stand right within a choice or a button. */
const controlNames: ReadonlySet<string> = new Set("input output select datalist textarea button".split(" "))
const choiceNames: ReadonlySet<string> = new Set("button datalist option optgroup select".split(" "))

const groups: ReadonlyMap<string, keyof typeof limits.nested> = new Map([
  ["ul", "list"],
  ["ol", "list"],
  ["dl", "list"],
  ["table", "table"],
  ["blockquote", "blockquote"],
] as const)

/** Elements that stand on lines of their own. */
export const blockNames: ReadonlySet<string> = new Set(
  (
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure " +
    "footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre search " +
    "section summary table tbody td tfoot th thead tr ul"
  ).split(" "),
)

/** Whether a paragraph is over where an element of this name begins: of those that stand on lines of their own, nearly all end one. */
export const endsParagraph = (name: string): boolean => blockNames.has(name) && !withinParagraph.has(name)
const withinParagraph: ReadonlySet<string> = new Set("body html legend optgroup option".split(" "))

/** What can't hold all that a document goes on with. */
const formNames = new Set(
  "table ul ol menu dir dl p h1 h2 h3 h4 h5 h6 pre summary figcaption option select math".split(" "),
)

/** End tags of these close whatever is left open within them. */
export const wholeNames: ReadonlySet<string> = new Set(["select", "button", "object", "marquee", "applet"])

/** What would be laid around all that comes next, were it left open. */
const lineNames = new Set(
  "a abbr b big cite code del em font i ins kbd label mark q s samp small span strong sub sup tt u".split(" "),
)

/** End tags of these close blocks within them, as they do in the standard by way of its adoption agency. */
export const formattingNames: ReadonlySet<string> = new Set(
  "a b big code em font i nobr s small strike strong tt u".split(" "),
)

/** The end tag of one of these ends any of them. */
export const headingNames: ReadonlySet<string> = new Set(["h1", "h2", "h3", "h4", "h5", "h6"])

/** A table and its parts. */
export const tableNames: ReadonlySet<string> = new Set("caption table tbody td tfoot th thead tr".split(" "))
const cellNames = new Set("caption td th".split(" "))
const tableOnly = new Set(["table"])
const listNames = new Set("ul ol menu dir td th table".split(" "))
const definitionNames = new Set("dl td th table".split(" "))

type ImpliedEnd = readonly [name: string, boundary: ReadonlySet<string>]
const rowEnds: ReadonlyArray<ImpliedEnd> = [["tr", tableOnly]]
const cellEnds: ReadonlyArray<ImpliedEnd> = [
  ["td", new Set(["tr", "table"])],
  ["th", new Set(["tr", "table"])],
]
const sectionEnds: ReadonlyArray<ImpliedEnd> = ["thead", "tbody", "tfoot", "caption"].map((name) => [name, tableOnly])

/** What a start tag ends before it opens. */
const impliedEnds: ReadonlyMap<string, ReadonlyArray<ImpliedEnd>> = new Map<string, ReadonlyArray<ImpliedEnd>>([
  ["li", [["li", listNames]]],
  [
    "dd",
    [
      ["dd", definitionNames],
      ["dt", definitionNames],
    ],
  ],
  [
    "dt",
    [
      ["dd", definitionNames],
      ["dt", definitionNames],
    ],
  ],
  ["td", cellEnds],
  ["th", cellEnds],
  ["tr", rowEnds],
  ["thead", sectionEnds],
  ["tbody", sectionEnds],
  ["tfoot", sectionEnds],
  ["a", [["a", cellNames]]],
  ["button", [["button", cellNames]]],
])
