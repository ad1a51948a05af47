/**
 * Writes markup out, as text and as Markdown, while its tags go by: headings, paragraphs, lists, tables, code and links.
 * There is no tree, so that a tag costs one step, however many there are.
 */
import { blockNames } from "../budget/Nesting.ts"
import { boundedRuns } from "../tree/Whitespace.ts"
import { fenced } from "../render/CommonMark.ts"
import { spanOf } from "../render/TableBounds.ts"
import type { Attributes } from "./Attributes.ts"
import { Inline, type Written } from "./Inline.ts"
import { type Cell, Rows } from "./Rows.ts"

/** Writes out what it is told, in document order. */
export class Writer {
  private readonly inline = new Inline()
  private blocks: Array<Block> = []
  private readonly lists: Array<List> = []
  private marker: string | undefined
  private heading = 0
  /** Line breaks since the last text; two or more part paragraphs. */
  private breaks = 0
  private code: Array<string> | undefined
  private rows: Rows | undefined
  private row: Array<Cell> | undefined
  private cell: Omit<Cell, keyof Written> | undefined
  private readonly mayRepeat: (length: number) => boolean

  /** `mayRepeat` is that of the document. */
  constructor(mayRepeat: (length: number) => boolean) {
    this.mayRepeat = mayRepeat
  }

  /** Whether white space counts. */
  get isCode(): boolean {
    return this.code !== undefined
  }

  /** Whether a heading is being written. */
  get isHeading(): boolean {
    return this.heading > 0
  }

  /** Whether nothing is begun that what stands elsewhere would break. */
  get isBetween(): boolean {
    return this.inline.isEmpty && this.row === undefined && this.rows === undefined && this.code === undefined
  }

  text(text: string): void {
    if (this.code === undefined) this.inline.add(text)
    else this.code.push(text)
  }

  /** What comes next is a link, up to the next end of one; with no address it is text, unless it only marks a place. */
  link(address: string | undefined): void {
    if (this.code === undefined) this.inline.beginLink(address)
  }

  open(name: string, attributes: Attributes): void {
    if (this.code !== undefined) {
      if (name === "br") this.code.push("\n")
    } else if (codeNames.has(name)) this.inline.beginCode()
    else if (name === "sub" || name === "sup") this.inline.beginScript(name)
    else if (name === "br" && this.heading > 0) this.inline.add(" ")
    else if (name === "br") {
      this.part()
      this.breaks++
    } else if (name === "td" || name === "th") this.beginCell(name, attributes)
    else if (blockNames.has(name)) {
      if (loud.has(name)) this.spill()
      this.part()
      this.breaks = 0
      this.begin(name, attributes)
    }
  }

  close(name: string): void {
    if (name === "pre") this.endCode()
    else if (this.code !== undefined) {
      if (blockNames.has(name)) this.code.push("\n")
    } else if (name === "a") this.inline.endLink()
    else if (codeNames.has(name)) this.inline.endCode()
    else if (name === "sub" || name === "sup") this.inline.endScript()
    else if (name === "td" || name === "th") this.endCell()
    else if (blockNames.has(name)) {
      if (rowEnds.has(name)) this.endRow()
      this.part()
      if (name === "table") this.rows = undefined
      if (listNames.has(name)) this.lists.pop()
      if (headings.includes(name)) this.heading = 0
      this.breaks = 0
    }
  }

  /** What was written since the last time. */
  take(): Written {
    this.endCode()
    this.endRow()
    this.part()
    const taken = {
      text: joined(this.blocks, ({ text }) => text),
      markdown: joined(this.blocks, ({ markdown }) => markdown),
    }
    this.blocks = []
    this.rows = undefined
    return taken
  }

  private begin(name: string, attributes: Attributes): void {
    const level = headings.indexOf(name) + 1
    if (level > 0) {
      this.heading = level
      this.lists.length = 0
    } else if (name === "pre") this.code = []
    else if (name === "table") this.rows = undefined
    else if (name === "tr") {
      this.endRow()
      this.row = []
    } else if (listNames.has(name)) {
      const start = Number(attributes("start") ?? 1)
      this.lists.push({ isOrdered: name === "ol", next: Number.isSafeInteger(start) ? Math.abs(start) : 1 })
    } else if (name === "li") {
      // Of a list that had begun before, only the items come by.
      if (this.lists.length === 0) this.lists.push({ isOrdered: false, next: 1 })
      const list = this.lists.at(-1)
      this.marker = list?.isOrdered === true ? `${list.next++}. ` : "- "
    }
  }

