/**
 * What a document holds beyond the elements that a tree is built of: written out while it goes by, with its headings,
 * lists, tables, code and links, at the cost of a step for each tag. Pictures, emphasis and formulas in markup aren't told.
 *
 * It comes in parts, each of which stands in the tree as a mark (`Marks.ts`), so that what is chosen of the tree, or
 * taken out of it, holds for them as well.
 */
import { UntrustedText } from "@porthole/core"
import { decodeHTML } from "entities"
import { limits } from "../tree/Limits.ts"
import type { Attribute } from "../budget/Tokenizer.ts"
import { blockNames, formattingNames, tableNames, voidNames } from "../budget/Nesting.ts"
import { shares } from "../hidden/Visibility.ts"
import { repeating } from "../render/TableBounds.ts"
import { Addresses } from "./Addresses.ts"
import { valuesOf } from "./Attributes.ts"
import { concealment } from "./Concealment.ts"
import type { Written } from "./Inline.ts"
import { isEndedBy, keeps, Open, type Stretch, together } from "./Stretch.ts"
import { type Concealed, isOfLetters, type Said } from "./Styling.ts"
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
  /** Characters that nobody can see, which aren't told. */
  readonly invisible: number
}

/** Of a document without overflow. */
export const nothingOver: Overflown = { parts: [], hidden: 0, unread: 0, invisible: 0 }

/** Takes what comes by, in document order. */
export class Overflow {
  private readonly mayRepeat = repeating()
  private readonly addresses: Addresses
  private readonly said: (name: string, own: ReadonlyArray<Attribute>) => Said
  private readonly stretches: Array<Stretch> = []
  private flow: Stretch
  private readonly chunks: Array<Chunk> = []
  private part = 0
  private elements = 0
  private invisible = 0

  /** `base` is what links are relative to. */
  constructor(base: string, stylesheets: ReadonlyArray<string>) {
    this.addresses = new Addresses(base)
    this.said = concealment(stylesheets)
    this.flow = this.stretch("", [])
  }

  /** Whether it holds as much as may be. */
  get isFull(): boolean {
    return this.elements >= limits.overflow
  }

  /** Whether white space counts in the text that comes next. */
  get isCode(): boolean {
    return this.top.writer.isCode
  }

  /** Whether what comes next belongs to what is concealed. */
  get isConcealed(): boolean {
    return this.stretches.length > 0
  }

  /** Goes on with what began in the tree and can't be gone on with there: what is concealed stays so, code stays code. */
  goOn(name: string, own: ReadonlyArray<Attribute>): void {
    const by = this.concealed(name, own)
    if (by !== undefined) {
      this.stretches.push(this.stretch(name, together(this.top.by, by)))
    } else this.top.open.begin(name)
    if (name === "pre") this.top.writer.open(name, valuesOf(own))
  }

  /** Text as it is written in the source. */
  text(text: string): void {
    this.top.writer.text(this.seen(text.includes("&") ? decodeHTML(text) : text))
  }

  /** Code on lines of its own, with no markup in it. */
  listing(text: string): void {
    const { writer } = this.top
    writer.open("pre", valuesOf([]))
    writer.text(this.seen(text))
    writer.close("pre")
  }

  /** A piece of code, or a formula as it is written. */
  code(text: string): void {
    const { writer } = this.top
    writer.open("code", valuesOf([]))
    writer.text(this.seen(text))
    writer.close("code")
  }

  open(name: string, own: ReadonlyArray<Attribute>): void {
    this.elements++
    while (isEndedBy(this.top, name) && !this.isOutside(name)) this.endStretch()
    const by = this.concealed(name, own)
    if (by !== undefined) {
      if (this.flow.writer.isBetween) this.keep(this.flow)
      this.stretches.push(this.stretch(name, together(this.top.by, by)))
    } else if (!voidNames.has(name)) this.top.open.begin(name)
    const { links, writer } = this.top
    const attributes = valuesOf(own)
    if (name !== "a") return writer.open(name, attributes)
    const href = attributes("href")?.trim()
    const isSelf = href?.startsWith("#") === true && writer.isHeading
    const address = href === undefined || isSelf ? undefined : this.addresses.of(href)
    writer.link(address)
    if (address !== undefined) links.push(address)
  }

