/** The blocks of a list's records, each with its position in its record. */
import type { Block } from "./Block.ts"
import { signatureOf } from "./Records.ts"

/** A block for building units. */
export type Piece = Pick<Block, "element" | "nodes" | "text" | "words" | "prose" | "linked" | "prices">

/** A block in a record. */
export interface Cell {
  readonly record: Element
  readonly at: number
  readonly piece: Piece
  /** The signatures of the elements from the record down to it, as in `/div.post/p./`. */
  readonly path: string
  /** Its words times its chance. */
  readonly likely: number
}

/** The blocks of the given records, which come with the indexes of their blocks. */
export const cellsOf = (
  records: ReadonlyMap<Element, ReadonlyArray<number>>,
  pieces: ReadonlyArray<Piece>,
  chances: ReadonlyArray<number>,
  arePosts: boolean,
): ReadonlyArray<Cell> => {
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
  return aligned(cells, records.size, arePosts)
}

/** The part of a block that its words and its chance are summed by. */
export type Weighed = Pick<Cell, "likely" | "piece" | "record">

export const wordsOf = (cells: ReadonlyArray<Weighed>): number => cells.reduce((sum, { piece }) => sum + piece.words, 0)

/** The mean chance of the cells' words. */
export const chanceOf = (cells: ReadonlyArray<Weighed>): number =>
  cells.reduce((sum, { likely }) => sum + likely, 0) / Math.max(1, wordsOf(cells))

/** How much the records' chances differ: 0 if they are equal, 1 if each record is surely content or surely not. */
export const spreadOf = (cells: ReadonlyArray<Weighed>): number => {
  const mean = chanceOf(cells)
  let variance = 0
  for (const own of Map.groupBy(cells, ({ record }) => record).values())
    variance += (wordsOf(own) / wordsOf(cells)) * (chanceOf(own) - mean) ** 2
  return mean <= 0 || mean >= 1 ? 0 : variance / (mean * (1 - mean))
}

/** The number of records with these cells. */
export const recordsOf = (cells: ReadonlyArray<Weighed>): number => new Set(cells.map(({ record }) => record)).size

/** Whether at least half of the records, and more than one, have one of these cells. */
export const areCommon = (cells: ReadonlyArray<Cell>, records: number): boolean =>
  recordsOf(cells) >= Math.max(2, records / 2)

/** Whether nearly all records have the same text in this position, such as a button's name. */
export const isConstant = (cells: ReadonlyArray<Cell>, records: number): boolean =>
  records > 2 && new Set(cells.map(({ piece }) => piece.text)).size <= Math.max(1, cells.length / 5)

// --- private --------------------------------------------------------------------------

/** A quotation is one position, with its author. */
const pathOf = (element: Element, paths: Map<Element, string>): string => {
  const known = paths.get(element)
  if (known !== undefined) return known
  const around = element.parentElement === null ? "/" : pathOf(element.parentElement, paths)
  const path = /\/blockquote\.[^/]*\/$/.test(around) ? around : `${around}${signatureOf(element)}/`
  paths.set(element, path)
  return path
}

/** Maximum number of paths that are compared, because the cost grows with them. */
const maxPaths = 60

/**
 * Gives cells with a unique path the path of similar cells in other records: the first post of a thread has the same
 * parts as its replies, in other wrappers. Of posts without a common path the last one shows the positions.
 */
const aligned = (cells: ReadonlyArray<Cell>, records: number, arePosts: boolean): ReadonlyArray<Cell> => {
  const byPath = Map.groupBy(cells, ({ path }) => path)
  const common = new Set([...byPath].filter(([, alike]) => areCommon(alike, records)).map(([path]) => path))
  const last = cells.at(-1)?.record
  if (arePosts && common.size === 0) for (const { path, record } of cells) if (record === last) common.add(path)
  if (common.size > maxPaths) return cells
  const taken = new Map(
    Array.from(
      Map.groupBy(cells, ({ record }) => record),
      ([record, own]) => [record, new Set(own.map(({ path }) => path))],
    ),
  )
  return cells.map((cell) => {
    if (common.has(cell.path)) return cell
    const free = [...common].filter((path) => taken.get(cell.record)?.has(path) !== true)
    return { ...cell, path: likeliest(cell.path, free) }
  })
}

/** The path with the longest common end; the given path itself if that is too short. */
const likeliest = (path: string, common: ReadonlyArray<string>): string => {
  let best = path
  let longest = 0
  for (const other of common) {
    const end = commonEnd(path, other)
    const isEnough = (end.length > 1 && end.length === other.length) || isNamed(end) || end.split("/").length > 3
    if (end.length > longest && isEnough) [best, longest] = [other, end.length]
  }
  return best
}

/** Whether the last signature of an end has a name. */
const isNamed = (end: string): boolean =>
  end.endsWith("/") && /\.[^/]/.test(end.slice(end.lastIndexOf("/", end.length - 2) + 1))

/** The signatures at the end of both paths. */
const commonEnd = (path: string, other: string): string => {
  let length = 0
  while (length < path.length && length < other.length && path.at(-1 - length) === other.at(-1 - length)) length++
  const end = path.slice(path.length - length)
  return end.slice(end.indexOf("/"))
}
