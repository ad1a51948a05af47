/** The columns of a list of similar records, by rules: a column is the same position in each record. */
import { type Cell, cellsOf, chanceOf, type Piece } from "./Cells.ts"
import { areLong, otherColumns, type Parts, partsOf } from "./Parts.ts"

/** Blocks in the same position of their records. */
export interface Column {
  readonly members: ReadonlyArray<number>
  readonly isCore: boolean
  /** Whether it counts for how likely the core is. */
  readonly isSure: boolean
  readonly areAuthors?: boolean
  /** Whether the records are a thread's posts. */
  readonly isOfPosts?: boolean
  /** Whether it goes, however likely it is. */
  readonly isClutter?: boolean
}

/**
 * Splits the records of a list, each with the indexes of its blocks, into columns; `undefined` if they aren't alike.
 */
export const columnsOf = (
  records: ReadonlyMap<Element, ReadonlyArray<number>>,
  pieces: ReadonlyArray<Piece>,
  chances: ReadonlyArray<number>,
  arePosts: boolean,
  rules: ReadonlyArray<{ readonly run: (parts: Parts) => void }>,
): ReadonlyArray<Column> | undefined => {
  const cells = cellsOf(records, pieces, chances)
  const ends = new Map<string, string>()
  const columns = Map.groupBy(cells, ({ path }) => {
    const end = ends.get(path) ?? path.split("/").slice(-comparedParts).join("/")
    ends.set(path, end)
    return end
  })
  const parts = partsOf(cells, columns, records.size, arePosts)
  for (const { run } of rules) {
    run(parts)
    if (parts.areUnlike) return undefined
  }
  const columnOf = (own: ReadonlyArray<Cell>, isCore: boolean): Column => ({
    members: own.map(({ at }) => at),
    isCore,
    isSure: !parts.areJudgedBySure || chanceOf(own) >= minSure,
  })
  const isOfPosts = arePosts || (areLong(parts) && parts.areDated)
  return [
    { ...columnOf([...parts.authors], true), areAuthors: true, isOfPosts },
    { ...columnOf([...parts.clutter], false), isClutter: true },
    ...otherColumns(parts).map(([key, column]) => columnOf(column, parts.core.has(key))),
  ]
}

// --- private --------------------------------------------------------------------------

/** The chance from which a column defines how likely the core is: names and dates look like clutter on their own. */
const minSure = 0.25

/** How many parts at the end of a path are compared, including the empty one after its last slash. */
const comparedParts = 4