  /** Ends a block; within a cell there are none. */
  private part(): void {
    if (this.cell !== undefined) return this.inline.isEmpty ? undefined : this.inline.add(" ")
    const { markdown, text } = this.inline.take()
    if (markdown === "") return
    const isItem = this.lists.length > 0
    const prefix = this.heading > 0 ? `${"#".repeat(this.heading)} ` : isItem ? this.indent() : ""
    this.blocks.push({
      tight: this.breaks === 1 ? "line" : isItem ? "item" : undefined,
      text,
      markdown: prefix + markdown,
    })
    this.marker = undefined
    this.heading = 0
    this.breaks = 0
  }

  /** What stands before a line of a list: its marker on the first, and room for it on those after. */
  private indent(): string {
    const depth = Math.min(this.lists.length, deepestList)
    const own = this.lists.at(-1)?.isOrdered === true ? 3 : 2
    return "   ".repeat(depth - 1) + (this.marker ?? " ".repeat(own))
  }

  private beginCell(name: string, attributes: Attributes): void {
    this.endCell()
    if (this.row === undefined) return this.part()
    this.cell = { isHead: name === "th", columns: spanOf(attributes("colspan")), rows: spanOf(attributes("rowspan")) }
  }

  private endCell(): void {
    if (this.cell === undefined) return this.row === undefined ? this.part() : undefined
    this.row?.push({ ...this.cell, ...this.inline.take() })
    this.cell = undefined
  }

  /** A row of one cell is a paragraph, unless the table has others. */
  private endRow(): void {
    if (this.row === undefined) return
    if (this.cell !== undefined) this.endCell()
    const row = this.row
    this.row = undefined
    if (row.every(({ markdown }) => markdown === "")) return
    if (row.length === 1 && this.rows === undefined) return this.paragraphs(row)
    this.rows ??= new Rows(this.mayRepeat)
    for (const line of this.rows.write(row)) this.blocks.push({ ...line, tight: "row" })
  }

  /** What is no cell of data, because it holds headings, lists or tables, is written as what it holds. */
  private spill(): void {
    if (this.row === undefined) return
    if (this.cell !== undefined) this.endCell()
    const row = this.row
    this.row = undefined
    // The rows after it are a table of their own.
    this.rows = undefined
    this.paragraphs(row)
  }

  private paragraphs(row: ReadonlyArray<Written>): void {
    for (const { markdown, text } of row) if (markdown !== "") this.blocks.push({ text, markdown, tight: undefined })
  }

  private endCode(): void {
    if (this.code === undefined) return
    const text = boundedRuns(this.code.join("")).replace(/^\n+/, "").trimEnd()
    this.code = undefined
    if (text !== "") this.blocks.push({ text, markdown: fenced(text), tight: undefined })
  }
}

// --- private --------------------------------------------------------------------------

/** Items and rows follow one another without a blank line, a line whatever is before it. */
interface Block extends Written {
  readonly tight: "row" | "item" | "line" | undefined
}

interface List {
  readonly isOrdered: boolean
  next: number
}

const headings = ["h1", "h2", "h3", "h4", "h5", "h6"]
const listNames: ReadonlySet<string> = new Set(["ul", "ol", "menu", "dir"])
const codeNames: ReadonlySet<string> = new Set(["code", "kbd", "samp", "tt"])
const rowEnds: ReadonlySet<string> = new Set(["tr", "thead", "tbody", "tfoot", "table"])

/** Blocks that no cell of data holds. */
const loud: ReadonlySet<string> = new Set([...headings, ...listNames, "pre", "table", "blockquote"])

/** From here on lists aren't indented any further. */
const deepestList = 8

const isTight = (before: Block, { tight }: Block): boolean =>
  tight === "line" || (tight !== undefined && tight === before.tight)

const joined = (blocks: ReadonlyArray<Block>, of: (block: Block) => string): string => {
  let all = ""
  let before: Block | undefined
  for (const block of blocks) {
    const written = of(block)
    if (written === "") continue
    if (before !== undefined) all += isTight(before, block) ? "\n" : "\n\n"
    all += written
    before = block
  }
  return all
}
