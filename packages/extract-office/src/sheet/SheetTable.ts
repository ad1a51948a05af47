/** Writes a sheet's cells as a table of HTML: rows and columns with values, merged cells, links and comments. */
import type { Relationships } from "../container/OpenXml.ts"
import { escaped } from "../Made.ts"
import type { CellStyle } from "./Cells.ts"
import type { Range, SheetCell, SheetRows } from "./SheetRows.ts"

/** A sheet to write. */
export interface Sheet {
  readonly rows: SheetRows
  readonly styles: ReadonlyArray<CellStyle>
  readonly shown: (cell: SheetCell) => string
  readonly comments: ReadonlyMap<string, string>
  readonly relationships: Relationships
  /** The most characters of its cells: many cells may share a long text. */
  readonly maxText: number
}

/** The table; `hidden` is the number of cells that the sheet's formats hide, `length` that of the others' texts. */
export const tableOf = ({ comments, maxText, relationships, rows, shown, styles }: Sheet) => {
  let [hidden, length] = [0, 0]
  const texts = new Map<number, Map<number, string>>()
  const columns = new Set<number>()
  const merged = new Map(rows.merged.map((range) => [`${range.top}/${range.left}`, range]))
  for (const cell of rows.cells) {
    const text = shown(cell).trim()
    if (text === "" || styles[cell.style]?.isUnseen === true) {
      if (cell.value.trim() !== "") hidden += 1
      continue
    }
    length += text.length
    if (length > maxText) break
    const at = `${cell.row}/${cell.column}`
    const link = relationships.get(rows.links.get(at) ?? "")
    const comment = comments.get(at)
    const html = escaped(text).replaceAll("\n", " ")
    const linked =
      link?.isExternal === true && /^https?:/i.test(link.target)
        ? `<a href="${escaped(link.target)}">${html}</a>`
        : html
    const line = texts.get(cell.row) ?? new Map<number, string>()
    texts.set(cell.row, line)
    line.set(cell.column, comment === undefined ? linked : `${linked} ${commentOf(comment)}`)
    columns.add(cell.column)
  }
  // Comments of cells without a value.
  for (const [at, comment] of comments) {
    const [row = 0, column = 0] = at.split("/").map(Number)
    const line = texts.get(row) ?? new Map<number, string>()
    if (line.has(column) || !rows.isShown(row, column)) continue
    texts.set(row, line.set(column, commentOf(comment)))
    columns.add(column)
  }
  const shownColumns = Array.from(columns).toSorted((one, other) => one - other)
  const shownRows = Array.from(texts.keys()).toSorted((one, other) => one - other)
  const most = Math.max(1, Math.floor(maxCells / Math.max(1, shownColumns.length)))
  const covered = new Set<string>()
  const lines = shownRows.slice(0, most).map((row, rowAt) => {
    const cells = shownColumns.map((column, columnAt) => {
      if (covered.has(`${row}/${column}`)) return ""
      const range = merged.get(`${row}/${column}`)
      const spans = spansOf(range, [shownRows, rowAt], [shownColumns, columnAt], covered)
      return `<td${spans}>${texts.get(row)?.get(column) ?? ""}</td>`
    })
    return `<tr>${cells.join("")}</tr>`
  })
  return {
    html: paged(lines, hasHead(rows, shownRows[0], shownColumns.length)),
    hidden,
    length,
    isCut: shownRows.length > most || length > maxText,
  }
}

// --- private --------------------------------------------------------------------------

const maxCells = 100_000

const commentOf = (comment: string): string => `[Comment: ${escaped(comment)}]`

/** Rows of a table; a longer sheet has several tables, each under a heading, with the same head. */
const rowsPerTable = 250

/** Tables of rows. A cell without a text ends up empty; a long text is still a cell. */
const paged = (lines: ReadonlyArray<string>, isHeaded: boolean): string => {
  const [first = ""] = lines
  const head = isHeaded ? first.replaceAll("<td", "<th").replaceAll("</td>", "</th>") : ""
  const body = isHeaded ? lines.slice(1) : lines
  if (lines.length === 0) return ""
  const begins = Array.from(
    { length: Math.max(1, Math.ceil(body.length / rowsPerTable)) },
    (_, at) => at * rowsPerTable,
  )
  return begins
    .map((begin) => {
      const part = body.slice(begin, begin + rowsPerTable)
      const heading = `<h3>Rows ${begin + 1} to ${begin + part.length}</h3>`
      return `${begins.length > 1 ? heading : ""}<table datatable="1">${head}${part.join("")}</table>`
    })
    .join("")
}

/** Whether the first row names the columns: only texts, no merged cells, and in most of the columns. */
const hasHead = ({ cells, merged }: SheetRows, row: number | undefined, columns: number): boolean => {
  const first = cells.filter((cell) => cell.row === row)
  return (
    columns > 1 &&
    first.length > columns / 2 &&
    first.every(({ type }) => /^(?:s|str|inlineStr)$/.test(type)) &&
    !merged.some(({ top }) => top === row)
  )
}

/** The attributes of a merged cell, in rows and columns that are shown; marks the cells that it covers. */
const spansOf = (
  range: Range | undefined,
  [rows, rowAt]: readonly [ReadonlyArray<number>, number],
  [columns, columnAt]: readonly [ReadonlyArray<number>, number],
  covered: Set<string>,
): string => {
  if (range === undefined || covered.size > maxCells) return ""
  const inRange = rows.slice(rowAt, rowAt + maxSpan).filter((row) => row <= range.bottom)
  const across = columns.slice(columnAt, columnAt + maxSpan).filter((column) => column <= range.right)
  for (const row of inRange) for (const column of across) covered.add(`${row}/${column}`)
  const height = inRange.length > 1 ? ` rowspan="${inRange.length}"` : ""
  return `${across.length > 1 ? ` colspan="${across.length}"` : ""}${height}`
}

/** The writer of tables repeats a cell as often. */
const maxSpan = 64
