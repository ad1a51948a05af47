/**
 * The lines of a page. Runs come in drawing order, which is usually the reading order, even with columns. Runs are
 * sorted by position only if the page's lines jump up repeatedly, or if it is drawn line by line across its columns.
 */
import { columnsOf } from "./Columns.ts"
import { type Line, LineBuilder } from "./LineBuilder.ts"
import { withoutLineNumbers } from "./LineNumbers.ts"
import { withoutOverprint } from "./Overprint.ts"
import { isBlank, rowsOf, type TextRun } from "./TextRun.ts"

/** The lines of a page. */
export const linesOf = (drawn: ReadonlyArray<TextRun>): ReadonlyArray<Line> => {
  const runs = withoutBlanks(withoutLineNumbers(withoutOverprint(drawn)))
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
