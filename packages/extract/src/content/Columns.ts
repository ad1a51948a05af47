/**
 * The columns of a list of like records: what stands in the same place of each. The core of a record is what it is
 * known by (title, author, date, price, place) and the part that holds most of its text.
 */
import { wordsInName } from "./Hints.ts"
import { isElement } from "../tree/Dom.ts"
import { signatureOf } from "./Records.ts"

/** A block of text, as far as units are concerned. */
export interface Piece {
  /** The element whose text it is, and the nodes of it. */
  readonly element: Element
  readonly nodes: ReadonlyArray<ChildNode>
  /** Its text on one line. */
  readonly text: string
  readonly words: number
  /** Words within links. */
  readonly linked: number
  /** Amounts of money. */
  readonly prices: number
}

/** Blocks in the same place of their records. */
export interface Column {
  readonly members: ReadonlyArray<number>
  readonly isCore: boolean
  /** Whether it is likely enough for the core to be judged by: names and dates look like clutter by themselves. */
  readonly isSure: boolean
}

/** Takes the records of a list, each with the numbers of its blocks, apart into columns. */
export const columnsOf = (
  records: ReadonlyMap<Element, ReadonlyArray<number>>,
  pieces: ReadonlyArray<Piece>,
  chances: ReadonlyArray<number>,
  arePosts: boolean,
): ReadonlyArray<Column> | undefined => {
  const cells: Array<Cell> = []
  const paths = new Map<Element, string>()
  for (const [record, members] of records) {
    paths.set(record, "/")
    for (const at of members) {
      const piece = pieces[at]
      if (piece !== undefined)
        cells.push({ record, at, piece, path: pathOf(piece.element, paths), likely: piece.words * (chances[at] ?? 0) })
    }
  }
  const columns = group(cells, (cell) => cell.path.split("/").slice(-placeNames).join("/"))
  if (!arePosts && !isAlike(columns, cells, records.size)) return undefined
  const isPost = arePosts || wordsOf(cells) > records.size * postWords
  const body = isPost ? bodyOf(cells).replace(paragraphs, "") : bodyOf(cells)
  const least = isPost ? leastInBody.post : leastInBody.card
  const core = new Set<string>()
  const isSmall = wordsOf(cells) <= records.size * smallRecord
  for (const [place, column] of columns) if (isIn(body, column) && chanceOf(column) >= least) core.add(place)
  const names = new Map<Element, ReadonlyArray<string>>()
  for (const identity of identities) {
    const known = [...columns].flatMap(([place, column]) => {
      const found = knownBy(column, identity, names, records.size)
      return found === undefined ? [] : [{ place, chance: chanceOf(found) }]
    })
    const [best] = known.toSorted((a, b) => b.chance - a.chance)
    if (best !== undefined) core.add(best.place)
  }
  const authors = new Set(authorsIn(columns, names, records.size, isPost))
  const parted = [...columns].flatMap(([place, column]): ReadonlyArray<readonly [string, ReadonlyArray<Cell>]> => {
    const others = column.filter((cell) => !authors.has(cell))
    return others.length === 0 ? [] : [[place, others]]
  })
  return [
    { members: Array.from(authors, ({ at }) => at), isSure: false, isCore: true },
    ...parted.map(([place, column]) => ({
      members: column.map(({ at }) => at),
      isSure: chanceOf(column) >= leastInBody.card,
      isCore:
        core.has(place) ||
        (isSmall && !isConstant(column, records.size)) ||
        column.some(({ piece }) => piece.prices > 0 && piece.words <= shortPart),
    })),
  ]
}

// --- private --------------------------------------------------------------------------

interface Cell {
  readonly record: Element
  readonly at: number
  readonly piece: Piece
  /** The way from the record down to it. */
  readonly path: string
  /** Its words times its chance. */
  readonly likely: number
}

/** The chance below which a part of the body isn't text of the record: of a card, and of a post, whose quotes stay. */
const leastInBody = { card: 0.25, post: 0.03 }
/** Words a record from which on it is a post. */
const postWords = 120

