/**
 * GFM tables of cleaned data tables. GFM wants one head row: the rows of the head, or those of head cells at the
 * top, are made one; else the first row if it looks like a head; else the head is empty, so that no row of data is taken for one.
 * A caption, and a cell that spans the whole top row, stand above the table.
 */
import type { NamedRule } from "./MarkdownRules.ts"
import { type Cell, grids, type Row } from "./TableGrid.ts"

/** Rules that write a table once all its cells are written. */
export const tableRules = (): ReadonlyArray<NamedRule> => {
  const cells = new WeakMap<Element, string>()
  const contentOf = (cell: Element): string => cells.get(cell) ?? ""
  const gridOf = grids(contentOf)
  const keep = (content: string, node: Element): string => {
    cells.set(node, content)
    return ""
  }
  return [
    ["cell", { filter: ["td", "th"], replacement: keep }],
    ["caption", { filter: "caption", replacement: keep }],
    ["row", { filter: ["tr", "thead", "tbody", "tfoot"], replacement: () => "" }],
    [
      "table",
      { filter: "table", replacement: (_, node) => `\n\n${tableOf(gridOf(node), captionOf(node, contentOf))}\n\n` },
    ],
  ]
}

// --- private --------------------------------------------------------------------------

const captionOf = (table: Element, contentOf: (cell: Element) => string): ReadonlyArray<string> => {
  const caption = Array.from(table.children).find((child) => child.nodeName === "CAPTION")
  return caption === undefined ? [] : [contentOf(caption).trim()].filter((text) => text !== "")
}

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

/** The texts of the whole rows at the top, before others. */
const titlesOf = (rows: ReadonlyArray<Row>): ReadonlyArray<string> => {
  const count = rows.findIndex((row) => !row.isWhole)
  return rows.slice(0, Math.max(0, count)).map((row) => (row.cells[0]?.text ?? "").replaceAll("\\|", "|"))
}

/** A head of more rows is a table of head cells. */
const highest = 4

const heightOfHead = (rows: ReadonlyArray<Row>): number => {
  let height = 0
  while (height < highest && height < rows.length - 1 && isHeadRow(rows[height])) height++
  return height > 0 || !looksLikeHead(rows) ? height : 1
}

const isHeadRow = (row: Row | undefined): boolean => row !== undefined && !row.isWhole && (row.isHead || isHeading(row))

/** Whether all cells of a row that say something are head cells. */
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

/** The rows of a head as one: what stands above one another in a column, each text once. */
const merged = (rows: ReadonlyArray<Row>): ReadonlyArray<string> =>
  (rows[0]?.cells ?? []).map((_, column) =>
    Array.from(new Set(rows.map((row) => plain(row.cells[column]?.text ?? "")).filter(isSaid))).join(" / "),
  )
const plain = (text: string): string => text.replace(/^\*\*([^*]*)\*\*$/, "$1")
