/**
 * The open elements of a document that is being parsed: which end tags are implied, how far an end tag reaches, and
 * which elements stand too deep to be kept. An element that stands too deep is left out and its text stays.
 */
import { limits } from "./Limits.ts"
import { blockNames, cellNames, type ImpliedEnd, tableOnly, type Tag } from "./Tags.ts"

/** The stack of open elements, the body first. */
export class OpenElements {
  private readonly tags: Array<Tag> = []
  private readonly elements: Array<Element>
  private readonly counts = new Map<string, number>()
  /** Start tags that were left out, by name: their end tags are left out, too. */
  private readonly dropped = new Map<string, number>()
  private droppedAt = Number.POSITIVE_INFINITY
  private around = 0
  private aroundText = 0
  /** How many elements were open when one began that is too deep, but may hide its text. */
  private concealedAt = Number.POSITIVE_INFINITY
  private readonly beforePop: () => void

  /** `beforePop` runs before an element is closed. */
  constructor(body: Element, beforePop: () => void) {
    this.elements = [body]
    this.beforePop = beforePop
  }

  /** The element that nodes are appended to. */
  get parent(): Element | undefined {
    return this.elements.at(-1)
  }

  isIn(counted: string): boolean {
    return (this.counts.get(counted) ?? 0) > 0
  }

  /** Counts text that stands in the open elements. */
  text(length: number): void {
    this.aroundText += length * this.tags.length
  }

  /** Whether a start tag is ignored: a form within a form, or a part of a table outside of one. */
  ignores(tag: Tag): boolean {
    return tag.name === "form" ? this.isIn("form") : tag.isTablePart && !this.isIn("table")
  }

  /** Closes what a start tag closes. */
  closeImplied(tag: Tag): void {
    if (tag.endsParagraph && this.tags.at(-1)?.name === "p") this.popTo(this.tags.length - 1)
    if (tag.name === "option" && this.tags.at(-1)?.name === "option") this.popTo(this.tags.length - 1)
    for (const end of tag.implies) {
      const index = this.indexImplied(end)
      if (index !== -1) this.popTo(index)
    }
  }

  /** Whether no element of this name may be opened here. */
  isTooDeep(tag: Tag): boolean {
    const isSpent = this.around > limits.around || this.aroundText > limits.aroundText
    return (
      this.tags.length >= (isSpent ? limits.shallow : limits.depth) ||
      (tag.counted !== undefined && (this.counts.get(tag.counted) ?? 0) >= tag.most)
    )
  }

  /** Whether an element is open that was only kept because it may hide its text. */
  get isConcealing(): boolean {
    return this.concealedAt < this.tags.length
  }

  push(tag: Tag, element: Element, isConcealing: boolean): void {
    if (isConcealing) this.concealedAt = Math.min(this.concealedAt, this.tags.length)
    this.tags.push(tag)
    this.elements.push(element)
    this.count(tag, 1)
    this.around += this.tags.length
  }

  /** Leaves a start tag out. */
  drop(tag: Tag): void {
    if (tag.isVoid) return
    this.dropped.set(tag.name, (this.dropped.get(tag.name) ?? 0) + 1)
    this.droppedAt = Math.min(this.droppedAt, this.tags.length)
  }

  /** Handles an end tag; `false` if it belongs to a start tag that was left out. */
  close(tag: Tag): boolean {
    const left = this.dropped.get(tag.name) ?? 0
    if (left > 0) {
      this.dropped.set(tag.name, left - 1)
      return false
    }
    const index = tag.isHeading ? this.lastHeading() : this.indexOf(tag)
    if (index !== -1) this.popTo(index)
    return true
  }

  closeAll(): void {
    this.popTo(0)
  }

  /** The innermost open element of this name that its end tag reaches. */
  private indexOf(tag: Tag): number {
    const boundary = tag.isTablePart || tag.name === "table" ? tableOnly : tag.closesBlocks ? cellNames : blockNames
    return this.indexImplied({ name: tag.name, boundary })
  }

  private indexImplied({ boundary, name }: ImpliedEnd): number {
    for (let index = this.tags.length - 1; index >= 0; index--) {
      const open = this.tags[index]?.name ?? ""
      if (open === name) return index
      if (boundary.has(open)) return -1
    }
    return -1
  }

  /** The innermost open heading: the end tag of any heading closes it. */
  private lastHeading(): number {
    const index = this.tags.findLastIndex(({ isHeading, name }) => isHeading || cellNames.has(name))
    return this.tags[index]?.isHeading === true ? index : -1
  }

  private popTo(length: number): void {
    if (this.tags.length > length) this.beforePop()
    while (this.tags.length > length) {
      const tag = this.tags.pop()
      this.elements.pop()
      if (tag !== undefined) this.count(tag, -1)
    }
    if (length <= this.concealedAt) this.concealedAt = Number.POSITIVE_INFINITY
    if (length < this.droppedAt) {
      this.dropped.clear()
      this.droppedAt = Number.POSITIVE_INFINITY
    }
  }

  private count({ counted }: Tag, by: number): void {
    if (counted !== undefined) this.counts.set(counted, (this.counts.get(counted) ?? 0) + by)
  }
}
