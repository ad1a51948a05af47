/** A record's identity: its title, its author, its date, its company and its place. */
import { headingLevel, isElement } from "../tree/Dom.ts"
import { first } from "../tree/Select.ts"
import { type Cell, chanceOf, isConstant, type Piece, recordsOf, wordsOf } from "./Cells.ts"
import { wordsInName } from "../model/Hints.ts"

/** Maximum words of a part of the identity. */
const maxPartWords = 15

/**
 * The keys of the identity columns: for each part of the identity the likeliest column that matches it. Also whether
 * one of them is a date, and one an author.
 */
export const identityColumns = (
  columns: ReadonlyMap<string, ReadonlyArray<Cell>>,
  records: number,
  arePosts: boolean,
) => {
  const names: Names = new Map()
  const chosen = identities.flatMap((identity) => {
    const found = [...columns].flatMap(([key, column]) => {
      const cells = matchingCells(column, identity, names, records)
      return cells === undefined || (arePosts && areSeveral(cells))
        ? []
        : [{ key, chance: chanceOf(cells), of: identity.of }]
    })
    return found.toSorted((a, b) => b.chance - a.chance).slice(0, 1)
  })
  const holds = (part: Identity["of"]): boolean => chosen.some(({ of }) => of === part)
  return { keys: new Set(chosen.map(({ key }) => key)), areDated: holds("date"), areSigned: holds("author") }
}

/**
 * The records' authors: texts whose elements have an author's class name, or else the first short text that differs
 * from post to post. If several columns match, the one with the shortest texts is chosen, because longer texts also
 * contain ranks and counts. A record without such an author gets its first short text in the authors' columns, or else
 * in any column.
 */
export const authorsIn = (
  columns: ReadonlyMap<string, ReadonlyArray<Cell>>,
  records: number,
  arePosts: boolean,
  areSigned: boolean,
): ReadonlySet<Cell> => {
  const names: Names = new Map()
  const short = [...columns.values()].map((column) =>
    column.filter(({ piece }) => isShort(piece) && (!holdsDate.test(piece.text) || isAuthor(piece, names))),
  )
  const isCommon = (found: ReadonlyArray<Cell>) => recordsOf(found) * 2 >= records
  const columnsWhere = (is: Identity["is"]) =>
    short.map((found) => found.filter(({ piece }) => is(piece, names))).filter(isCommon)
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

// --- private --------------------------------------------------------------------------

const rank = (found: ReadonlyArray<Cell>) => wordsOf(found) / recordsOf(found)

/** Maximum words of an author's name with the text beside it. */
const maxNameWords = 8
const isShort = ({ text, words }: Piece): boolean => words <= maxNameWords && text.length > 1 && !isNumber.test(text)
const isNumber = /^(?:[\d\s]{1,4}|#[\d\s]+)$/

/** Whether a text has a year or a time of day. */
export const holdsDate = /\b(?:19|20)\d\d\b|\d{1,2}[:/.]\d\d/
const isHeading = ({ element }: Piece): boolean => headingLevel(element.localName) > 0

const differ = (cells: ReadonlyArray<Cell>): boolean => cells.some(({ piece }) => piece.text !== cells[0]?.piece.text)

/** The first cell of each record that isn't among the given records. */
const firstsOf = (cells: ReadonlyArray<Cell>, others: ReadonlySet<Element>): ReadonlyArray<Cell> => {
  const firsts = new Map<Element, Cell>()
  for (const cell of cells)
    if (!others.has(cell.record) && !firsts.has(cell.record) && !isHeading(cell.piece)) firsts.set(cell.record, cell)
  return [...firsts.values()]
}

type Names = Map<Element, ReadonlyArray<string>>

/** Whether an element or an inline element within has one of the words in its names. */
const hasOneOf = (words: string): ((piece: Piece, names: Names) => boolean) => {
  const known = new Set(words.split(" "))
  return ({ element, nodes }, names) =>
    isNamed(element, known, names) || nodes.some((node) => isElement(node) && holdsNamed(node, known, names))
}

const isNamed = (element: Element, words: ReadonlySet<string>, names: Names): boolean => {
  for (const word of namesOf(element, names)) if (words.has(word)) return true
  return false
}

const holdsNamed = (element: Element, words: ReadonlySet<string>, names: Names): boolean => {
  if (isNamed(element, words, names)) return true
  for (let child = element.firstChild; child !== null; child = child.nextSibling)
    if (isElement(child) && holdsNamed(child, words, names)) return true
  return false
}

const namesOf = (element: Element, names: Names): ReadonlyArray<string> => {
  const known = names.get(element)
  if (known !== undefined) return known
  const words: Array<string> = []
  for (const attribute of naming) words.push(...wordsInName(element.getAttributeNode(attribute)?.value ?? ""))
  names.set(element, words)
  return words
}

const naming = ["class", "itemprop", "rel", "id"]

/** Whether a block says when by its elements. */
export const holdsTime = ({ element, nodes }: Piece): boolean =>
  element.localName === "time" ||
  nodes.some((node) => isElement(node) && (node.localName === "time" || first(node, "time") !== null))

/** Minimum chance of a heading or a link that is part of the identity. */
const minIdentityChance = 0.1

/** From this mean number of distinct texts per record on, the texts aren't the records' own. */
const minSeveral = 1.5

interface Identity {
  readonly is: (piece: Piece, names: Names) => boolean
  /** Whether the texts must differ: a button in one list is a title in another. */
  readonly differs?: boolean
  readonly of?: "author" | "date"
}

const isAuthor = hasOneOf("author username byline creator poster nick nickname")
const isUser = hasOneOf("user member name")

/** The parts of the identity, each with its test. */
const identities: ReadonlyArray<Identity> = [
  { is: isHeading, differs: true },
  { is: ({ linked, words }) => linked * 2 > words, differs: true },
  { is: holdsTime, of: "date" },
  { is: hasOneOf("date time posted published timestamp"), of: "date" },
  { is: ({ text }) => holdsDate.test(text), of: "date" },
  { is: isAuthor, of: "author" },
  { is: hasOneOf("company employer brand vendor") },
  { is: hasOneOf("location place city venue") },
]

/** The short texts that match a part of the identity, if at least half of the records have one. */
const matchingCells = (
  cells: ReadonlyArray<Cell>,
  { differs, is }: Identity,
  names: Names,
  records: number,
): ReadonlyArray<Cell> | undefined => {
  const found = cells.filter(({ piece }) => piece.words <= maxPartWords && is(piece, names))
  if (recordsOf(found) * 2 < records) return undefined
  return differs === true && (isConstant(found, records) || chanceOf(found) < minIdentityChance) ? undefined : found
}

/** Whether records have several such texts, which then aren't their own: the dates of the comments on a post. */
const areSeveral = (cells: ReadonlyArray<Cell>): boolean => {
  const own = [...Map.groupBy(cells, ({ record }) => record).values()]
  const texts = own.reduce((sum, found) => sum + new Set(found.map(({ piece }) => piece.text)).size, 0)
  return texts >= own.length * minSeveral
}
