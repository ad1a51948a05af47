/** Pieces of text of a PDF's page, and the rows in which they stand. */

/** A piece of text and where it stands: in points, from the left and from the bottom of the page. */
export interface Piece {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  /** The size of its font. */
  readonly size: number
}

/** How far pieces of one line may stand above one another, in parts of the font's size. */
export const sameLine = 0.4

/** Whether it has nothing to see. */
export const isBlank = ({ text }: Piece): boolean => text.trim() === ""

/** From the top to the bottom, and what stands on one line from left to right. No piece is blank. */
export const rowsOf = (pieces: ReadonlyArray<Piece>): ReadonlyArray<ReadonlyArray<Piece>> => {
  const sorted = pieces.toSorted((one, other) => other.y - one.y)
  const rows: Array<Array<Piece>> = []
  let top = Number.POSITIVE_INFINITY
  for (const piece of sorted) {
    const row = rows.at(-1)
    if (row !== undefined && top - piece.y <= sameLine * piece.size) row.push(piece)
    else {
      rows.push([piece])
      top = piece.y
    }
  }
  return rows.map((row) => row.toSorted((one, other) => one.x - other.x))
}
