/**
 * GFM tables of cleaned data tables. A cell that spans several rows or columns is repeated in each of them, because a
 * model reads each row alone and a value applies to its whole span.
 *
 * GFM needs one head row: the rows of the head, or rows of head cells at the top, are merged into one; else the first
 * row if it looks like a head; else the head is empty, so that no row of data becomes one. A caption, and a cell that
 * spans the whole top row, come before the table.
 */
import { childrenOf, isElement, select } from "@porthole/visibility/dom"

/** Makes the writer of one document's tables; their repetitions share one bound. */
export const tables = (): ((table: Element, contentOf: (cell: Element) => string) => string) => {
  let left = maxRepeated
  const repeated = (cell: Cell): Cell => {
    const isRepeated = cell.text.length <= Math.min(maxRepeatedLength, left)
    if (isRepeated) left -= cell.text.length
    return isRepeated ? cell : { ...cell, text: "" }
  }
  return (table, contentOf) => {
    const caption = childrenOf(table).find((child) => isElement(child) && child.localName === "caption")
    const title = caption !== undefined && isElement(caption) ? contentOf(caption) : ""
    return written(padded(rowsOf(table, contentOf, repeated)), title === "" ? [] : [title])
  }
}

// --- private --------------------------------------------------------------------------

/** A cell of the grid. */
interface Cell {
  readonly text: string
  readonly isHead: boolean
}

/** A row; `isWhole` is whether one cell spans all of it, `isHead` whether it is in the table's head. */
interface Row {
  readonly cells: ReadonlyArray<Cell>
  readonly isHead: boolean
  readonly isWhole: boolean
}

/** Maximum number of columns; further cells join the last one. */
const maxColumns = 64
/** Maximum characters of one repeated text, and of all of them. */
const maxRepeatedLength = 200
const maxRepeated = 100_000
/** Maximum number of rows of a head; further ones are rows of the body. */
const maxHeadRows = 4
const maxHeadLength = 60

const rowsOf = (
  table: Element,
  contentOf: (cell: Element) => string,
  repeated: (cell: Cell) => Cell,
): ReadonlyArray<Row> => {
  const reaching: Array<{ readonly cell: Cell; rows: number } | undefined> = []
  return select(table, "tr").map((row) => {
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
      const text = contentOf(element).replace(/\s+/g, " ").trim().replaceAll("|", "\\|")
      const cell = { text, isHead: element.localName === "th" }
      const last = cells[maxColumns - 1]
      if (last !== undefined) cells[maxColumns - 1] = { ...last, text: `${last.text} ${text}` }
      const rows = spanOf(element.getAttribute("rowspan")) - 1
      const width = Math.min(spanOf(element.getAttribute("colspan")), maxColumns - cells.length)
      for (let index = 0; index < width; index++) {
        reaching[cells.length] = { cell, rows }
        // A cell that spans the whole row is a heading within the table and occurs once.
        cells.push(index === 0 ? cell : own.length === 1 ? { ...cell, text: "" } : repeated(cell))
      }
    }
    fill()
    return { cells, isHead: row.parentElement?.localName === "thead", isWhole: own.length === 1 && cells.length > 1 }
  })
}

/** The number of columns or rows that a cell's attribute claims. */
const spanOf = (value: string | null): number => {
  const span = Number(value ?? 1)
  return Number.isInteger(span) ? Math.min(Math.max(span, 1), maxColumns) : 1
}

/** Fills rows up to the longest, and leaves out empty rows and columns. */
const padded = (rows: ReadonlyArray<Row>): ReadonlyArray<Row> => {
  const used = new Set<number>()
  for (const { cells } of rows) for (const [index, cell] of cells.entries()) if (cell.text !== "") used.add(index)
  const columns = Array.from(used).toSorted((one, other) => one - other)
  return rows
    .filter(({ cells }) => cells.length > 0)
    .map(({ cells, isHead, isWhole }) => ({
      cells: columns.map((index) => cells[index] ?? { text: "", isHead }),
      isHead,
      isWhole: isWhole && cells.length >= columns.length,
    }))
}

const written = (rows: ReadonlyArray<Row>, above: ReadonlyArray<string>): string => {
  const start = Math.max(
    0,
    rows.findIndex((row) => !row.isWhole),
  )
  const titles = rows.slice(0, start).map(({ cells }) => (cells[0]?.text ?? "").replaceAll("\\|", "|"))
  const rest = rows.slice(start)
  const height = heightOfHead(rest)
  const head = height === 0 ? (rest[0]?.cells ?? []).map(() => "") : merged(rest.slice(0, height))
  const body = rest.slice(height).map((row) => line(row.cells.map(isHeading(row) ? bold : ({ text }) => text)))
  const table = [line(head), line(head.map(() => "---")), ...body].join("\n")
  return [...above, ...titles, table].join("\n\n")
}

const line = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`
const bold = ({ text }: Cell): string => (text === "" || text.includes("**") ? text : `**${text}**`)
const isFilled = (text: string): boolean => text !== ""

const heightOfHead = (rows: ReadonlyArray<Row>): number => {
  const isHeadRow = (row: Row): boolean => !row.isWhole && (row.isHead || isHeading(row))
  const end = rows.slice(0, Math.min(maxHeadRows, rows.length - 1)).findIndex((row) => !isHeadRow(row))
  const height = end === -1 ? Math.max(0, Math.min(maxHeadRows, rows.length - 1)) : end
  return height > 0 || !looksLikeHead(rows) ? height : 1
}

/** Whether all cells are head cells. The first one may be empty: other empty cells are data. */
const isHeading = ({ cells }: Row): boolean =>
  cells.some(({ text }) => isFilled(text)) &&
  cells.every(({ isHead, text }, column) => isHead || (column === 0 && text === ""))

/**
 * Whether a first row of ordinary cells is a head: all in bold; or an empty corner, with a text in each other
 * column and each other row; or short words without digits above a column of figures.
 */
const looksLikeHead = ([first, ...rest]: ReadonlyArray<Row>): boolean => {
  if (first === undefined || rest.length === 0 || first.cells.some((cell) => cell.isHead)) return false
  const texts = first.cells.map((cell) => cell.text)
  const [corner, ...others] = texts
  if (corner === "") return others.every(isFilled) && rest.every((row) => isFilled(row.cells[0]?.text ?? ""))
  if (!texts.every(isFilled)) return false
  if (texts.every((text) => /^\*\*[^*]+\*\*$/.test(text))) return true
  if (texts.some((text) => text.length > maxHeadLength || /\d/.test(text))) return false
  return texts.some((_, column) => rest.every((row) => /^[^\p{L}]*\d/u.test(row.cells[column]?.text ?? "")))
}

/** Merges the rows of a head: the texts of each column, each once. */
const merged = (rows: ReadonlyArray<Row>): ReadonlyArray<string> =>
  (rows[0]?.cells ?? []).map((_, column) => {
    const texts = rows.map((row) => (row.cells[column]?.text ?? "").replace(/^\*\*([^*]*)\*\*$/, "$1"))
    return Array.from(new Set(texts.filter(isFilled))).join(" / ")
  })
