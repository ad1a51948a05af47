/**
 * The columns of a page of a PDF that is set in some. A page is cut where an empty strip goes from its top to its bottom with running
 * text on both sides, or else at its widest empty strip from left to right, and each part likewise. What has such strips too but
 * no running text, as tables and forms have, isn't cut.
 */
import { type Piece, rowsOf } from "./Rows.ts"

/** The parts of a page in the order of reading; one part where there are no columns. No piece is blank. */
export const columnsOf = (pieces: ReadonlyArray<Piece>): ReadonlyArray<ReadonlyArray<Piece>> => {
  const size = pieces.map((piece) => piece.size).toSorted((one, other) => one - other)[pieces.length >> 1] ?? 0
  return size === 0 ? [pieces] : cut(pieces, { size, left: mostLooks }, 0)
}

// --- private --------------------------------------------------------------------------

/** How often a part of a page is cut; and how many strips are looked at for each cut. */
const deepest = 12
const mostStrips = 8

/** How many pieces are looked at for all cuts of a page together; what is left then isn't cut. */
const mostLooks = 500_000

interface Work {
  /** Of the usual font. */
  readonly size: number
  left: number
}

/** In parts of the usual font's size: how wide a strip is, and how long a line of running text is on average. */
const gutter = 0.8
const band = 0.2
const lineLength = 10

/** Of a column: its rows at the least, how much of its width they fill, and how many of them begin in the midst of a sentence. */
const fewestRows = 5
const filled = 0.5
const goingOn = 0.25

type Pieces = ReadonlyArray<Piece>

const cut = (pieces: Pieces, work: Work, depth: number): ReadonlyArray<Pieces> => {
  work.left -= pieces.length
  if (depth === deepest || pieces.length < 2 * fewestRows || work.left < 0) return [pieces]
  for (const strip of stripsOf(pieces, acrossOf, gutter * work.size)) {
    work.left -= pieces.length
    if (work.left < 0) return [pieces]
    const [left, right] = parted(pieces, ({ x }) => x < strip)
    if (isColumn(left, work.size) && isColumn(right, work.size))
      return [...cut(left, work, depth + 1), ...cut(right, work, depth + 1)]
  }
  const [strip] = stripsOf(pieces, upOf, band * work.size)
  if (strip === undefined) return [pieces]
  const [below, above] = parted(pieces, ({ y }) => y < strip)
  const [top, bottom] = [cut(above, work, depth + 1), cut(below, work, depth + 1)]
  return top.length + bottom.length === 2 ? [pieces] : [...top, ...bottom]
}

const parted = (pieces: Pieces, isFirst: (piece: Piece) => boolean): readonly [Pieces, Pieces] => {
  const parts: readonly [Array<Piece>, Array<Piece>] = [[], []]
  for (const piece of pieces) parts[isFirst(piece) ? 0 : 1].push(piece)
  return parts
}

type Extent = readonly [from: number, to: number]

const acrossOf = ({ width, x }: Piece): Extent => [x, x + width]
const upOf = ({ size, y }: Piece): Extent => [y - 0.2 * size, y + 0.8 * size]

/** Where the widest empty strips end, the widest first. */
const stripsOf = (pieces: Pieces, extentOf: (piece: Piece) => Extent, narrowest: number): ReadonlyArray<number> => {
  const strips: Array<{ readonly at: number; readonly width: number }> = []
  let end: number | undefined
  for (const [from, to] of pieces.map(extentOf).toSorted((one, other) => one[0] - other[0])) {
    if (end !== undefined && from - end > narrowest) strips.push({ at: from, width: from - end })
    end = Math.max(end ?? to, to)
  }
  return strips
    .toSorted((one, other) => other.width - one.width)
    .slice(0, mostStrips)
    .map(({ at }) => at)
}

const isColumn = (pieces: Pieces, size: number): boolean => {
  if (pieces.length < fewestRows) return false
  const rows = rowsOf(pieces)
  const [left, right] = pieces.map(acrossOf).reduce(([from, to], [x, end]) => [Math.min(from, x), Math.max(to, end)])
  const length = pieces.reduce((sum, { width }) => sum + width, 0) / rows.length
  const going = rows.filter(([first]) => first !== undefined && /^\p{P}?\p{Ll}/u.test(first.text)).length
  return (
    rows.length >= fewestRows &&
    length > lineLength * size &&
    length > filled * (right - left) &&
    going >= goingOn * rows.length
  )
}
