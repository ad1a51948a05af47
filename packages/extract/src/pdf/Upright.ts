/**
 * Pieces of text as they stand on their page turned so that they read from left to right: what is set sideways or upside down,
 * and what is written from top to bottom, whose columns go from right to left as lines go down.
 */
import { isBlank, type Piece } from "./Rows.ts"

/** A piece as it is drawn. */
export interface Drawn {
  readonly text: string
  /** `[a, b, c, d, x, y]` (ISO 32000-1, section 8.3.3): how it is turned and stretched, and where its origin is. */
  readonly matrix: ReadonlyArray<number>
  readonly width: number
  /** How long it is, if it is written from top to bottom; its origin is in the middle of its top then. */
  readonly length: number | undefined
}

/** The pieces of a page, each where it would stand if it were upright. */
export const upright = (drawn: ReadonlyArray<Drawn>): ReadonlyArray<Piece> => {
  const placed = drawn.map(placedOf)
  const shown = placed.filter(({ piece }) => !isBlank(piece))
  const stacked = new Set<Placed>()
  shown.forEach((one, at) => {
    const next = shown[at + 1]
    if (next === undefined || !isBelow(one, next)) return
    stacked.add(one)
    stacked.add(next)
  })
  return placed.map((one) => (one.isVertical || stacked.has(one) ? columnOf(one) : one.piece))
}

/** The size of a piece's font, in points. */
export const sizeOf = ([, , c = 0, d = 0]: ReadonlyArray<number>): number => Math.hypot(c, d)

/** What nobody can read is smaller than this, in points. */
export const unreadable = 1

// --- private --------------------------------------------------------------------------

interface Placed {
  readonly piece: Piece
  readonly isVertical: boolean
  /** Where its middle is from the left, and its top from the bottom. */
  readonly middle: number
  readonly top: number
  readonly length: number
}

const placedOf = ({ length, matrix, text, width }: Drawn): Placed => {
  const size = sizeOf(matrix)
  const place = turned(matrix)
  const piece = { text, ...place, width, size }
  return length === undefined
    ? { piece, isVertical: false, middle: place.x + width / 2, top: place.y + size, length: size }
    : { piece, isVertical: true, middle: place.x, top: place.y, length }
}

/** Tables are often set sideways, on pages that are turned. */
const turned = ([a = 0, b = 0, c = 0, d = 0, x = 0, y = 0]: ReadonlyArray<number>): Pick<Piece, "x" | "y"> => {
  if (Math.abs(b) > Math.abs(a) && b * c < 0) return b > 0 ? { x: y, y: -x } : { x: -y, y: x }
  return a < 0 && d < 0 ? { x: -x, y: -y } : { x, y }
}

const columnOf = ({ length, middle, piece, top }: Placed): Piece => ({
  ...piece,
  text: piece.text.replace(verticalForm, (form) => form.normalize("NFKC")),
  x: -top,
  y: middle,
  width: length,
})

/** Punctuation as it is drawn in columns, which nobody would look for (Unicode, Vertical Forms and CJK Compatibility Forms). */
const verticalForm = /[\ufe10-\ufe19\ufe30-\ufe48]/g

/**
 * Whether a sign stands right below another in one column: documents are written from top to bottom with fonts that aren't, too,
 * a sign a piece.
 */
const isBelow = (above: Placed, below: Placed): boolean => {
  if (!isSign(above) || !isSign(below) || !(ideograph.test(above.piece.text) || ideograph.test(below.piece.text)))
    return false
  const size = Math.max(above.piece.size, below.piece.size)
  const down = above.top - below.top
  return Math.abs(above.middle - below.middle) <= sameColumn * size && down > 0 && down <= above.length + gap * size
}

/** In parts of the font's size. */
const sameColumn = 0.3
const gap = 0.6

/** Two digits stand beside one another; two signs of which each is a word do in a list. */
const isSign = ({ isVertical, piece }: Placed): boolean =>
  isVertical || /^\s*(?:.\p{M}*|[\p{ASCII}\p{Nd}\p{P}]{2})\s*$/su.test(piece.text)

const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
