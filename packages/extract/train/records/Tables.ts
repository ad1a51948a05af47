/** The rows of a page's data tables, to measure whether a reader keeps them with their first cell. */
import { holds, unseenBy, wordsIn, wordsOf } from "./Record.ts"

/** Rows of tables in main content; those whose other cells are in the output; of these, those with their first cell. */
export interface Rows {
  readonly rows: number
  /** The number of further rows, which the page hides until a script or a click shows them. */
  readonly hidden: number
  readonly kept: number
  readonly withFirst: number
  readonly examples: ReadonlyArray<string>
}

/** Counts the rows of a page's tables in a reader's output, line by line. */
export const rowsIn = (document: Document, expected: string, markdown: string): Rows => {
  const content = wordsOf(expected)
  const lines = markdown.split("\n").map((line) => wordsOf(line.replace(/\]\([^)]*\)|<\/?\w+>/g, " ")))
  const output = lines.flat()
  const examples: Array<string> = []
  const sum = { rows: 0, hidden: 0, kept: 0, withFirst: 0 }
  for (const table of document.querySelectorAll("table")) {
    const rows = dataRows(table)
    const there = rows.filter(({ rest }) => holds(content, rest))
    if (there.length < fewest || there.length < rows.length / 2) continue
    if (table.closest(`${unseenBy},[aria-hidden=true]`) !== null) {
      sum.hidden += there.length
      continue
    }
    for (const { first, rest } of there) {
      const isWhole = lines.some((line) => holds(line, [...first, ...rest]))
      sum.rows++
      if (isWhole) sum.withFirst++
      if (isWhole || holds(output, rest)) sum.kept++
      if (!isWhole) examples.push(`${first.join(" ").slice(0, 30)} | ${rest.join(" ").slice(0, 60)}`)
    }
  }
  return { ...sum, examples }
}

// --- private --------------------------------------------------------------------------

const fewest = 3

/**
 * Rows with a first cell of few words and other cells after it, of a table without nested tables, forms or long text.
 */
const dataRows = (table: Element) => {
  if (table.querySelector("table,form,input,pre") !== null || table.closest("pre") !== null) return []
  const rows = Array.from(table.querySelectorAll("tr"), (row) =>
    Array.from(row.children)
      .filter(({ localName }) => localName === "td" || localName === "th")
      .map(wordsIn),
  ).filter((cells) => cells.length >= 2)
  if (rows.some((cells) => cells.some((cell) => cell.length > 60))) return []
  return rows.flatMap(([first = [], ...others]) => {
    const rest = others.flat()
    return first.length === 0 || first.length > 15 || rest.length < 2 ? [] : [{ first, rest }]
  })
}
