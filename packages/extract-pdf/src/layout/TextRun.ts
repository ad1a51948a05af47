/** Text runs of a page, and the rows that they form. */

/** A piece of text and its position in points, from the left and from the bottom of the page. */
export interface TextRun {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  /** The size of the font. */
  readonly size: number
  /** Whether all characters of the font have the same width. */
  readonly isFixed?: boolean
}

/** Maximum distance between the baselines of one line's runs, in parts of the font's size. */
export const maxBaselineDistance = 0.4

/** Whether a run is blank. */
export const isBlank = ({ text }: TextRun): boolean => text.trim() === ""

/** The runs as rows from top to bottom, each from left to right. The runs must not be blank. */
export const rowsOf = (runs: ReadonlyArray<TextRun>): ReadonlyArray<ReadonlyArray<TextRun>> => {
  const rows: Array<Array<TextRun>> = []
  let top = Number.POSITIVE_INFINITY
  for (const run of runs.toSorted((one, other) => other.y - one.y)) {
    const row = rows.at(-1)
    if (row !== undefined && top - run.y <= maxBaselineDistance * run.size) row.push(run)
    else {
      rows.push([run])
      top = run.y
    }
  }
  return rows.map((row) => row.toSorted((one, other) => one.x - other.x))
}
