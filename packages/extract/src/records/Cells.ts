/** The blocks of a list's records, each with its position in its record. */
import type { Block } from "../model/Block.ts"
import { signatureOf } from "./Groups.ts"

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
  return cells
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
  const words = wordsOf(cells)
  let variance = 0
  for (const own of Map.groupBy(cells, ({ record }) => record).values())
    variance += (wordsOf(own) / words) * (chanceOf(own) - mean) ** 2
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

const pathOf = (element: Element, paths: Map<Element, string>): string => {
  const known = paths.get(element)
  if (known !== undefined) return known
  const around = element.parentElement === null ? "/" : pathOf(element.parentElement, paths)
  const path = `${around}${signatureOf(element)}/`
  paths.set(element, path)
  return path
}
