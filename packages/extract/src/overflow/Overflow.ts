/**
 * What a document holds beyond the elements that a tree is built of: written out while it goes by, with its headings,
 * lists, tables, code and links, at the cost of a step for each tag. Pictures, emphasis and formulas in markup aren't told.
 *
 * It comes in parts, each of which stands in the tree as a mark (`Marks.ts`), so that what is chosen of the tree, or
 * taken out of it, holds for them as well.
 */
import { decodeHTML } from "entities"
import { limits } from "../budget/Limits.ts"
import type { Attribute } from "../budget/Tokenizer.ts"
import { blockNames, voidNames } from "../budget/Nesting.ts"
import { Addresses } from "./Addresses.ts"
import { valuesOf } from "./Attributes.ts"
import { type Concealed, concealment, endsWith } from "./Concealment.ts"
import type { Written } from "./Inline.ts"
import { repeated } from "./Rows.ts"
import { Writer } from "./Writer.ts"

/** A part of the document that stands in one place of the tree, and the absolute addresses that it links to. */
export interface Part extends Written {
  readonly links: ReadonlyArray<string>
}

/** An overflow that is over. */
export interface Overflown {
  /** By the numbers of their marks. */
  readonly parts: ReadonlyArray<Part>
  /** Parts that nobody sees, and so aren't told. */
  readonly hidden: number
  /** Different links that aren't told, because there are so many. */
  readonly unread: number
}

/** Of a document without overflow. */
export const nothingOver: Overflown = { parts: [], hidden: 0, unread: 0 }

/** Takes what comes by, in document order. */
export class Overflow {
  private readonly repeated = repeated()
  private readonly addresses: Addresses
  private readonly concealed: (name: string, own: ReadonlyArray<Attribute>) => Concealed | undefined
  private readonly stretches: Array<Stretch> = []
  private flow: Stretch
  private readonly chunks: Array<Chunk> = []
  private part = 0
  private elements = 0

  /** `base` is what links are relative to. */
  constructor(base: string, stylesheets: ReadonlyArray<string>) {
    this.addresses = new Addresses(base)
    this.concealed = concealment(stylesheets)
    this.flow = this.stretch("", undefined)
  }

  /** Whether it holds as much as may be. */
  get isFull(): boolean {
    return this.elements >= limits.overflow
  }

  /** Whether white space counts in the text that comes next. */
  get isCode(): boolean {
    return this.top.writer.isCode
  }

  /** Text as it is written in the source. */
  text(text: string): void {
    this.top.writer.text(text.includes("&") ? decodeHTML(text) : text)
  }

  /** A piece of code, or a formula as it is written. */
  code(text: string): void {
    const { writer } = this.top
    writer.open("code", valuesOf([]))
    writer.text(text)
    writer.close("code")
  }

  open(name: string, own: ReadonlyArray<Attribute>): void {
    this.elements++
    if (isEmpty(this.top) && endsWith(this.top.name, name)) this.endStretch()
    const by = this.stretches.length < deepest ? this.concealed(name, own) : undefined
    if (by !== undefined) {
      if (this.flow.writer.isBetween) this.keep(this.flow)
      this.stretches.push(this.stretch(name, by))
    } else if (this.top !== this.flow && !voidNames.has(name)) count(this.top, name, 1)
    const { links, writer } = this.top
    const attributes = valuesOf(own)
    if (name !== "a") return writer.open(name, attributes)
    const href = attributes("href")?.trim()
    const isSelf = href?.startsWith("#") === true && writer.isHeading
    const address = href === undefined || isSelf ? undefined : this.addresses.of(href)
    writer.link(address)
    if (address !== undefined) links.push(address)
  }

  close(name: string): void {
    const { by, name: own, open, writer } = this.top
    if (by === undefined) return writer.close(name)
    if ((open.get(name) ?? 0) > 0) {
      count(this.top, name, -1)
      return writer.close(name)
    }
    if (name !== own && !blockNames.has(name)) return
    // The end tag of what is around it ends it as well.
    this.endStretch()
    if (name !== own) this.close(name)
  }

  /** Ends a part, and tells its number; `undefined` where nothing was written since the last one. */
  cut(): number | undefined {
    while (this.stretches.length > 0) this.endStretch()
    this.keep(this.flow)
    return this.chunks.at(-1)?.part === this.part ? this.part++ : undefined
  }

  /** Ends the overflow. What rules hide, or what surrounds content, stays where it is most of all there is. */
  end(): Overflown {
    this.cut()
    const total = lengthOf(this.chunks)
    const dropped = new Set<Concealed | undefined>(["itself"])
    for (const [by, chunks] of Map.groupBy(this.chunks, (chunk) => chunk.by))
      if (by !== undefined && lengthOf(chunks) < most * total) dropped.add(by)
    const isDropped = ({ by }: Chunk): boolean => dropped.has(by)
    const told = Map.groupBy(
      this.chunks.filter((chunk) => !isDropped(chunk)),
      ({ part }) => part,
    )
    const parts = Array.from({ length: this.part }, (_, part) => {
      const chunks = told.get(part) ?? []
      return {
        text: joined(chunks.map(({ text }) => text)),
        markdown: joined(chunks.map(({ markdown }) => markdown)),
        links: chunks.flatMap(({ links }) => links),
      }
    })
    const hidden = this.chunks.filter((chunk) => isDropped(chunk) && chunk.by !== "surroundings").length
    return { parts, hidden, unread: this.addresses.unread }
  }

  private get top(): Stretch {
    return this.stretches.at(-1) ?? this.flow
  }

  private stretch(name: string, by: Concealed | undefined): Stretch {
    return { name, by, writer: new Writer(this.repeated), links: [], open: new Map() }
  }

  private endStretch(): void {
    const ended = this.stretches.pop()
    if (ended !== undefined) this.keep(ended)
  }

  private keep({ by, links, writer }: Stretch): void {
    const written = writer.take()
    if (written.markdown !== "") this.chunks.push({ ...written, by, links: links.splice(0), part: this.part })
  }
}

// --- private --------------------------------------------------------------------------

/** What is told, or not told, as one. */
interface Stretch {
  readonly name: string
  readonly by: Concealed | undefined
  readonly writer: Writer
  readonly links: Array<string>
  /** How many elements of a name are open within. */
  readonly open: Map<string, number>
}

interface Chunk extends Part {
  readonly by: Concealed | undefined
  readonly part: number
}

const count = ({ open }: Stretch, name: string, by: number): void => {
  const left = (open.get(name) ?? 0) + by
  if (left > 0) open.set(name, left)
  else open.delete(name)
}

const isEmpty = ({ open }: Stretch): boolean => open.size === 0

/** Stretches within stretches. */
const deepest = 16

/** The share of the text from which on what seems hidden is taken for content. */
const most = 0.4

const lengthOf = (chunks: ReadonlyArray<Chunk>): number => chunks.reduce((sum, { text }) => sum + text.length, 0)

const joined = (texts: ReadonlyArray<string>): string => texts.filter((text) => text !== "").join("\n\n")
