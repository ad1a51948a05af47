/**
 * A table's rows with the same number of cells each. What spans several rows or columns is repeated in each of them,
 * because a model reads a row by itself and a value holds for all that it spans; where one cell spans the
 * whole row it is a heading within the table and stands once. Long texts stand once as well.
 */
import { select } from "../tree/Select.ts"
import { maxColumns, repeating, spanOf } from "./TableBounds.ts"

/** A place of the grid. */
export interface Cell {
  readonly text: string
  readonly isHead: boolean
}

/** A row; `isWhole` says that one cell spans all of it, `isHead` that it stands in the table's head. */
export interface Row {
  readonly cells: ReadonlyArray<Cell>
  readonly isHead: boolean
  readonly isWhole: boolean
}

/** Makes grids of tables; what they repeat is bounded for all of them together. */
export const grids = (contentOf: (cell: Element) => string): ((table: Element) => ReadonlyArray<Row>) => {
  const mayRepeat = repeating()
  const repeated = (text: string): string => (mayRepeat(text.length) ? text : "")
  return (table) => {
    const reaching: Array<{ readonly cell: Cell; rows: number } | undefined> = []
    const rows = select(table, "tr")
      .map((row) => {
        const cells: Array<Cell> = []
        const fill = (): void => {
          for (
            let above = reaching[cells.length];
            cells.length < maxColumns && above !== undefined && above.rows > 0;
            above = reaching[cells.length]
          ) {
            above.rows--
            cells.push({ text: repeated(above.cell.text), isHead: above.cell.isHead })
          }
        }
        const own = Array.from(row.children)
        for (const element of own) {
          fill()
          const cell = { text: inLine(contentOf(element)), isHead: element.nodeName === "TH" }
          const last = cells.at(-1)
          if (cells.length >= maxColumns && last !== undefined)
            cells[maxColumns - 1] = { ...last, text: `${last.text} ${cell.text}`.trim() }
          const width = spanOf(element.getAttribute("colspan"))
          const height = spanOf(element.getAttribute("rowspan"))
          for (let index = 0; index < width && cells.length < maxColumns; index++) {
            reaching[cells.length] = { cell, rows: height - 1 }
            cells.push(index === 0 ? cell : { text: own.length === 1 ? "" : repeated(cell.text), isHead: cell.isHead })
          }
        }
        fill()
        return { cells, isHead: row.parentElement?.nodeName === "THEAD", isWhole: own.length === 1 && cells.length > 1 }
      })
      .filter((row) => row.cells.length > 0)
    return even(rows)
  }
}

// --- private --------------------------------------------------------------------------

/** Fills rows up to the longest, and leaves out columns in which nothing stands. */
const even = (rows: ReadonlyArray<Row>): ReadonlyArray<Row> => {
  const used = new Set<number>()
  for (const row of rows) for (const [index, cell] of row.cells.entries()) if (cell.text !== "") used.add(index)
  const columns = Array.from({ length: maxColumns }, (_, index) => index).filter((index) => used.has(index))
  return rows.map((row) => ({
    ...row,
    cells: columns.map((index) => row.cells[index] ?? { text: "", isHead: row.isHead }),
    isWhole: row.isWhole && row.cells.length >= columns.length,
  }))
}

const inLine = (content: string): string => content.replace(/\s+/g, " ").trim().replaceAll("|", "\\|")
