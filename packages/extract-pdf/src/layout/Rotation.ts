/**
 * Turns text runs so that they read from left to right: sideways and upside-down text, and vertical text, whose columns
 * follow each other from right to left.
 */
import { isBlank, type TextRun } from "./TextRun.ts"

/** A run as the page draws it. */
export interface DrawnRun {
  readonly text: string
  /** `[a, b, c, d, x, y]` (ISO 32000-1, section 8.3.3): rotation and scale, then the origin. */
  readonly matrix: ReadonlyArray<number>
  readonly width: number
  /** The height of vertical text, whose origin is in the middle of its top; `undefined` for horizontal text. */
  readonly height: number | undefined
  readonly isFixed?: boolean
}

/** The runs of a page, each at its position on an upright page. */
export const upright = (drawn: ReadonlyArray<DrawnRun>): ReadonlyArray<TextRun> => {
  const placed = drawn.map(placedOf)
  const shown = placed.filter(({ run }) => !isBlank(run))
  const stacked = new Set<PlacedRun>()
  shown.forEach((one, at) => {
    const next = shown[at + 1]
    if (next === undefined || !isBelow(one, next)) return
    stacked.add(one)
    stacked.add(next)
  })
  return placed.map((one) => (one.isVertical || stacked.has(one) ? asHorizontal(one) : one.run))
}

/** The size of a run's font in points. */
export const sizeOf = ([, , c = 0, d = 0]: ReadonlyArray<number>): number => Math.hypot(c, d)

/** Whether a run is too small to be read. */
export const isUnreadable = (matrix: ReadonlyArray<number>): boolean => sizeOf(matrix) < minReadableSize

/** Minimum size of readable text, in points. */
export const minReadableSize = 1

// --- private --------------------------------------------------------------------------

interface PlacedRun {
  readonly run: TextRun
  readonly isVertical: boolean
  /** The `x` of its centre, in the coordinates of {@link TextRun}. */
  readonly middle: number
  /** The `y` of its upper edge. */
  readonly top: number
  readonly height: number
}

const placedOf = ({ height, isFixed = false, matrix, text, width }: DrawnRun): PlacedRun => {
  const size = sizeOf(matrix)
  const origin = originOf(matrix)
  const run = { text, ...origin, width, size, isFixed }
  return height === undefined
    ? { run, isVertical: false, middle: origin.x + width / 2, top: origin.y + size, height: size }
    : { run, isVertical: true, middle: origin.x, top: origin.y, height }
}

/** The origin after the rotation is undone. Tables are often set sideways. */
const originOf = ([a = 0, b = 0, c = 0, d = 0, x = 0, y = 0]: ReadonlyArray<number>): Pick<TextRun, "x" | "y"> => {
  if (Math.abs(b) > Math.abs(a) && b * c < 0) return b > 0 ? { x: y, y: -x } : { x: -y, y: x }
  return a < 0 && d < 0 ? { x: -x, y: -y } : { x, y }
}

/** A vertical run as a horizontal one. */
const asHorizontal = ({ height, middle, run, top }: PlacedRun): TextRun => ({
  ...run,
  text: run.text.replace(verticalForm, (form) => form.normalize("NFKC")),
  x: -top,
  y: middle,
  width: height,
})

/** Punctuation for vertical text (Unicode, Vertical Forms and CJK Compatibility Forms). */
const verticalForm = /[\ufe10-\ufe19\ufe30-\ufe48]/g

/**
 * Whether a run is directly below another in one column. Some documents set vertical text one character at a time.
 */
const isBelow = (above: PlacedRun, below: PlacedRun): boolean => {
  if (!isColumnPart(above) || !isColumnPart(below)) return false
  if (!ideograph.test(above.run.text) && !ideograph.test(below.run.text)) return false
  const size = Math.max(above.run.size, below.run.size)
  const down = above.top - below.top
  return (
    Math.abs(above.middle - below.middle) <= maxColumnOffset * size && down > 0 && down <= above.height + maxGap * size
  )
}

/** Maximum distance of two characters of a column: sideways, and of the lower from the upper one, in font sizes. */
const maxColumnOffset = 0.3
const maxGap = 0.6

/**
 * Whether a run can be part of a column: a vertical run, one character, or two digits, punctuation marks or ASCII
 * characters side by side. Two ideographs side by side can't: they may be a word in a list.
 */
const isColumnPart = ({ isVertical, run }: PlacedRun): boolean =>
  isVertical || /^(?:.?\p{M}*|[\p{ASCII}\p{Nd}\p{P}]{2})$/su.test(run.text.trim())

const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
