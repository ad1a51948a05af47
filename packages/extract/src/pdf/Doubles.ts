/**
 * Text that a PDF draws several times where it stands, to look bold or to have a shadow: it is read once. The times may be parted in other
 * ways (`Tides`, then `Tides: high`), so that of a piece that lies over the one before it what both have there is left out.
 */
import { isBlank, type Piece } from "./Rows.ts"

/** Without what is drawn again. */
export const withoutDoubles = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Piece> => {
  const before = new Map<string, Piece>()
  let last: Piece | undefined
  // Without any text that is drawn twice as a whole, what lies over other text is set so by chance.
  let hasDoubles = false
  return pieces.flatMap((piece) => {
    if (isBlank(piece)) return [piece]
    const same = before.get(piece.text)
    before.set(piece.text, piece)
    if (same !== undefined && isOver(piece, same)) {
      hasDoubles = true
      return []
    }
    const rest = hasDoubles && last !== undefined ? withoutOverlap(last, piece) : piece
    if (rest === undefined) return []
    last = rest
    return [rest]
  })
}

// --- private --------------------------------------------------------------------------

/** How far the same text stands from itself, in parts of the font's size. */
const double = 0.2

/** By how many characters the width of some may be off that of as many others. */
const off = [0, 1, -1, 2, -2]

const isOver = (piece: Piece, same: Piece): boolean =>
  Math.abs(piece.x - same.x) <= Math.min(double * piece.size, piece.width / 2) &&
  Math.abs(piece.y - same.y) <= double * piece.size

/** What a piece has beyond the one before it over which it lies; `undefined` if that is nothing. */
const withoutOverlap = (last: Piece, piece: Piece): Piece | undefined => {
  const over = last.x + last.width - piece.x
  const isNear = Math.abs(piece.y - last.y) <= double * piece.size && piece.x >= last.x - double * piece.size
  const width = piece.width / piece.text.length
  if (!isNear || over <= width / 2) return piece
  const about = Math.min(Math.round(over / width), piece.text.length)
  for (const more of off) {
    const length = about + more
    if (length < 1 || length > piece.text.length || !last.text.endsWith(piece.text.slice(0, length))) continue
    if (length === piece.text.length) return undefined
    return { ...piece, text: piece.text.slice(length), x: last.x + last.width, width: Math.max(0, piece.width - over) }
  }
  return piece
}
