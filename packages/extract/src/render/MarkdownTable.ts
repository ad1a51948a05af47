/**
 * GFM tables of cleaned data tables. Cells that span columns or rows are repeated as empty ones, so
 * that every row has the same number of cells; the first row is the head, as GFM wants one.
 */
import type { NamedRule } from "./MarkdownRules.ts"

/** Rules that write a table once all its cells are written. */
export const tableRules = (): ReadonlyArray<NamedRule> => {
  const cells = new WeakMap<Element, string>()
  const keep = (content: string, node: Element): string => {
    cells.set(node, content)
    return ""
  }
  return [
    ["cell", { filter: ["td", "th"], replacement: keep }],
    ["caption", { filter: "caption", replacement: keep }],
    ["row", { filter: ["tr", "thead", "tbody", "tfoot"], replacement: () => "" }],
    ["table", { filter: "table", replacement: (_, node) => tableOf(node, (cell) => cells.get(cell) ?? "") }],
  ]
}

// --- private --------------------------------------------------------------------------

/** What lies beyond this column is set into it. */
const maxColumns = 64

const tableOf = (table: Element, contentOf: (cell: Element) => string): string => {
  const [head = [], ...body] = grid(table, contentOf)
  const caption = Array.from(table.children).find((child) => child.nodeName === "CAPTION")
  const lines = [line(head), line(head.map(() => "---")), ...body.map(line)]
  return `\n\n${caption === undefined ? "" : `${contentOf(caption).trim()}\n\n`}${lines.join("\n")}\n\n`
}

const line = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`

/** Every row with the same number of cells. */
const grid = (table: Element, contentOf: (cell: Element) => string): ReadonlyArray<ReadonlyArray<string>> => {
  const rows: Array<Array<string>> = []
  const reaching: Array<number> = []
  for (const row of Array.from(table.querySelectorAll("tr"))) {
    const cells: Array<string> = []
    const skipReached = (): void => {
      while (cells.length < maxColumns && (reaching[cells.length] ?? 0) > 0) {
        reaching[cells.length] = (reaching[cells.length] ?? 0) - 1
        cells.push("")
      }
    }
    for (const cell of Array.from(row.children)) {
      skipReached()
      const width = span(cell, "colspan")
      const height = span(cell, "rowspan")
      const last = cells.at(-1)
      if (cells.length >= maxColumns && last !== undefined)
        cells[maxColumns - 1] = `${last} ${inCell(contentOf(cell))}`.trim()
      for (let index = 0; index < width && cells.length < maxColumns; index++) {
        reaching[cells.length] = height - 1
        cells.push(index === 0 ? inCell(contentOf(cell)) : "")
      }
    }
    skipReached()
    if (cells.length > 0) rows.push(cells)
  }
  const columns = Math.max(0, ...rows.slice(0, 10_000).map((row) => row.length))
  return rows.map((row) => Array.from({ length: columns }, (_, index) => row[index] ?? ""))
}

const span = (cell: Element, name: string): number => {
  const value = Number(cell.getAttribute(name) ?? 1)
  return Number.isInteger(value) ? Math.min(Math.max(value, 1), maxColumns) : 1
}

const inCell = (content: string): string => content.replace(/\s+/g, " ").trim().replaceAll("|", "\\|")
