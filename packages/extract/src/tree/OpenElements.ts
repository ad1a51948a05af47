/**
 * The open elements of a document during parsing: which elements a tag closes, and which are too deep. A too deep
 * element is left out and its text stays.
 */
import { limits } from "./Limits.ts"
import type { Tag } from "./Tags.ts"

/** The stack of open elements, the body first. */
export class OpenElements {
  private readonly tags: Array<Tag> = []
  private readonly elements: Array<Element>
  private readonly counts = new Map<string, number>()
  /** Start tags that were left out, by name: their end tags are left out too. */
  private readonly dropped = new Map<string, number>()
  private droppedAt = Number.POSITIVE_INFINITY
  /** The number of open elements in which white space may count. */
  private spaced = 0
  private around = 0
  private aroundText = 0
  /** The number of open elements when one began that is too deep, but may hide its text. */
  private concealedAt = Number.POSITIVE_INFINITY
  private readonly body: Element
  private readonly beforePop: () => void

  /** `beforePop` runs before an element is closed. */
  constructor(body: Element, beforePop: () => void) {
    this.body = body
    this.elements = [body]
    this.beforePop = beforePop
  }

  /** The element to which nodes are appended. */
  get parent(): Element {
    return this.elements.at(-1) ?? this.body
  }

  isIn(counted: string): boolean {
    return (this.counts.get(counted) ?? 0) > 0
  }

  /** Whether white space may count here. */
  get keepsSpace(): boolean {
    return this.spaced > 0
  }

  /** Counts text in the open elements. */
  text(length: number): void {
    this.aroundText += length * this.tags.length
  }

  /** Whether a start tag is ignored: a form within a form, or a part of a table outside of one. */
  ignores(tag: Tag): boolean {
    return tag.name === "form" ? this.isIn("form") : tag.isTablePart && !this.isIn("table")
  }

  /** Closes the elements that a start tag closes. */
  closeImplied(tag: Tag): void {
    const { closes, endsParagraph, name } = tag
    const last = this.tags.at(-1)?.name
    if ((endsParagraph && last === "p") || (name === "option" && last === "option")) this.popTo(this.tags.length - 1)
    if (closes !== undefined) this.popTo(this.innermost(isClosedByStart, tag, closes.barriers))
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
  drop({ name }: Tag): void {
    this.dropped.set(name, (this.dropped.get(name) ?? 0) + 1)
    this.droppedAt = Math.min(this.droppedAt, this.tags.length)
  }

  /** Handles an end tag; `false` if it belongs to a start tag that was left out. */
  close(tag: Tag): boolean {
    const { endTagBarriers, name } = tag
    const left = this.dropped.get(name) ?? 0
    if (left > 0) {
      this.dropped.set(name, left - 1)
      return false
    }
    this.popTo(this.innermost(isClosedByEnd, tag, endTagBarriers))
    return true
  }

  closeAll(): void {
    this.popTo(0)
  }

  /** The depth of the innermost open element that `tag` closes; infinite if an element of `barriers` is open in it. */
  private innermost(isClosed: (open: Tag, tag: Tag) => boolean, tag: Tag, barriers: ReadonlySet<string>): number {
    for (let index = this.tags.length - 1; index >= 0; index--) {
      const open = this.tags[index]
      if (open !== undefined && isClosed(open, tag)) return index
      if (open !== undefined && barriers.has(open.name)) break
    }
    return Number.POSITIVE_INFINITY
  }

  private popTo(length: number): void {
    if (length >= this.tags.length) return
    this.beforePop()
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

  private count({ counted, keepsSpace }: Tag, by: number): void {
    if (keepsSpace) this.spaced += by
    if (counted !== undefined) this.counts.set(counted, (this.counts.get(counted) ?? 0) + by)
  }
}

// --- private --------------------------------------------------------------------------

const isClosedByStart = (open: Tag, { closes }: Tag): boolean => closes?.names.has(open.name) === true

/** The end tag of any heading closes the innermost one. */
const isClosedByEnd = (open: Tag, { isHeading, name }: Tag): boolean =>
  isHeading ? open.isHeading : open.name === name
