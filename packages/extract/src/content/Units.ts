/**
 * Units that are kept or dropped together: the core of a list of similar records, a column of its lesser parts, a table
 * of data, the items of another list, a label with its value, or else a single block.
 *
 * A list's records are compared column by column: a column is the same position in each record. Titles, authors, dates,
 * prices and the text itself are the core; buttons and counters are columns that are scored on their own, but alike in
 * all records.
 */
import { headingLevel, isElement } from "../tree/Dom.ts"
import type { Piece } from "../records/Cells.ts"
import { type Column, columnsOf } from "../records/Columns.ts"
import { itemListsOf } from "./ItemLists.ts"
import type { RecordList, Records } from "../records/Records.ts"

/**
 * Some blocks, by their indexes; the chance is the mean of their words' chances. For a table or code beside likely text
 * it is the text's, because cells and code read like clutter on their own; so it is for a doubtful list between texts.
 */
export interface Unit {
  readonly members: ReadonlyArray<number>
  readonly words: number
  readonly prose: number
  readonly chance: number
  /** The index of the unit without which this one is useless. */
  readonly core?: number | undefined
  /** The blocks of it that name authors, and the posts of the thread that it is of. */
  readonly authors?: ReadonlyArray<number>
  readonly posts?: ReadonlyArray<Element>
}

/** Joins blocks into units. */
export const unitsOf = (
  pieces: ReadonlyArray<Piece>,
  chances: ReadonlyArray<number>,
  records: Records,
): ReadonlyArray<Unit> => {
  const units: Array<Unit> = []
  const isDone = pieces.map(() => false)
  const add = (members: ReadonlyArray<number>, { judged, least = 0, most = 1, ...rest }: Adding = {}) => {
    for (const at of members) isDone[at] = true
    const { prose, words } = meanOf(members, pieces, chances)
    const { chance } = meanOf(judged ?? members, pieces, chances)
    const limit = Math.min(most, rest.core === undefined ? 1 : (units[rest.core]?.chance ?? 1))
    units.push({ members, words, prose, chance: Math.min(Math.max(chance, least), limit), ...rest })
  }
  const addBeside = (members: ReadonlyArray<number>): void => {
    const { chance } = meanOf(members, pieces, chances)
    const beside = chance < minAdded ? 0 : chanceBeside(members, pieces, chances)
    add(members, { least: beside >= minText ? beside : 0 })
  }
  const addItems = (members: ReadonlyArray<number>): void => {
    const { chance } = meanOf(members, pieces, chances)
    const between = chance < minItems ? 0 : chanceBetween(members, pieces, chances)
    add(members, { least: between >= minText ? between : 0 })
  }
  // A row that is a record holds a table for its layout.
  const isInRow = (element: Element | undefined): boolean =>
    element !== undefined && records.recordsAt(element).some(({ record }) => record.localName === "tr")
  for (const { members } of tablesOf(pieces)) if (!isInRow(pieces[members[0] ?? 0]?.element)) addBeside(members)
  for (const { columns, list } of listsOf(pieces, chances, records, isDone)) {
    const parts = columns.filter(({ isCore }) => isCore)
    const known = parts.flatMap(({ members }) => members)
    const sure = parts.filter(({ isSure }) => isSure).flatMap(({ members }) => members)
    const core = known.length === 0 ? undefined : units.length
    const authors = parts.flatMap(({ areAuthors, members }) => (areAuthors === true ? members : []))
    const posts = parts.some(({ isOfPosts }) => isOfPosts) ? list.records : []
    if (known.length > 0) add(known, { posts, authors, judged: sure.length > 0 ? sure : known })
    for (const { isClutter, isCore, members } of columns)
      if (!isCore && members.length > 0) add(members, { core, most: isClutter === true ? 0 : 1 })
  }
  for (const members of itemListsOf(pieces, chances, (at) => isDone[at] === false)) addItems(members)
  pieces.forEach((piece, at) => {
    if (isDone[at] === true) return
    if (piece.element.localName === "pre") return addBeside([at])
    const value = isLabel(piece) && isDone[at + 1] === false && isFieldOf(piece, pieces[at + 1]) ? [at + 1] : []
    add([at, ...value])
  })
  return units
}

/** The kept blocks of kept units: without the lesser parts of dropped cores, with headings of kept text. */
export const blocksOfUnits = (
  pieces: ReadonlyArray<Piece>,
  units: ReadonlyArray<Unit>,
  taken: ReadonlyArray<boolean>,
): ReadonlyArray<boolean> => {
  const kept = pieces.map(() => false)
  const unlikely = new Set<number>()
  units.forEach(({ chance, core, members }, index) => {
    const isKept = taken[index] === true && (core === undefined || taken[core] === true)
    for (const at of members) kept[at] = isKept
    if (chance < minLinked) for (const at of members) unlikely.add(at)
  })
  // From the end, because a heading stays with the text after it, and with a lower heading.
  let keptLevel = 0
  for (let at = pieces.length - 1; at >= 0; at--) {
    const piece = pieces[at]
    if (piece === undefined) continue
    const level = levelOf(piece)
    if (level < textLevel && unlikely.has(at) && piece.linked * 2 > piece.words) continue
    if (level < keptLevel) kept[at] = true
    if (level < textLevel || piece.words > 2) keptLevel = kept[at] === true ? level : 0
  }
  return kept
}

