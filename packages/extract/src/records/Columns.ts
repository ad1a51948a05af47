/**
 * The columns of a list of similar records: a column is the same position in each record. A record's core is its
 * identity (title, author, date, price, place) and the part with most of its text.
 */
import { areCommon, type Cell, cellsOf, chanceOf, isConstant, type Piece, spreadOf, wordsOf } from "./Cells.ts"
import { clutterIn } from "./PostParts.ts"
import { authorsIn, identityColumns } from "./RecordFields.ts"

/** Blocks in the same position of their records. */
export interface Column {
  readonly members: ReadonlyArray<number>
  readonly isCore: boolean
  /** Whether it is likely enough to define the core: names and dates look like clutter on their own. */
  readonly isSure: boolean
  readonly areAuthors?: boolean
  /** Whether the records are a thread's posts. */
  readonly isOfPosts?: boolean
  /** Whether it goes, however likely it is. */
  readonly isClutter?: boolean
}

/** Splits the records of a list, each with the indexes of its blocks, into columns. */
export const columnsOf = (
  records: ReadonlyMap<Element, ReadonlyArray<number>>,
  pieces: ReadonlyArray<Piece>,
  chances: ReadonlyArray<number>,
  arePosts: boolean,
): ReadonlyArray<Column> | undefined => {
  const cells = cellsOf(records, pieces, chances)
  const columns = Map.groupBy(cells, ({ path }) => path.split("/").slice(-comparedParts).join("/"))
  if (!arePosts && !areAlike(columns, cells, records.size)) return undefined
  const { areDated, areSigned, keys } = identityColumns(columns, records.size, arePosts)
  const prose = cells.reduce((sum, { piece }) => sum + piece.prose, 0)
  const isLong = arePosts || wordsOf(cells) > records.size * minPostWords || (areDated && prose * 2 > wordsOf(cells))
  const authors = authorsIn(columns, records.size, isLong, areSigned)
  const isPost = arePosts || (isLong && (areDated || authors.size > 0))
  const areOfThread = arePosts || (areDated && areSigned)
  const clutter = areOfThread ? clutterIn(columns, authors, keys, isLong ? records.size : undefined) : new Set<Cell>()
  const own = cells.filter((cell) => !clutter.has(cell))
  const body = isLong ? withoutParagraphs(bodyOf(own)) : bodyOf(cells)
  const least = isPost ? minInBody.post : minInBody.card
  const isSmall = wordsOf(cells) <= records.size * maxSmallWords
  const parted = [...columns].flatMap(([place, column]): ReadonlyArray<readonly [string, ReadonlyArray<Cell>]> => {
    const others = column.filter((cell) => !authors.has(cell) && !clutter.has(cell))
    return others.length === 0 ? [] : [[place, others]]
  })
  return [
    { ...columnOf([...authors], true), areAuthors: true, isOfPosts: arePosts || (isLong && areDated) },
    { ...columnOf([...clutter], false), isClutter: true },
    ...parted.map(([place, column]) =>
      columnOf(
        column,
        keys.has(place) ||
          (isIn(body, column) && chanceOf(column) >= least) ||
          (isSmall && !isConstant(column, records.size)),
      ),
    ),
  ]
}

// --- private --------------------------------------------------------------------------

const columnOf = (cells: ReadonlyArray<Cell>, isCore: boolean): Column => ({
  members: cells.map(({ at }) => at),
  isCore,
  isSure: chanceOf(cells) >= minInBody.card,
})

/** The chance below which a part of the body isn't the record's text: of a card, and of a post, whose quotes stay. */
const minInBody = { card: 0.25, post: 0.03 }
/**
 * A record with more words than this is a post if it has an author or a date, else a section of a text. A dated record
 * that is mostly prose is a post of any length.
 */
const minPostWords = 120
/** Words up to which everything that varies in a record is its core. */
const maxSmallWords = 60

/** How many parts at the end of a path are compared, including the empty one after its last slash. */
const comparedParts = 4

/**
 * The share of a list's text that must be in positions that most of its records have; otherwise they aren't similar.
 */
const minCommonShare = 0.45
/** The spread of chances above which records differ. */
const maxSpread = 0.7
/** The share of a record's text that makes a position its body. */
const minBodyShare = 0.5

/**
 * Whether records have the same positions and similar chances: the columns of a page may contain an article here and
 * links there.
 */
const areAlike = (
  columns: ReadonlyMap<string, ReadonlyArray<Cell>>,
  cells: ReadonlyArray<Cell>,
  records: number,
): boolean => {
  const common = [...columns.values()].filter((column) => areCommon(column, records))
  return wordsOf(common.flat()) >= wordsOf(cells) * minCommonShare && spreadOf(cells) <= maxSpread
}

/** The longest path with most of the text below it, averaged over the records. */
const bodyOf = (cells: ReadonlyArray<Cell>): string => {
  const sums = new Map<string, number>()
  let records = 0
  for (const own of Map.groupBy(cells, ({ record }) => record).values()) {
    const all = own.reduce((sum, { likely }) => sum + likely, 0)
    if (all === 0) continue
    records++
    for (const { likely, path } of own)
      for (let end = path.indexOf("/", 1); end > 0; end = path.indexOf("/", end + 1))
        sums.set(path.slice(0, end + 1), (sums.get(path.slice(0, end + 1)) ?? 0) + likely / all)
  }
  let body = ""
  for (const [path, sum] of sums) if (sum > records * minBodyShare && path.length > body.length) body = path
  return body
}

/** A path without the end that leads to a paragraph; a post's quotations are beside it. */
const withoutParagraphs = (path: string): string => {
  const parts = path.split("/")
  let end = parts.length - 1
  while (end > 1 && parts[end - 2] !== "" && /^(?:p|ul|ol|li|blockquote)\./.test(parts[end - 1] ?? "")) end--
  return parts.slice(0, end).concat("").join("/")
}

/** Whether most of a column is below a path. */
const isIn = (path: string, column: ReadonlyArray<Cell>): boolean =>
  path !== "" && column.filter((cell) => cell.path.startsWith(path)).length * 2 > column.length
