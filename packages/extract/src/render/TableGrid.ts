/**
 * A table's rows with the same number of cells each. A cell that spans several rows or columns is repeated in each of
 * them, because a model reads a row by itself and a value holds for all that it spans. A cell that spans the whole row
 * is a heading within the table and stands once. Long texts stand once as well.
 */
import { childrenOf, isElement } from "../tree/Dom.ts"
import { select } from "../tree/Select.ts"

/** A cell of the grid. */
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
export const grids = (): ((table: Element, contentOf: (cell: Element) => string) => ReadonlyArray<Row>) => {
  let left = mostRepeated
  const repeated = (cell: Cell): Cell => {
    const isRepeated = cell.text.length <= Math.min(longestRepeated, left)
    if (isRepeated) left -= cell.text.length
    return isRepeated ? cell : { ...cell, text: "" }
  }
  return (table, contentOf) => {
    const reaching: Array<{ readonly cell: Cell; rows: number } | undefined> = []
    const rows = select(table, "tr").map((row) => {
      const cells: Array<Cell> = []
      const fill = (): void => {
        for (
          let above = reaching[cells.length];
          cells.length < maxColumns && above !== undefined && above.rows > 0;
          above = reaching[cells.length]
        ) {
          above.rows--
          cells.push(repeated(above.cell))
        }
      }
      const own = childrenOf(row).filter(isElement)
      for (const element of own) {
        fill()
        const cell = { text: inLine(contentOf(element)), isHead: element.localName === "th" }
        const last = cells[maxColumns - 1]
        if (last !== undefined) cells[maxColumns - 1] = { ...last, text: `${last.text} ${cell.text}` }
        const width = spanOf(element.getAttribute("colspan"))
        const height = spanOf(element.getAttribute("rowspan"))
        for (let index = 0; index < width && cells.length < maxColumns; index++) {
          reaching[cells.length] = { cell, rows: height - 1 }
          cells.push(index === 0 ? cell : own.length === 1 ? { ...cell, text: "" } : repeated(cell))
        }
      }
      fill()
      return { cells, isHead: row.parentElement?.localName === "thead", isWhole: own.length === 1 && cells.length > 1 }
    })
    return even(rows.filter((row) => row.cells.length > 0))
  }
}

// --- private --------------------------------------------------------------------------

/** Most columns of a table; cells beyond are put into the last one. */
const maxColumns = 64
/** Most characters of one repeated text, and of all of them. */
const longestRepeated = 200
const mostRepeated = 100_000

/** The number of columns or rows that a cell's attribute claims. */
const spanOf = (value: string | null): number => {
  const span = Number(value ?? 1)
  return Number.isInteger(span) ? Math.min(Math.max(span, 1), maxColumns) : 1
}

/** Fills rows up to the longest, and leaves out empty columns. */
const even = (rows: ReadonlyArray<Row>): ReadonlyArray<Row> => {
  const used = new Set<number>()
  for (const row of rows) for (const [index, cell] of row.cells.entries()) if (cell.text !== "") used.add(index)
  const columns = Array.from(used).toSorted((one, other) => one - other)
  return rows.map((row) => ({
    ...row,
    cells: columns.map((index) => row.cells[index] ?? { text: "", isHead: row.isHead }),
    isWhole: row.isWhole && row.cells.length >= columns.length,
  }))
}

const inLine = (content: string): string => content.replace(/\s+/g, " ").trim().replaceAll("|", "\\|")
