/**
 * Form values and free text over a page. Viewers draw them over the page's own text, so each is read at its position:
 * after the label on its left, or else after the label above it.
 */
import { UntrustedText } from "@porthole/core"
import { type Annotation, declaredSizeOf, textOf } from "./Annotation.ts"
import { isBlank, type TextRun } from "../layout/TextRun.ts"
import { minReadableSize } from "../layout/Rotation.ts"

/** A line of a value, and the vertical extent in which its label is searched. */
export interface ValueLine extends TextRun {
  readonly bottom: number
  readonly top: number
}

/** The visible area of a page as `[left, bottom, right, top]`, and its clockwise rotation in degrees. */
export interface PageArea {
  readonly view: ReadonlyArray<number>
  readonly rotate: number
}

/** The values that a viewer shows on the page, line by line; `most` lines at most. */
export const valueLines = (
  annotations: ReadonlyArray<Annotation>,
  { rotate, view }: PageArea,
  most: number,
): ReadonlyArray<ValueLine> => {
  const lines: Array<ValueLine> = []
  for (const annotation of annotations) {
    if (lines.length >= most) break
    const text = textOf(annotation)
    const box = boxOf(annotation["rect"])
    if (text !== undefined && box !== undefined && isVisible(annotation, box, boxOf(view)))
      lines.push(...linesIn(turned(box, rotate), text, declaredSizeOf(annotation), most))
  }
  return lines.slice(0, most)
}

/** The runs of a page in drawing order, each line of a value after its label. */
export const withFormValues = (
  runs: ReadonlyArray<TextRun>,
  lines: ReadonlyArray<ValueLine>,
): ReadonlyArray<TextRun> => {
  if (lines.length === 0) return runs
  const after = new Map<TextRun | undefined, Array<TextRun>>()
  /** The right edge of the last value on a label that has dots or a line to write on. */
  const ends = new Map<TextRun, number>()
  for (const line of lines) {
    const { size, width, x, y } = line
    const label = labelOf(line, runs)
    const others = after.get(label) ?? []
    after.set(label, others)
    const text = UntrustedText.cleanLines(line.text)
    if (label === undefined || !isBeside(line, label)) others.push({ text, x, y, width, size })
    else {
      const right = label.x + label.width
      const isOnDots = x < right
      const start = isOnDots ? (ends.get(label) ?? right) + gapOnDots * size : x
      if (isOnDots) ends.set(label, start + width)
      others.push({ text, x: start, y: label.y, width, size })
    }
  }
  return [...runs.flatMap((run) => [run, ...(after.get(run) ?? [])]), ...(after.get(undefined) ?? [])]
}

// --- private --------------------------------------------------------------------------

/** The annotation flags Hidden and NoView (ISO 32000-1, table 165). */
const invisibleFlags = 2 | 32

/**
 * The gap before a value that is written on a dotted line, in font sizes. It is as wide as between table cells, because
 * such a line isn't running text.
 */
const gapOnDots = 2.5

/** Default size of a value's font in points, and default width of its characters in parts of that. */
const usualSize = 10
const usualWidth = 0.5

interface Box {
  readonly left: number
  readonly bottom: number
  readonly right: number
  readonly top: number
}

const boxOf = (rect: unknown): Box | undefined => {
  const [left, bottom, right, top] = Array.isArray(rect) ? rect.map(Number) : []
  return left !== undefined && bottom !== undefined && right !== undefined && top !== undefined
    ? { left, bottom, right, top }
    : undefined
}

/** A box on the turned page, in the coordinates of {@link TextRun}. */
const turned = (box: Box, rotate: number): Box => {
  const { bottom, left, right, top } = box
  if (rotate === 90) return { left: bottom, bottom: -right, right: top, top: -left }
  if (rotate === 180) return { left: -right, bottom: -top, right: -left, top: -bottom }
  if (rotate === 270) return { left: -top, bottom: left, right: -bottom, top: right }
  return box
}

const isVisible = (annotation: Annotation, box: Box, page: Box | undefined): boolean => {
  const size = declaredSizeOf(annotation)
  return (
    annotation["hidden"] !== true &&
    (Number(annotation["annotationFlags"]) & invisibleFlags) === 0 &&
    !(size > 0 && size < minReadableSize) &&
    // These comparisons also fail for a box that isn't made of numbers.
    box.right - box.left > 2 &&
    box.top - box.bottom > 2 &&
    page !== undefined &&
    box.left < page.right &&
    box.right > page.left &&
    box.bottom < page.top &&
    box.top > page.bottom
  )
}

/** The lines of a text in its box: from the top, or one line in the middle. */
const linesIn = (box: Box, text: string, declaredSize: number, most: number): ReadonlyArray<ValueLine> => {
  const lines = text.split(/\r\n?|\n/, most)
  const height = box.top - box.bottom
  const size = declaredSize > 0 ? Math.min(declaredSize, height) : Math.min(usualSize, height * 0.8)
  const isMiddle = lines.length === 1 && height < 3 * size
  const first = isMiddle ? box.bottom + (height - size) / 2 + 0.2 * size : box.top - size
  return lines.map((line, at) => {
    const y = first - at * 1.2 * size
    // The label of the first line may be anywhere beside the box.
    const [bottom, top] = at === 0 ? [box.bottom, box.top] : [y, y]
    const width = Math.min(box.right - box.left, line.length * usualWidth * size)
    return { text: line, x: box.left, y, width, size, bottom, top }
  })
}

/** The nearest run on the left, or else the nearest above. */
const labelOf = (line: ValueLine, runs: ReadonlyArray<TextRun>): TextRun | undefined => {
  let label: TextRun | undefined
  let nearest = Number.POSITIVE_INFINITY
  for (const run of runs) {
    const distance = distanceOf(line, run)
    if (distance < nearest && !isBlank(run)) {
      label = run
      nearest = distance
    }
  }
  return label
}

/** Added to the distance of a run above the value, so that every run beside the box is nearer. */
const abovePenalty = 10_000

const distanceOf = (line: ValueLine, run: TextRun): number => {
  if (isBeside(line, run)) return Math.max(0, line.x - run.x - run.width)
  const up = run.y - line.y
  return up > 0 ? abovePenalty + 10 * up + Math.abs(run.x - line.x) : Number.POSITIVE_INFINITY
}

const isBeside = (line: ValueLine, run: TextRun): boolean =>
  run.x <= line.x && run.y > line.bottom - 0.3 * run.size && run.y < line.top