/** The share of a list's text that must stand in places that most of its records have, or they aren't alike. */
const alike = 0.5

const group = (cells: ReadonlyArray<Cell>, placeOf: (cell: Cell) => string): Map<string, ReadonlyArray<Cell>> => {
  const columns = new Map<string, Array<Cell>>()
  for (const cell of cells) {
    const column = columns.get(placeOf(cell))
    if (column === undefined) columns.set(placeOf(cell), [cell])
    else column.push(cell)
  }
  return new Map<string, ReadonlyArray<Cell>>(columns)
}

const wordsOf = (cells: ReadonlyArray<Cell>): number => cells.reduce((sum, { piece }) => sum + piece.words, 0)

const chanceOf = (cells: ReadonlyArray<Cell>): number =>
  cells.reduce((sum, { likely }) => sum + likely, 0) / Math.max(1, wordsOf(cells))

/** Whether records have the same places: sections of a page hold a text here, a table there. */
const isAlike = (
  columns: ReadonlyMap<string, ReadonlyArray<Cell>>,
  cells: ReadonlyArray<Cell>,
  records: number,
): boolean => {
  const common = [...columns.values()].filter(
    (column) => new Set(column.map(({ record }) => record)).size * 2 >= records,
  )
  return common.reduce((sum, column) => sum + wordsOf(column), 0) >= wordsOf(cells) * alike
}

/** The last names of a way by which places are compared, an empty one included. */
const placeNames = 4

/** Words a record up to which all that differs from record to record is its core. */
const smallRecord = 60
/** Words of a part that a record may be known by. */
const shortPart = 15
/** The share of the records' text that makes a place their body. */
const bodyShare = 0.5

const pathOf = (element: Element, paths: Map<Element, string>): string => {
  const known = paths.get(element)
  if (known !== undefined) return known
  const around = element.parentElement
  const path = `${around === null ? "/" : pathOf(around, paths)}${signatureOf(element)}/`
  paths.set(element, path)
  return path
}

/** The longest way that most of the text is behind. */
const bodyOf = (cells: ReadonlyArray<Cell>): string => {
  const sums = new Map<string, number>()
  let all = 0
  for (const { likely, path } of cells) {
    all += likely
    for (let end = path.indexOf("/", 1); end > 0; end = path.indexOf("/", end + 1))
      sums.set(path.slice(0, end + 1), (sums.get(path.slice(0, end + 1)) ?? 0) + likely)
  }
  let body = ""
  for (const [path, sum] of sums) if (sum > all * bodyShare && path.length > body.length) body = path
  return body
}

/** Whether nearly all records have the same text in a place, such as the name of a button. */
const isConstant = (cells: ReadonlyArray<Cell>, records: number): boolean =>
  records > 2 && new Set(cells.map(({ piece }) => piece.text)).size <= Math.max(1, cells.length / 5)

/** The end of a way that leads to a paragraph; a post's quotations stand beside it. */
const paragraphs = /(?<=[^/]\/)(?:(?:p|ul|ol|li|blockquote)\.[^/]*\/)+$/

/** Whether most of a column stands below a way. */
const isIn = (way: string, column: ReadonlyArray<Cell>): boolean =>
  way !== "" && column.filter(({ path }) => path.startsWith(way)).length * 2 > column.length

