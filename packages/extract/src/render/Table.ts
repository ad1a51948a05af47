/**
 * GFM tables of cleaned data tables. GFM needs one head row: the rows of the head, or rows of head cells at the top,
 * are merged into one; else the first row if it looks like a head; else the head is empty, so that no row of data is
 * taken for one. A caption, and a cell that spans the whole top row, stand above the table.
 */
import { childrenOf, isElement } from "../tree/Dom.ts"
import { type Cell, grids, type Row } from "./TableGrid.ts"

/** Makes the writer of one document's tables; what they repeat is bounded for all of them together. */
export const tables = (): ((table: Element, contentOf: (cell: Element) => string) => string) => {
  const gridOf = grids()
  return (table, contentOf) => {
    const caption = childrenOf(table).find((child) => isElement(child) && child.localName === "caption")
    const title = caption !== undefined && isElement(caption) ? contentOf(caption) : ""
    return tableOf(gridOf(table, contentOf), title === "" ? [] : [title])
  }
}

// --- private --------------------------------------------------------------------------

const tableOf = (rows: ReadonlyArray<Row>, above: ReadonlyArray<string>): string => {
  const titles = titlesOf(rows)
  const rest = rows.slice(titles.length)
  const height = heightOfHead(rest)
  const head = height === 0 ? (rest[0]?.cells ?? []).map(() => "") : merged(rest.slice(0, height))
  const body = rest.slice(height).map((row) => line(row.cells.map(isHeading(row) ? bold : (cell) => cell.text)))
  const table = [line(head), line(head.map(() => "---")), ...body].join("\n")
  return [...above, ...titles, table].join("\n\n")
}

const line = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`
const bold = ({ text }: Cell): string => (text === "" || text.includes("**") ? text : `**${text}**`)

/** The texts of the rows at the top that one cell spans. */
const titlesOf = (rows: ReadonlyArray<Row>): ReadonlyArray<string> => {
  const count = rows.findIndex((row) => !row.isWhole)
  return rows.slice(0, Math.max(0, count)).map((row) => (row.cells[0]?.text ?? "").replaceAll("\\|", "|"))
}

/** Most rows of a head; more are a table of head cells. */
const highest = 4

const heightOfHead = (rows: ReadonlyArray<Row>): number => {
  let height = 0
  while (height < highest && height < rows.length - 1 && isHeadRow(rows[height])) height++
  return height > 0 || !looksLikeHead(rows) ? height : 1
}

const isHeadRow = (row: Row | undefined): boolean => row !== undefined && !row.isWhole && (row.isHead || isHeading(row))

/** Whether all cells with text are head cells. */
const isHeading = (row: Row): boolean =>
  row.cells.some((cell) => cell.text !== "") && row.cells.every((cell) => cell.isHead || cell.text === "")

/**
 * Whether a first row of ordinary cells is a head: all in bold; or an empty corner, with a text in each other
 * column and each other row; or short words without digits above a column of figures.
 */
const looksLikeHead = ([first, ...rest]: ReadonlyArray<Row>): boolean => {
  if (first === undefined || rest.length === 0 || first.cells.some((cell) => cell.isHead)) return false
  const texts = first.cells.map((cell) => cell.text)
  const [corner, ...others] = texts
  if (corner === "") return others.every(isSaid) && rest.every((row) => isSaid(row.cells[0]?.text ?? ""))
  if (!texts.every(isSaid)) return false
  if (texts.every((text) => /^\*\*[^*]+\*\*$/.test(text))) return true
  if (texts.some((text) => text.length > longestHead || /\d/.test(text))) return false
  return texts.some((_, column) => rest.every((row) => /^[^\p{L}]*\d/u.test(row.cells[column]?.text ?? "")))
}
const isSaid = (text: string): boolean => text !== ""
const longestHead = 60

/** Merges the rows of a head: the texts of each column, each once. */
const merged = (rows: ReadonlyArray<Row>): ReadonlyArray<string> =>
  (rows[0]?.cells ?? []).map((_, column) =>
    Array.from(new Set(rows.map((row) => plain(row.cells[column]?.text ?? "")).filter(isSaid))).join(" / "),
  )
const plain = (text: string): string => text.replace(/^\*\*([^*]*)\*\*$/, "$1")
