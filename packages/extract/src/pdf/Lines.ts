/**
 * The pieces of text that a page of a PDF draws, put together to lines. Pieces come in the order in which they are drawn, which is
 * mostly that of reading, columns too; only a page whose lines jump up again and again, or whose columns are drawn line by line across
 * all of them, is put in the order of its places.
 */

import { columnsOf } from "./Columns.ts"
import { withoutDoubles } from "./Doubles.ts"
import { isBlank, type Piece, rowsOf, sameLine } from "./Rows.ts"

/** A line of text. */
export interface Line {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly y: number
  readonly size: number
  /** Whether there is a wide gap in it, as between the columns of a table. */
  readonly isRow: boolean
}

/** The lines of a page. */
export const linesOf = (drawn: ReadonlyArray<Piece>): ReadonlyArray<Line> => {
  const pieces = withBlanks(withoutDoubles(drawn))
  const columns = columnsOf(pieces)
  if (columns.length === 1) return inOrder(pieces)
  if (isAcross(pieces, columns)) return columns.flatMap(inOrder)
  const lines = joined(pieces)
  return isDisordered(lines) ? columns.flatMap(inOrder) : lines
}

// --- private --------------------------------------------------------------------------

/**
 * The blanks with which pdf.js fills gaps have widths of no meaning, so that where text stands is told by text alone. Each goes with the
 * piece before it, wherever that comes in the order of reading.
 */
const withBlanks = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Piece> =>
  pieces.flatMap((piece, at) => {
    const next = pieces[at + 1]
    if (isBlank(piece)) return []
    return next !== undefined && isBlank(next) ? [{ ...piece, text: `${piece.text} ` }] : [piece]
  })

/** In parts of the font's size: how wide a gap is a blank, or one between columns, and how far cells of a row may be off each other. */
const blank = 0.15
const column = 2
const sameHeight = 0.15

/** Of scripts that are written from the right. */
const fromRight = /^\P{L}*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u

/** Whether it is of one row with a line on its right: cells have one height, as signs beside a text mostly haven't. */
const isCellBefore = (line: Pick<Line, "y" | "size">, piece: Piece): boolean =>
  Math.abs(piece.y - line.y) <= sameHeight * line.size && Math.abs(piece.size - line.size) <= sameHeight * line.size

const word = /[\p{L}\p{N}]/u

const joined = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Line> => {
  const lines: Array<Line> = []
  let texts: Array<string> = []
  let line: Omit<Line, "text"> | undefined
  let words: Pick<Line, "y" | "size"> | undefined
  let isFromRight = false
  /** The parts of the line on the right of the one that goes on: rows of some tables are drawn from their last cell. */
  let parts: Array<{ readonly left: number; readonly text: string }> = []
  let [partLeft, partRight] = [0, 0]
  const end = (): void => {
    const ordered = [{ left: partLeft, text: texts.join("") }, ...parts].toSorted((one, other) => one.left - other.left)
    parts = []
    const text = ordered
      .map((part) => part.text)
      .join(" ")
      .replace(/\s+/g, " ")
      .trim()
    if (line !== undefined && text !== "") lines.push({ ...line, ...words, text })
    words = undefined
    texts = []
    line = undefined
  }
  for (const piece of pieces) {
    const right = piece.x + piece.width
    const goesLeft = isFromRight && line !== undefined && piece.x < line.left && fromRight.test(piece.text)
    let isRow = false
    if (line !== undefined) {
      const size = Math.max(line.size, piece.size)
      const gap = goesLeft ? line.left - right : piece.x - partRight
      const isApart = Math.abs(piece.y - line.y) > sameLine * size
      if (right <= line.left && isCellBefore(line, piece) && !isFromRight && !fromRight.test(piece.text)) {
        parts.push({ left: partLeft, text: texts.join("") })
        texts = []
        isRow = line.isRow || line.left - right > column * piece.size
        ;[partLeft, partRight] = [piece.x, right]
      } else if (isApart || gap < -size) end()
      else {
        if (gap > blank * size) texts.push(" ")
        isRow = line.isRow || gap > column * piece.size
      }
    }
    if (line === undefined) [partLeft, partRight] = [piece.x, right]
    partRight = Math.max(partRight, right)
    isFromRight = fromRight.test(piece.text)
    texts.push(piece.text)
    const isLarger = line === undefined || piece.size > line.size
    // A bullet may be larger than its text, and what is below it is like the text.
    if (word.test(piece.text) && (words === undefined || piece.size > words.size))
      words = { y: piece.y, size: piece.size }
    line = {
      left: Math.min(line?.left ?? piece.x, piece.x),
      right: Math.max(line?.right ?? right, right),
      y: isLarger ? piece.y : (line?.y ?? piece.y),
      size: isLarger ? piece.size : (line?.size ?? piece.size),
      isRow,
    }
  }
  end()
  return lines
}

const isDisordered = (lines: ReadonlyArray<Line>): boolean => {
  if (lines.length < 4) return lines.some((line, at) => at > 0 && line.y > (lines[at - 1]?.y ?? line.y) + line.size)
  let jumps = 0
  lines.forEach((line, at) => {
    const before = lines[at - 1]
    if (before !== undefined && line.y > before.y + line.size) jumps += 1
  })
  return jumps > lines.length * 0.3
}

const inOrder = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Line> => {
  const lines = joined(pieces)
  return isDisordered(lines) ? joined(inPlace(pieces)) : lines
}

const inPlace = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Piece> => rowsOf(pieces).flat()

/** Whether what is drawn goes from one column to another again and again. */
const isAcross = (drawn: ReadonlyArray<Piece>, columns: ReadonlyArray<ReadonlyArray<Piece>>): boolean => {
  const columnOf = new Map(columns.flatMap((column, at) => column.map((piece) => [piece, at] as const)))
  let changes = 0
  let before = 0
  for (const piece of drawn) {
    const at = columnOf.get(piece)
    if (at === undefined || at === before) continue
    changes += 1
    before = at
  }
  return changes > 2 * columns.length + 2
}