/** Words of an author's name and what stands beside it. */
const nameWords = 6
const isName = ({ text, words }: Piece): boolean => words <= nameWords && text.length > 1 && !isDate.test(text)
const isDate = /\b\d{4}\b|\d[:/.]\d|^[\d#\s]+$/

/**
 * The records' authors: by the names of elements, or else the first short text that differs from post to post. Of
 * several the shortest are taken, since ranks and counts stand beside names.
 */
const authorsIn = (
  columns: ReadonlyMap<string, ReadonlyArray<Cell>>,
  names: Names,
  records: number,
  arePosts: boolean,
): ReadonlyArray<Cell> => {
  const short = [...columns.values()].map((column) => column.filter(({ piece }) => isName(piece)))
  const isCommon = (found: ReadonlyArray<Cell>) => recordsOf(found) * 2 >= records
  const bySign = (is: Identity["is"]) =>
    short.map((found) => found.filter(({ piece }) => is(piece, names))).filter(isCommon)
  const sure = bySign(isAuthor)
  const first = arePosts ? short.flatMap(inTurn).filter(isCommon).filter(differ).slice(0, 1) : []
  const likely = sure.length > 0 ? sure : [...bySign(isUser).filter(differ), ...first]
  const rank = (found: ReadonlyArray<Cell>) => wordsOf(found) / recordsOf(found)
  return likely.toSorted((a, b) => rank(a) - rank(b))[0] ?? []
}

const recordsOf = (cells: ReadonlyArray<Cell>): number => new Set(cells.map(({ record }) => record)).size

const differ = (cells: ReadonlyArray<Cell>): boolean => cells.some(({ piece }) => piece.text !== cells[0]?.piece.text)

/** The cells of a column that are the first of their records in it, the second ones, and so on. */
const inTurn = (column: ReadonlyArray<Cell>): ReadonlyArray<ReadonlyArray<Cell>> => {
  const counts = new Map<Element, number>()
  const turns: Array<Array<Cell>> = []
  for (const cell of column) {
    const turn = counts.get(cell.record) ?? 0
    counts.set(cell.record, turn + 1)
    const known = turns[turn]
    if (known === undefined) turns.push([cell])
    else known.push(cell)
  }
  return turns
}

type Names = Map<Element, ReadonlyArray<string>>

/** Whether an element, its parent or an inline element within has one of the words in its names. */
const named = (words: string): ((piece: Piece, names: Names) => boolean) => {
  const known = new Set(words.split(" "))
  return ({ element, nodes }, names) => {
    const is = (one: Element): boolean => namesOf(one, names).some((word) => known.has(word))
    const has = (one: Element): boolean => is(one) || Array.from(one.children).some(has)
    const around = element.parentElement
    // What holds more than this text names all that it holds, not this text.
    const isAround = around !== null && around.children.length <= 2 && is(around)
    return is(element) || isAround || nodes.some((node) => isElement(node) && has(node))
  }
}

const namesOf = (element: Element, names: Names): ReadonlyArray<string> => {
  const known = names.get(element)
  if (known !== undefined) return known
  const words = ["class", "itemprop", "rel", "id"].flatMap((name) =>
    wordsInName(element.getAttributeNode(name)?.value ?? ""),
  )
  names.set(element, words)
  return words
}

const holdsTime = ({ element, nodes }: Piece): boolean =>
  element.localName === "time" ||
  nodes.some((node) => isElement(node) && (node.localName === "time" || node.querySelector("time") !== null))

/** The chance below which a heading or a link isn't what a record is known by. */
const leastKnown = 0.1

interface Identity {
  readonly is: (piece: Piece, names: Names) => boolean
  /** Whether the texts must differ: what is a button in one list is a title in another. */
  readonly differs: boolean
}

const isAuthor = named("author username byline creator poster nick nickname")
const isUser = named("user member name")

/** What records are known by, each by the likeliest column that shows the sign. */
const identities: ReadonlyArray<Identity> = [
  { is: ({ element }) => /^h[1-6]$/.test(element.localName), differs: true },
  { is: ({ linked, words }) => linked * 2 > words, differs: true },
  ...[
    holdsTime,
    named("date time posted published timestamp"),
    named("company employer brand vendor"),
    named("location place city venue"),
  ].map((is) => ({ is, differs: false })),
]

/** The short texts with such a sign, if at least half of the records have one. */
const knownBy = (
  cells: ReadonlyArray<Cell>,
  { differs, is }: Identity,
  names: Names,
  records: number,
): ReadonlyArray<Cell> | undefined => {
  const found = cells.filter(({ piece }) => piece.words <= shortPart && is(piece, names))
  if (new Set(found.map(({ record }) => record)).size * 2 < records) return undefined
  return differs && (isConstant(found, records) || chanceOf(found) < leastKnown) ? undefined : found
}
