/** Medians, quantiles and ratios, and their tables in Markdown. */

/** The number below which the given share of the numbers lies; NaN for an empty list. */
export const quantile = (numbers: ReadonlyArray<number>, share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(share * numbers.length))] ?? Number.NaN

/** The middle number, or the mean of both. */
export const median = (numbers: ReadonlyArray<number>): number => {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2
}

/** The mean; NaN for an empty list. */
export const mean = (numbers: ReadonlyArray<number>): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length

/** How often each text occurs, the most frequent first. */
export const countsOf = (texts: ReadonlyArray<string>): ReadonlyArray<readonly [text: string, count: number]> =>
  [...Map.groupBy(texts, (text) => text)]
    .map(([text, { length }]) => [text, length] as const)
    .toSorted((a, b) => b[1] - a[1])

/** A cell of a table: a number stands at the right. */
export type Cell = string | number

/** A row of a table; numbers that aren't whole have two digits. */
export const row = (cells: ReadonlyArray<Cell>): string =>
  `| ${cells.map((cell) => (typeof cell === "string" || Number.isInteger(cell) ? cell : cell.toFixed(2))).join(" | ")} |`

/**
 * Prints the head of a table, `title | title`, and returns what prints a row: a long measure shows each row when it has
 * it.
 */
export const printTable = (head: string): ((...cells: ReadonlyArray<Cell>) => void) => {
  const titles = head.split(" | ")
  console.log(`${row(titles)}\n${row(titles.map((_, at) => (at === 0 ? "---" : "---:")))}`)
  return (...cells) => console.log(row(cells))
}
