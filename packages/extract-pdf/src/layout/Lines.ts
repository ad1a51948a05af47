/**
 * The lines of a page. Runs come in drawing order, which is usually the reading order, even with columns. Runs are
 * sorted by position only if the page's lines jump up repeatedly, or if it is drawn line by line across its columns.
 */
import { columnsOf } from "./Columns.ts"
import { withoutOverprint } from "./Overprint.ts"
import { isBlank, maxBaselineDistance, rowsOf, type TextRun } from "./TextRun.ts"

/** A line of text. */
export interface Line {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly y: number
  readonly size: number
  /** Whether the line has a gap as wide as between a table's columns. */
  readonly isRow: boolean
}

/** The lines of a page. */
export const linesOf = (drawn: ReadonlyArray<TextRun>): ReadonlyArray<Line> => {
  const runs = withoutBlanks(withoutOverprint(drawn))
  const columns = columnsOf(runs)
  if (columns.length === 1) return inOrder(runs)
  if (isDrawnAcrossColumns(runs, columns)) return columns.flatMap(inOrder)
  const lines = linesFrom(runs)
  return isDisordered(lines) ? columns.flatMap(inOrder) : lines
}

// --- private --------------------------------------------------------------------------

/**
 * The runs without the blanks that pdf.js inserts, whose positions mean nothing: each is appended to the run before it.
 */
const withoutBlanks = (runs: ReadonlyArray<TextRun>): ReadonlyArray<TextRun> =>
  runs.flatMap((run, at) => {
    const next = runs[at + 1]
    if (isBlank(run)) return []
    return next !== undefined && isBlank(next) ? [{ ...run, text: `${run.text} ` }] : [run]
  })

const inOrder = (runs: ReadonlyArray<TextRun>): ReadonlyArray<Line> => {
  const lines = linesFrom(runs)
  return isDisordered(lines) ? linesFrom(rowsOf(runs).flat()) : lines
}

const isDisordered = (lines: ReadonlyArray<Line>): boolean => {
  const jumps = lines.filter((line, at) => line.y > (lines[at - 1]?.y ?? line.y) + line.size).length
  return jumps > (lines.length < 4 ? 0 : lines.length * 0.3)
}

/** Whether the drawing order alternates between columns repeatedly. */
const isDrawnAcrossColumns = (
  runs: ReadonlyArray<TextRun>,
  columns: ReadonlyArray<ReadonlyArray<TextRun>>,
): boolean => {
  const columnOf = new Map(columns.flatMap((column, at) => column.map((run) => [run, at] as const)))
  const order = runs.flatMap((run) => columnOf.get(run) ?? [])
  return order.filter((column, at) => column !== (order[at - 1] ?? 0)).length > 2 * columns.length + 2
}

/**
 * As shares of the font's size: the gap of a word space, the gap between columns, and the maximum difference of a row's
 * cells in baseline and in font size.
 */
const wordSpace = 0.15
const columnGap = 2
const maxCellDifference = 0.15

/** Text of scripts that are written from the right. */
const rightToLeft = /^\P{L}*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u

const word = /[\p{L}\p{N}]/u

const linesFrom = (runs: ReadonlyArray<TextRun>): ReadonlyArray<Line> => {
  const lines: Array<Line> = []
  let line: LineBuilder | undefined
  const end = (): void => {
    const built = line?.end()
    if (built !== undefined && built.text !== "") lines.push(built)
    line = undefined
  }
  for (const run of runs) {
    if (line?.accepts(run) === false) end()
    line ??= new LineBuilder(run)
    line.add(run)
  }
  end()
  return lines
}

/** Builds a line from its runs, in drawing order. */
class LineBuilder {
  private left: number
  private right: number
  private y: number
  private size = 0
  private isRow = false
  private isRightToLeft = false
  /** Baseline and size of the largest run with a word: a bullet may be larger than its text. */
  private largestWord: Pick<TextRun, "size" | "y"> | undefined
  /**
   * The part of the line to which runs are added, and the parts on its right: some tables are drawn from the last cell.
   */
  private part: { readonly left: number; right: number; text: string }
  private readonly parts: Array<{ readonly left: number; readonly text: string }> = []

  constructor(first: TextRun) {
    this.left = first.x
    this.right = first.x
    this.y = first.y
    this.part = { left: first.x, right: first.x, text: "" }
  }

  /** Whether a run belongs to the line. */
  accepts(run: TextRun): boolean {
    if (this.isCellBefore(run)) return true
    const size = Math.max(this.size, run.size)
    return Math.abs(run.y - this.y) <= maxBaselineDistance * size && this.gapBefore(run) >= -size
  }

  add(run: TextRun): void {
    const right = run.x + run.width
    const gap = this.gapBefore(run)
    if (this.size > 0 && this.isCellBefore(run)) {
      this.isRow ||= this.left - right > columnGap * run.size
      this.parts.push(this.part)
      this.part = { left: run.x, right, text: "" }
    } else if (this.size > 0) {
      const size = Math.max(this.size, run.size)
      if (gap > wordSpace * size) this.part.text += " "
      this.isRow ||= gap > columnGap * run.size
    }
    this.part.text += run.text
    this.part.right = Math.max(this.part.right, right)
    this.left = Math.min(this.left, run.x)
    this.right = Math.max(this.right, right)
    this.isRightToLeft = rightToLeft.test(run.text)
    if (run.size > this.size) {
      this.y = run.y
      this.size = run.size
    }
    if (word.test(run.text) && (this.largestWord === undefined || run.size > this.largestWord.size))
      this.largestWord = { y: run.y, size: run.size }
  }

  end(): Line {
    const { isRow, left, right, size, y } = this
    const text = [this.part, ...this.parts]
      .toSorted((one, other) => one.left - other.left)
      .map((part) => part.text)
      .join(" ")
      .replace(/\s+/g, " ")
      .trim()
    return { text, left, right, y, size, isRow, ...this.largestWord }
  }

  /** Whether a run is a cell on the left of the line: cells of a row are level, unlike most superscripts. */
  private isCellBefore(run: TextRun): boolean {
    return (
      run.x + run.width <= this.left &&
      Math.abs(run.y - this.y) <= maxCellDifference * this.size &&
      Math.abs(run.size - this.size) <= maxCellDifference * this.size &&
      !this.isRightToLeft &&
      !rightToLeft.test(run.text)
    )
  }

  private gapBefore(run: TextRun): number {
    return this.isRightToLeft && run.x < this.left && rightToLeft.test(run.text)
      ? this.left - run.x - run.width
      : run.x - this.part.right
  }
}
