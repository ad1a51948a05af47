/** The rows of a table as they go by, each a line of a GFM table once it is over. */
import { maxColumns } from "../render/TableBounds.ts"
import type { Written } from "./Inline.ts"

/** A cell, and the columns and rows that it spans. */
export interface Cell extends Written {
  readonly isHead: boolean
  readonly columns: number
  readonly rows: number
}

/** The rows of one table. */
export class Rows {
  private readonly mayRepeat: (length: number) => boolean
  private readonly reaching: Array<{ readonly cell: Cell; rows: number } | undefined> = []
  private columns = 0

  /** Tables of one document share what may be repeated. */
  constructor(mayRepeat: (length: number) => boolean) {
    this.mayRepeat = mayRepeat
  }

  /** Writes a row. Before the first one stands a head, which is empty where the row is none itself. */
  write(own: ReadonlyArray<Cell>): ReadonlyArray<Written> {
    const cells = this.filled(own)
    const row = { text: cells.map(({ text }) => text).join("\t"), markdown: line(cells) }
    if (this.columns > 0) {
      const missing = Math.max(0, this.columns - cells.length)
      return [{ text: row.text, markdown: row.markdown + " |".repeat(missing) }]
    }
    this.columns = cells.length
    const rule = { text: "", markdown: `|${" --- |".repeat(cells.length)}` }
    const isHead = own.every((cell) => cell.isHead)
    return isHead ? [row, rule] : [{ text: "", markdown: `|${"  |".repeat(cells.length)}` }, rule, row]
  }

  /** A row's cells, with those that reach into it from above; what spans several columns stands in the first. */
  private filled(own: ReadonlyArray<Cell>): ReadonlyArray<Written> {
    const cells: Array<Written> = []
    const fill = (): void => {
      for (let above = this.reaching[cells.length]; above !== undefined && above.rows > 0;) {
        above.rows--
        cells.push(this.again(above.cell))
        above = this.reaching[cells.length]
      }
    }
    const beyond: Array<Written> = []
    for (const cell of own) {
      fill()
      if (cells.length >= maxColumns) beyond.push(cell)
      for (let column = 0; column < cell.columns && cells.length < maxColumns; column++) {
        const placed = column === 0 ? cell : { ...cell, text: "", markdown: "" }
        if (cell.rows > 1) this.reaching[cells.length] = { cell: placed, rows: cell.rows - 1 }
        cells.push(placed)
      }
    }
    fill()
    const last = cells.slice(maxColumns - 1)
    if (beyond.length > 0)
      cells[maxColumns - 1] = {
        text: [...last, ...beyond].map(({ text }) => text).join(" "),
        markdown: [...last, ...beyond].map(({ markdown }) => markdown).join(" "),
      }
    return cells
  }

  private again(cell: Written): Written {
    return this.mayRepeat(cell.markdown.length) ? cell : { text: "", markdown: "" }
  }
}

// --- private --------------------------------------------------------------------------

const line = (cells: ReadonlyArray<Written>): string =>
  `| ${cells.map(({ markdown }) => markdown.replaceAll("|", "\\|")).join(" | ")} |`
