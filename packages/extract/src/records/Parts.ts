/** The parts of a list's records: what the rules of the phase `column` change. */
import { type Cell, wordsOf } from "./Cells.ts"

/** A list's blocks by their positions. */
export interface Parts {
  /** The number of records. */
  readonly records: number
  /** Whether microdata declares them as posts of a thread. */
  readonly arePosts: boolean
  readonly cells: ReadonlyArray<Cell>
  /** The blocks in the same position of their records, by keys. */
  readonly columns: ReadonlyMap<string, ReadonlyArray<Cell>>
  readonly words: number
  /** Words that read like prose. */
  readonly prose: number
  /** Whether the records differ too much to be records. */
  areUnlike: boolean
  /** The columns with the records' title, author, date and the like, and whether there is a date, and an author. */
  identity: ReadonlySet<string>
  areDated: boolean
  areSigned: boolean
  authors: ReadonlySet<Cell>
  /** What goes, however likely it is. */
  clutter: ReadonlySet<Cell>
  /** The columns that are the core. */
  readonly core: Set<string>
  /** Whether only the columns that are likely enough define how likely the core is. */
  areJudgedBySure: boolean
}

/** Whether the records are posts or articles by their length. */
export const areLong = ({ areDated, arePosts, prose, records, words }: Parts): boolean =>
  arePosts || words > records * minPostWords || (areDated && prose * 2 > words)

/** The columns without the cells of authors and clutter. */
export const otherColumns = ({
  authors,
  clutter,
  columns,
}: Parts): ReadonlyArray<readonly [key: string, cells: ReadonlyArray<Cell>]> =>
  [...columns].flatMap(([key, column]): ReadonlyArray<readonly [string, ReadonlyArray<Cell>]> => {
    const others = column.filter((cell) => !authors.has(cell) && !clutter.has(cell))
    return others.length === 0 ? [] : [[key, others]]
  })

/** Begins with the blocks of a list. */
export const partsOf = (
  cells: ReadonlyArray<Cell>,
  columns: Parts["columns"],
  records: number,
  arePosts: boolean,
): Parts => ({
  records,
  arePosts,
  cells,
  columns,
  words: wordsOf(cells),
  prose: cells.reduce((sum, { piece }) => sum + piece.prose, 0),
  areUnlike: false,
  identity: new Set(),
  areDated: false,
  areSigned: false,
  authors: new Set(),
  clutter: new Set(),
  core: new Set(),
  areJudgedBySure: false,
})

// --- private --------------------------------------------------------------------------

/**
 * A record with more words than this is a post if it has an author or a date, else a section of a text. A dated record
 * that is mostly prose is a post of any length.
 */
const minPostWords = 120
