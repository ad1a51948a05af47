/**
 * Columns of a page, found by a recursive XY cut: a part of the page is cut at a vertical gap that has running text on
 * both sides, or else at its widest horizontal gap. Tables and forms have such gaps too, but no running text; they stay
 * whole.
 */
import { rowsOf, type TextRun } from "./TextRun.ts"

/** The parts of a page in reading order; one part if it has no columns. The runs must not be blank. */
export const columnsOf = (runs: Runs): ReadonlyArray<Runs> => {
  const size = runs.map((run) => run.size).toSorted((one, other) => one - other)[runs.length >> 1] ?? 0
  return size === 0 ? [runs] : cut(runs, { usualSize: size, checksLeft: maxChecks }, 0)
}

// --- private --------------------------------------------------------------------------

type Runs = ReadonlyArray<TextRun>

/** Maximum depth of cuts, and maximum number of gaps that one cut considers. */
const maxDepth = 12
const maxGaps = 8

/** Maximum number of runs that all cuts of a page may check. The rest then stays uncut. */
const maxChecks = 500_000

/** A page that is being cut. */
interface PageState {
  /** The size of its usual font. */
  readonly usualSize: number
  checksLeft: number
}

/**
 * Minimums as multiples of the usual font's size: a vertical gap, a horizontal gap, and the average line of running
 * text.
 */
const minGutter = 0.8
const minBand = 0.2
const minLineLength = 10

/**
 * Minimums of a column: its rows, the share of its width that they fill, and the share of them that begins within a
 * sentence.
 */
const minRows = 5
const minFilled = 0.5
const minContinued = 0.25

const cut = (runs: Runs, page: PageState, depth: number): ReadonlyArray<Runs> => {
  page.checksLeft -= runs.length
  if (depth === maxDepth || runs.length < 2 * minRows || page.checksLeft < 0) return [runs]
  for (const gap of gapsOf(runs, horizontalExtentOf, minGutter * page.usualSize)) {
    page.checksLeft -= runs.length
    if (page.checksLeft < 0) return [runs]
    const [left, right] = partition(runs, ({ x }) => x < gap)
    if (isColumn(left, page.usualSize) && isColumn(right, page.usualSize))
      return [...cut(left, page, depth + 1), ...cut(right, page, depth + 1)]
  }
  const [gap] = gapsOf(runs, verticalExtentOf, minBand * page.usualSize)
  if (gap === undefined) return [runs]
  const [below, above] = partition(runs, ({ y }) => y < gap)
  const [top, bottom] = [cut(above, page, depth + 1), cut(below, page, depth + 1)]
  return top.length + bottom.length === 2 ? [runs] : [...top, ...bottom]
}

const partition = (runs: Runs, isFirst: (run: TextRun) => boolean): readonly [Runs, Runs] => {
  const parts: readonly [Array<TextRun>, Array<TextRun>] = [[], []]
  for (const run of runs) parts[isFirst(run) ? 0 : 1].push(run)
  return parts
}

type Extent = readonly [from: number, to: number]

const horizontalExtentOf = ({ width, x }: TextRun): Extent => [x, x + width]
const verticalExtentOf = ({ size, y }: TextRun): Extent => [y - 0.2 * size, y + 0.8 * size]

/** The ends of the widest gaps, the widest first. */
const gapsOf = (runs: Runs, extentOf: (run: TextRun) => Extent, narrowest: number): ReadonlyArray<number> => {
  const gaps: Array<{ readonly at: number; readonly width: number }> = []
  let end: number | undefined
  for (const [from, to] of runs.map(extentOf).toSorted((one, other) => one[0] - other[0])) {
    if (end !== undefined && from - end > narrowest) gaps.push({ at: from, width: from - end })
    end = Math.max(end ?? to, to)
  }
  return gaps
    .toSorted((one, other) => other.width - one.width)
    .slice(0, maxGaps)
    .map(({ at }) => at)
}

const isColumn = (runs: Runs, size: number): boolean => {
  if (runs.length < minRows) return false
  const rows = rowsOf(runs)
  const [left, right] = runs
    .map(horizontalExtentOf)
    .reduce(([from, to], [x, end]) => [Math.min(from, x), Math.max(to, end)])
  const length = runs.reduce((sum, { width }) => sum + width, 0) / rows.length
  const continuing = rows.filter(([first]) => first !== undefined && /^\p{P}?\p{Ll}/u.test(first.text)).length
  return (
    rows.length >= minRows &&
    length > minLineLength * size &&
    length > minFilled * (right - left) &&
    continuing >= minContinued * rows.length
  )
}
