/** The authors of posts. */
import { type Cell, type Piece, recordsOf, wordsOf } from "../records/Cells.ts"
import { hasOneOf, holdsDate, isAuthor, isHeading } from "../records/Fields.ts"
import { areLong } from "../records/Parts.ts"
import type { ColumnRule } from "../phases/Rule.ts"

/** Finds the blocks that name authors; they are of the core. */
export const authors: ColumnRule = {
  name: "authors",
  case: "Who wrote a post is a word or two that looks like clutter.",
  phase: "column",
  reads: { attributes: ["class", "itemprop", "rel", "id"], classes: ["author", "user"] },
  run: (parts) => {
    parts.authors = authorsIn(parts.columns, parts.records, areLong(parts), parts.areSigned)
  },
}

// --- private --------------------------------------------------------------------------

/**
 * The records' authors: texts whose elements have an author's class name, or else the first short text that differs
 * from post to post. If several columns match, the one with the shortest texts is chosen, because longer texts also
 * contain ranks and counts. A record without such an author gets its first short text in the authors' columns, or else
 * in any column.
 */
const authorsIn = (
  columns: ReadonlyMap<string, ReadonlyArray<Cell>>,
  records: number,
  arePosts: boolean,
  areSigned: boolean,
): ReadonlySet<Cell> => {
  const short = [...columns.values()].map((column) =>
    column.filter(({ piece }) => isShort(piece) && (!holdsDate.test(piece.text) || isAuthor(piece))),
  )
  const isCommon = (found: ReadonlyArray<Cell>) => recordsOf(found) * 2 >= records
  const columnsWhere = (is: typeof isAuthor) =>
    short.map((found) => found.filter(({ piece }) => is(piece))).filter(isCommon)
  const sure = columnsWhere(isAuthor)
  const first = arePosts && !areSigned ? short.filter(isCommon).filter(differ).slice(0, 1) : []
  const users = [...columnsWhere(isUser).filter(differ), ...first]
  // A class such as "poster_ip" names no author: all posts have the same text there.
  const likely = [sure.filter(differ), users, sure].find((found) => found.length > 0) ?? []
  const authors = new Set(likely.toSorted((a, b) => rank(a) - rank(b))[0])
  if (authors.size === 0) return authors
  const beside = short.filter((column) => column.some((cell) => authors.has(cell)))
  const recordsWithAuthor = new Set(Array.from(authors, ({ record }) => record))
  return new Set([
    ...authors,
    ...firstsOf([...beside.flat(), ...short.flat().toSorted((a, b) => a.at - b.at)], recordsWithAuthor),
  ])
}

const isUser = hasOneOf("user")

const rank = (found: ReadonlyArray<Cell>) => wordsOf(found) / recordsOf(found)

/** Maximum words of an author's name with the text beside it. */
const maxNameWords = 8
const isShort = ({ text, words }: Piece): boolean => words <= maxNameWords && text.length > 1 && !isNumber.test(text)
const isNumber = /^(?:[\d\s]{1,4}|#[\d\s]+)$/

const differ = (cells: ReadonlyArray<Cell>): boolean => cells.some(({ piece }) => piece.text !== cells[0]?.piece.text)

/** The first cell of each record that isn't among the given records. */
const firstsOf = (cells: ReadonlyArray<Cell>, others: ReadonlySet<Element>): ReadonlyArray<Cell> => {
  const firsts = new Map<Element, Cell>()
  for (const cell of cells)
    if (!others.has(cell.record) && !firsts.has(cell.record) && !isHeading(cell.piece)) firsts.set(cell.record, cell)
  return [...firsts.values()]
}