/** The level of text, below all headings. */
export const textLevel = 7

/** A heading's level, 1 to 6; else that of text. */
export const levelOf = (piece: Piece | undefined): number => {
  if (piece === undefined) return textLevel
  const { element, nodes } = piece
  const [inner] = nodes
  const own = inner !== undefined && nodes.length === 1 && isElement(inner) ? headingLevel(inner.localName) : 0
  const outer = own || headingLevel(element.localName) || headingLevel(element.parentElement?.localName ?? "")
  return outer || textLevel
}

// --- private --------------------------------------------------------------------------

/** The chance below which a heading that is a link is the title of another page, not of the text after it. */
const minLinked = 0.25

/** How a unit is judged, if not by all of its own blocks. */
interface Adding extends Pick<Unit, "authors" | "core" | "posts"> {
  readonly judged?: ReadonlyArray<number>
  /** The bounds of its chance. */
  readonly least?: number
  readonly most?: number
}

const meanOf = (members: ReadonlyArray<number>, pieces: ReadonlyArray<Piece>, chances: ReadonlyArray<number>) => {
  let [words, prose, likely] = [0, 0, 0]
  for (const at of members) {
    prose += pieces[at]?.prose ?? 0
    words += pieces[at]?.words ?? 0
    likely += (pieces[at]?.words ?? 0) * (chances[at] ?? 0)
  }
  return { words, prose, chance: words === 0 ? 0 : likely / words }
}

/**
 * The lists with their blocks as columns. A list whose records differ doesn't count: its blocks may belong to an inner
 * one.
 */
const listsOf = (
  pieces: ReadonlyArray<Piece>,
  chances: ReadonlyArray<number>,
  records: Records,
  isDone: ReadonlyArray<boolean>,
  unlike: ReadonlySet<RecordList> = new Set(),
): ReadonlyArray<{ readonly columns: ReadonlyArray<Column>; readonly list: RecordList }> => {
  const byList = new Map<RecordList, Map<Element, Array<number>>>()
  pieces.forEach(({ element }, at) => {
    const place = records.recordsAt(element).find(({ list }) => !unlike.has(list))
    if (place === undefined || isDone[at] === true) return
    const members = byList.get(place.list) ?? new Map<Element, Array<number>>()
    byList.set(place.list, members)
    const own = members.get(place.record)
    if (own === undefined) members.set(place.record, [at])
    else own.push(at)
  })
  const lists = Array.from(
    byList,
    ([list, members]) => [list, columnsOf(members, pieces, chances, list.arePosts)] as const,
  )
  const more = lists.flatMap(([list, columns]) => (columns === undefined ? [list] : []))
  if (more.length > 0) return listsOf(pieces, chances, records, isDone, new Set([...unlike, ...more]))
  return lists.flatMap(([list, columns]) => (columns === undefined ? [] : [{ columns, list }]))
}

/** Maximum words per block of a table with data cells. */
const maxCellWords = 12

/** Whether an element is in a cell of a row with more cells. */
const isBesideCell = (element: Element): boolean => {
  const cell = element.closest("td, th")
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

/** The chance below which a table or code doesn't belong to an adjacent text, and the minimum chance of such a text. */
const minAdded = 0.25
const minText = 0.75
/** Maximum number of blocks between a text and a table or code, and of headings between a text and a list. */
const maxDistance = 8

/** The chance of the nearest prose before or after some blocks, whichever is higher; 0 if none is near. */
const chanceBeside = (
  members: ReadonlyArray<number>,
  pieces: ReadonlyArray<Piece>,
  chances: ReadonlyArray<number>,
): number => {
  const isProse = (at: number) => (pieces[at]?.prose ?? 0) > 0
  const distances = Array.from({ length: maxDistance }, (_, index) => index + 1)
  const before = distances.map((by) => (members[0] ?? 0) - by).find(isProse)
  const behind = distances.map((by) => (members.at(-1) ?? 0) + by).find(isProse)
  return Math.max(chances[before ?? -1] ?? 0, chances[behind ?? -1] ?? 0)
}

/** The chance from which a list between likely texts belongs to them. */
const minItems = 0.5

/** The lower chance of the blocks of prose before and after a list, between which only headings may be. */
const chanceBetween = (
  members: ReadonlyArray<number>,
  pieces: ReadonlyArray<Piece>,
  chances: ReadonlyArray<number>,
): number => {
  const proseFrom = (start: number, step: number): number => {
    let at = start
    for (let left = maxDistance; left > 1 && levelOf(pieces[at]) < textLevel; left--) at += step
    return (pieces[at]?.prose ?? 0) > 0 ? (chances[at] ?? 0) : 0
  }
  return Math.min(proseFrom((members[0] ?? 0) - 1, -1), proseFrom((members.at(-1) ?? 0) + 1, 1))
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

const maxLabelWords = 6
const maxFieldWords = 40

const isLabel = (piece: Piece | undefined): piece is Piece =>
  piece !== undefined && piece.words <= maxLabelWords && /[:：]$/.test(piece.text)

/** Whether a block is beside a label, in the same small part of the page. */
const isFieldOf = (label: Piece, field: Piece | undefined): boolean => {
  if (field === undefined || field.words > maxFieldWords) return false
  const around = label.element.parentElement
  return around !== null && (around.contains(field.element) || around.parentElement?.contains(field.element) === true)
}
