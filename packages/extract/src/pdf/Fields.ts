/**
 * What was filled in on a page of a PDF: the values of its form's fields, and text that was written over the page. Viewers draw it
 * over the page's own text, so that it is read where it stands: after the label that is on its left.
 */
import { UntrustedText } from "@porthole/core"
import { type Annotation, propertyOf, textOf } from "./FieldText.ts"
import { isBlank, type Piece } from "./Rows.ts"
import { unreadable } from "./Upright.ts"

/** A line of what was filled in, and how far its box goes down and up. */
export interface Filled extends Piece {
  readonly bottom: number
  readonly top: number
}

/** Where a page reaches from (left, bottom) and to (right, top), and how far it is turned to the right, in degrees, to be looked at. */
export interface Sheet {
  readonly view: ReadonlyArray<number>
  readonly rotate: number
}

/** The first lines of what was filled in, as far as it is to be seen on its page. */
export const filledIn = (
  annotations: ReadonlyArray<Annotation>,
  { rotate, view }: Sheet,
  most: number,
): ReadonlyArray<Filled> => {
  const pieces: Array<Filled> = []
  for (const annotation of annotations) {
    if (pieces.length >= most) break
    const text = textOf(annotation)
    const box = boxOf(annotation)
    if (text !== undefined && box !== undefined && isSeen(annotation, box, view))
      pieces.push(...placed(text, turned(box, rotate), annotation, most))
  }
  return pieces.slice(0, most)
}

/** A page's pieces in the order in which they are drawn, each of what was filled in after its label, and on one line with it. */
export const withFilledIn = (drawn: ReadonlyArray<Piece>, filled: ReadonlyArray<Filled>): ReadonlyArray<Piece> => {
  if (filled.length === 0) return drawn
  const after = new Map<Piece | undefined, Array<Piece>>()
  /** Where what was written on the dots or lines of a label ends. */
  const ends = new Map<Piece, number>()
  for (const piece of filled) {
    const label = labelOf(piece, drawn)
    const others = after.get(label) ?? []
    const { size, width } = piece
    const text = UntrustedText.cleanLines(piece.text)
    if (label === undefined || !isBeside(piece, label)) others.push({ text, x: piece.x, y: piece.y, width, size })
    else {
      const right = label.x + label.width
      const x = piece.x < right ? (ends.get(label) ?? right) + apart * size : piece.x
      if (piece.x < right) ends.set(label, x + width)
      others.push({ text, x, y: label.y, width, size })
    }
    after.set(label, others)
  }
  return [...drawn.flatMap((piece) => [piece, ...(after.get(piece) ?? [])]), ...(after.get(undefined) ?? [])]
}

// --- private --------------------------------------------------------------------------

/** How an annotation says that it isn't to be seen: hidden, and not to be viewed (ISO 32000-1, table 165). */
const unseen = 2 | 32

/** In parts of its size, how far what was written on dots stands from them: as a cell of a row, since such lines aren't a paragraph's. */
const apart = 2.5

const usual = 10
const usualWidth = 0.5

interface Box {
  readonly left: number
  readonly bottom: number
  readonly right: number
  readonly top: number
}

const boxOf = ({ rect }: Annotation): Box | undefined => {
  const [left, bottom, right, top] = Array.isArray(rect) ? rect.map(Number) : []
  return left !== undefined && bottom !== undefined && right !== undefined && top !== undefined
    ? { left, bottom, right, top }
    : undefined
}

/** Where a box is once its page is turned, as its labels are (`Upright.ts`). */
const turned = ({ bottom, left, right, top }: Box, rotate: number): Box => {
  if (rotate === 90) return { left: bottom, bottom: -right, right: top, top: -left }
  if (rotate === 180) return { left: -right, bottom: -top, right: -left, top: -bottom }
  if (rotate === 270) return { left: -top, bottom: left, right: -bottom, top: right }
  return { left, bottom, right, top }
}

const isSeen = (
  annotation: Annotation,
  box: Box,
  [left = 0, bottom = 0, right = 0, top = 0]: ReadonlyArray<number>,
): boolean =>
  annotation["hidden"] !== true &&
  (Number(annotation["annotationFlags"]) & unseen) === 0 &&
  !isUnreadable(toldSize(annotation)) &&
  // What has no room can't be seen; a box that isn't made of numbers fails here, too.
  box.right - box.left > 2 &&
  box.top - box.bottom > 2 &&
  box.left < right &&
  box.right > left &&
  box.bottom < top &&
  box.top > bottom

/** The size of the font; 0 where it isn't told, or text is made to fit its box. */
const toldSize = ({ defaultAppearanceData, hasAppearance, subtype }: Annotation): number => {
  const told = Number(propertyOf(defaultAppearanceData, "fontSize"))
  // What is drawn already may be enlarged from a font of one point.
  return subtype === "FreeText" && hasAppearance === true && told <= 1 ? 0 : told
}

const isUnreadable = (told: number): boolean => told > 0 && told < unreadable

/** The lines of a text in its box: from its top, or on the box's middle if there is one. */
const placed = (text: string, box: Box, annotation: Annotation, most: number): ReadonlyArray<Filled> => {
  const lines = text.split(/\r\n?|\n/, most)
  const height = box.top - box.bottom
  const told = toldSize(annotation)
  const size = told > 0 ? Math.min(told, height) : Math.min(usual, height * 0.8)
  const first = lines.length === 1 && height < 3 * size ? box.bottom + (height - size) / 2 + 0.2 * size : box.top - size
  return lines.map((line, at) => {
    const y = first - at * 1.2 * size
    // The first line belongs to the label wherever in the box it stands; the others go on below it.
    const [bottom, top] = at === 0 ? [box.bottom, box.top] : [y, y]
    const width = Math.min(box.right - box.left, line.length * usualWidth * size)
    return { text: line, x: box.left, y, width, size, bottom, top }
  })
}

/** The nearest text on the left, or else the nearest one above. */
const labelOf = (piece: Filled, drawn: ReadonlyArray<Piece>): Piece | undefined => {
  let label: Piece | undefined
  let nearest = Number.POSITIVE_INFINITY
  for (const other of drawn) {
    const distance = distanceOf(piece, other)
    if (distance < nearest && !isBlank(other)) {
      label = other
      nearest = distance
    }
  }
  return label
}

/** What is beside a box is nearer than anything above it. */
const above = 10_000

const distanceOf = (piece: Filled, other: Piece): number => {
  if (isBeside(piece, other)) return Math.max(0, piece.x - other.x - other.width)
  const up = other.y - piece.y
  return up > 0 ? above + 10 * up + Math.abs(other.x - piece.x) : Number.POSITIVE_INFINITY
}

const isBeside = (piece: Filled, other: Piece): boolean =>
  other.x <= piece.x && other.y > piece.bottom - 0.3 * other.size && other.y < piece.top
