/**
 * Numbers of lines in a margin, as in the papers of courts and in manuscripts: numbers below each other, beside
 * everything else, that count the lines of a running text. The numbers of a list or of a table's rows stay.
 */
import { isBlank, type TextRun } from "./TextRun.ts"

/** The runs without the numbers of lines. */
export const withoutLineNumbers = (runs: ReadonlyArray<TextRun>): ReadonlyArray<TextRun> => {
  const numbers = runs.filter(({ text }) => /^\d{1,5}$/.test(text.trim()))
  if (numbers.length < minNumbers || numbers.length === runs.length) return runs
  const removed = new Set(columnsOf(numbers).flatMap((column) => (isMargin(column, runs) ? column : [])))
  return removed.size === 0 ? runs : runs.filter((run) => !removed.has(run))
}

// --- private --------------------------------------------------------------------------

/** Minimum of numbers in a margin, and of the share of them that count by the same step. */
const minNumbers = 4
const minCounting = 0.9

/** Minimum share of numbered lines that begin within a sentence. */
const minContinued = 0.25

/** Maximum difference of the numbers' edges in points, and minimum gap beside them in font sizes. */
const maxDifference = 1
const minGap = 0.4

/** Numbers with the same right edge, and numbers with the same left edge. */
const columnsOf = (numbers: ReadonlyArray<TextRun>): ReadonlyArray<ReadonlyArray<TextRun>> => [
  ...groupsOf(numbers, ({ width, x }) => x + width),
  ...groupsOf(numbers, ({ x }) => x),
]

const groupsOf = (
  numbers: ReadonlyArray<TextRun>,
  edgeOf: (run: TextRun) => number,
): ReadonlyArray<ReadonlyArray<TextRun>> => {
  const groups: Array<Array<TextRun>> = []
  let edge = Number.NEGATIVE_INFINITY
  for (const run of numbers.toSorted((one, other) => edgeOf(one) - edgeOf(other))) {
    if (edgeOf(run) - edge > maxDifference) groups.push([])
    groups.at(-1)?.push(run)
    edge = edgeOf(run)
  }
  const long = groups.filter((group) => group.length >= minNumbers)
  return [...long.slice(0, maxColumns), ...long.slice(Math.max(maxColumns, long.length - maxColumns))]
}

/** Maximum number of columns of numbers that are examined on each side. */
const maxColumns = 3

/** Whether numbers count the lines of the text beside them. */
const isMargin = (column: ReadonlyArray<TextRun>, runs: ReadonlyArray<TextRun>): boolean => {
  const sorted = column.toSorted((one, other) => other.y - one.y)
  const steps = sorted.slice(1).map(({ text }, at) => Number(text) - Number(sorted[at]?.text))
  const step = steps.toSorted((one, other) => one - other)[steps.length >> 1] ?? 0
  if (step < 1 || steps.filter((own) => own === step).length < minCounting * steps.length) return false
  const [left, right] = [
    column.reduce((least, { x }) => Math.min(least, x), Number.POSITIVE_INFINITY),
    column.reduce((most, { width, x }) => Math.max(most, x + width), Number.NEGATIVE_INFINITY),
  ]
  const [top, bottom] = [sorted[0]?.y ?? 0, sorted.at(-1)?.y ?? 0]
  const own = new Set(column)
  const size = sorted[0]?.size ?? 0
  const beside = runs.filter(
    (run) => !own.has(run) && !isBlank(run) && run.y <= top + run.size / 2 && run.y >= bottom - run.size / 2,
  )
  const isLeft = beside.every(({ x }) => x >= right + minGap * size)
  const isRight = beside.every(({ width, x }) => x + width <= left - minGap * size)
  return (isLeft || isRight) && isContinued(beside)
}

/** Whether the lines of runs continue each other. */
const isContinued = (runs: ReadonlyArray<TextRun>): boolean => {
  const left = runs.reduce((least, { x }) => Math.min(least, x), Number.POSITIVE_INFINITY)
  const firsts = runs.filter(({ size, x }) => x - left < size)
  const continuing = firsts.filter(({ text }) => /^\p{P}?\p{Ll}/u.test(text)).length
  return firsts.length >= minNumbers && continuing >= minContinued * firsts.length
}
