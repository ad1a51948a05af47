/** Tables of data: a row without one of its cells misleads, so a table's blocks are kept or dropped together. */
import type { Piece } from "../records/Cells.ts"
import type { BlockRule } from "../phases/Rule.ts"

/** Joins the blocks of a table. A row that is a record holds a table for its layout. */
export const tables: BlockRule = {
  name: "tables",
  case: "A row without one of its cells misleads.",
  phase: "block",
  reads: { elements: ["table", "td", "th", "tr"] },
  run: ({ blocks, join, records }) => {
    const isInRow = (element: Element | undefined): boolean =>
      element !== undefined && records.recordsAt(element).some(({ record }) => record.localName === "tr")
    for (const { members } of tablesOf(blocks))
      if (!isInRow(blocks[members[0] ?? 0]?.element)) join(members, { kind: "data" })
  },
}

// --- private --------------------------------------------------------------------------

/** Maximum words per block of a table with data cells. */
const maxCellWords = 12

/** Whether an element is in a cell of a row with more cells. */
const isBesideCell = (element: Element): boolean => {
  let cell: Element | null = element
  while (cell !== null && cell.localName !== "td" && cell.localName !== "th") cell = cell.parentElement
  return cell !== null && (cell.previousElementSibling !== null || cell.nextElementSibling !== null)
}

interface Table {
  readonly members: ReadonlyArray<number>
}

/** Tables without a nested table, with two or more columns and short cells. */
const tablesOf = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Table> => {
  const tables = new Map<Element, { readonly members: Array<number>; words: number; hasColumns: boolean }>()
  const nearest = new Map<Element, Element | undefined>()
  pieces.forEach(({ element, words }, at) => {
    const table = tableAround(element, nearest)
    if (table === undefined) return
    const known = tables.get(table) ?? { members: [], words: 0, hasColumns: false }
    tables.set(table, known)
    known.members.push(at)
    known.words += words
    known.hasColumns ||= isBesideCell(element)
  })
  for (const table of tables.keys())
    for (let ancestor = table.parentElement; ancestor !== null; ancestor = ancestor.parentElement)
      tables.delete(ancestor)
  return [...tables.values()].filter(
    ({ hasColumns, members, words }) => hasColumns && words <= members.length * maxCellWords,
  )
}

/** The nearest table around an element, possibly itself; `known` caches results. */
const tableAround = (element: Element, known: Map<Element, Element | undefined>): Element | undefined => {
  if (element.localName === "table") return element
  if (known.has(element)) return known.get(element)
  const { parentElement } = element
  const table = parentElement === null ? undefined : tableAround(parentElement, known)
  known.set(element, table)
  return table
}
