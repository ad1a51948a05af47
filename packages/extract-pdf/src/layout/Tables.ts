/**
 * Tables with empty cells: rows below each other whose cells stand in the same columns. Without its columns such a row
 * would say nothing, because its values could belong to any of them. Tables without empty cells stay lines.
 */
import type { Stretch } from "./Block.ts"
import type { Line } from "./LineBuilder.ts"
import type { Cell } from "./Pieces.ts"

/** The tables with empty cells of a page; lines that are taken are skipped. */
export const tablesIn = (lines: ReadonlyArray<Line>, isTaken: (at: number) => boolean): ReadonlyArray<Stretch> => {
  const stretches: Array<Stretch> = []
  for (let from = 0; from < lines.length;) {
    const to = endOfRows(lines, from, isTaken)
    const rows = to - from < minRows ? undefined : rowsOf(lines.slice(from, to))
    if (rows !== undefined) stretches.push({ from, to, block: { kind: "table", rows } })
    from = Math.max(to, from + 1)
  }
  return stretches
}

// --- private --------------------------------------------------------------------------

/** Minimum number of rows with several cells, and of columns, and maximum number of columns. */
const minRows = 3
const minColumns = 3
const maxColumns = 40

/** Maximum distance of two rows, in font sizes. */
const maxRowDistance = 3

/** The end of the rows that are below each other. */
const endOfRows = (lines: ReadonlyArray<Line>, from: number, isTaken: (at: number) => boolean): number => {
  let to = from
  for (; to < lines.length && !isTaken(to); to++) {
    const [before, line, next] = [lines[to - 1], lines[to], lines[to + 1]]
    if (line?.cells === undefined || (line.cells.length < 2 && (to === from || !isRowBetween(before, line, next))))
      break
    if (to === from || before === undefined) continue
    const distance = before.y - line.y
    if (distance <= 0 || distance > maxRowDistance * line.size) break
  }
  return to
}

/** Whether a line is a row of one cell between two others: it stands in one of their columns. */
const isRowBetween = (before: Line | undefined, line: Line, next: Line | undefined): boolean =>
  [before, next].every(({ cells = [] } = line) => {
    const over = cells.filter((cell) => line.cells?.some((own) => isIn(own, cell)) === true)
    return cells.length > 1 && over.length < 2
  })

/** A column's extent. */
interface Column {
  left: number
  right: number
}

/** The rows of a table with a cell for each column; `undefined` if the lines are none, or have no empty cell. */
const rowsOf = (lines: ReadonlyArray<Line>): ReadonlyArray<ReadonlyArray<string>> | undefined => {
  const columns = columnsOf(lines)
  if (columns === undefined || columns.length < minColumns || columns.length > maxColumns) return undefined
  const rows = lines.map(({ cells = [] }) =>
    columns.map((column) =>
      cells
        .filter((cell) => isIn(cell, column))
        .map(({ text }) => text)
        .join(" "),
    ),
  )
  const hasGaps = rows.some((row) => row.includes(""))
  // The wide blanks of justified text are neither below each other nor in most lines.
  const areColumns = columns.every((_, at) => rows.filter((row) => row[at] !== "").length > 1)
  return hasGaps && areColumns && lines.filter(({ isRow }) => isRow).length * 2 >= lines.length ? rows : undefined
}

const isIn = (cell: Cell, { left, right }: Column): boolean => cell.left < right && cell.right > left

/** The columns of rows from left to right; `undefined` if a cell reaches over several of them. */
const columnsOf = (lines: ReadonlyArray<Line>): ReadonlyArray<Column> | undefined => {
  const columns: Array<Column> = []
  for (const { cells = [] } of lines.toSorted((one, other) => (other.cells?.length ?? 0) - (one.cells?.length ?? 0))) {
    for (const cell of cells) {
      const over = columns.filter((column) => isIn(cell, column))
      const [column] = over
      if (over.length > 1 || columns.length > maxColumns) return undefined
      if (column === undefined) columns.push({ left: cell.left, right: cell.right })
      else {
        column.left = Math.min(column.left, cell.left)
        column.right = Math.max(column.right, cell.right)
      }
    }
  }
  return columns.toSorted((one, other) => one.left - other.left)
}