  /** Whether an end tag ends nothing here, because what it could end lies around a cell, or something else of that kind. */
  isKept(name: string): boolean {
    for (const stretch of this.stretches.toReversed()) {
      const met = stretch.open.met(name) ?? stretch.name
      if (met !== name && keeps(met, name)) return blockNames.has(name)
      if (met === name || stretch.open.has(name)) return false
    }
    return false
  }

  close(name: string): void {
    const { top } = this
    const met = top.open.end(name)
    if (met === name || top === this.flow) return top.writer.close(name)
    if (name === top.name) {
      if (met === undefined || formattingNames.has(name)) this.endStretch()
      return
    }
    // A block ends the paragraph before it, so the end tag of a paragraph isn't that of one around a block.
    const isParagraphs = name === "p" && blockNames.has(top.name)
    if (met !== undefined || !blockNames.has(name) || isParagraphs || !this.isAround(name)) return
    // The end tag of what is around it ends it as well.
    this.endStretch()
    this.close(name)
  }

  /** Ends a part, and tells its number; `undefined` where nothing was written since the last one. */
  cut(): number | undefined {
    while (this.stretches.length > 0) this.endStretch()
    this.keep(this.flow)
    // What is open at the end of a part isn't in the next.
    this.flow = this.stretch("", [])
    return this.chunks.at(-1)?.part === this.part ? this.part++ : undefined
  }

  /**
   * Ends the overflow. What rules hide, or what surrounds content, stays where it is most of all there is, the characters of text
   * in the tree counted.
   */
  end(inTree = 0): Overflown {
    this.cut()
    const total = lengthOf(this.chunks) + inTree
    const lengths = new Map<Concealed, number>()
    for (const { by, text } of this.chunks)
      for (const each of by) lengths.set(each, (lengths.get(each) ?? 0) + text.length)
    const isDropped = ({ by }: Chunk): boolean =>
      by.some(
        (each) =>
          each === "itself" ||
          each === "letters" ||
          (lengths.get(each) ?? 0) < total * (each === "faded" ? shares.faded : shares.held),
      )
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
    const hidden = this.chunks.filter((chunk) => isDropped(chunk) && chunk.by.at(-1) !== "surroundings").length
    return { parts, hidden, unread: this.addresses.unread, invisible: this.invisible }
  }

  /** What a start tag changes of what conceals the text within, where it does. */
  private concealed(name: string, own: ReadonlyArray<Attribute>): Concealed | "legible" | undefined {
    const said = this.said(name, own)
    const { by } = this.top
    if (said === "legible" && !by.some(isOfLetters)) return undefined
    if (said === undefined || this.stretches.length < deepest) return said
    // What is shown within so many that are hidden and shown in turns has nothing within it that is taken for shown.
    const isCertain = said === "itself" || (said !== "legible" && isOfLetters(said))
    return isCertain && by[0] !== "itself" ? "itself" : undefined
  }

  /** A text without what nobody can see. */
  private seen(text: string): string {
    // Most texts are plain.
    if (plain.test(text)) return text
    this.invisible += UntrustedText.countInvisible(text)
    return UntrustedText.stripInvisible(text).replace(/[^\P{Cc}\s]/gu, "")
  }

  /** Whether it is a part of a table where there is none, which browsers pass over. */
  private isOutside(name: string): boolean {
    return tableNames.has(name) && name !== "table" && !this.isAround("table")
  }

  /** Whether an element is open around the stretch at hand. */
  private isAround(name: string): boolean {
    const around = [this.flow, ...this.stretches.slice(0, -1)]
    return around.some((stretch) => stretch.name === name || stretch.open.has(name))
  }

  private get top(): Stretch {
    return this.stretches.at(-1) ?? this.flow
  }

  private stretch(name: string, by: Stretch["by"]): Stretch {
    return { name, by, writer: new Writer(this.mayRepeat), links: [], open: new Open() }
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

interface Chunk extends Part {
  readonly by: Stretch["by"]
  readonly part: number
}

const plain = /^[\t\n\r -~]*$/

/** Stretches within stretches; deeper than that is one more alone, of what is hidden for certain. */
const deepest = 16

const lengthOf = (chunks: ReadonlyArray<Chunk>): number => chunks.reduce((sum, { text }) => sum + text.length, 0)

const joined = (texts: ReadonlyArray<string>): string => texts.filter((text) => text !== "").join("\n\n")
