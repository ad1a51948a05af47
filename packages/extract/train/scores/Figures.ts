/** Means, quantiles and Markdown tables. */

/** The mean; NaN for an empty list. */
export const mean = (numbers: ReadonlyArray<number>): number =>
  numbers.length === 0 ? Number.NaN : numbers.reduce((sum, one) => sum + one, 0) / numbers.length

/** The number below which the given share of the numbers lies. */
export const quantile = (numbers: ReadonlyArray<number>, share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(share * (numbers.length - 1))] ?? Number.NaN

/** A share with three digits, `.793`; a dash where there is none. */
export const share = (number: number): string => (Number.isNaN(number) ? "–" : number.toFixed(3).replace(/^0/, ""))

/** A difference of shares with its sign. */
export const change = (number: number): string => `${number < 0 ? "-" : "+"}${share(Math.abs(number))}`

/** A table; the first row is its head. */
export const table = ([head = [], ...rows]: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map(() => "---"), ...rows].map((fields) => `| ${fields.join(" | ")} |\n`).join("")

/** `all`, then the types that occur, the most frequent first. */
export const typesOf = (rows: ReadonlyArray<{ readonly type: string }>): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  for (const { type } of rows) counts.set(type, (counts.get(type) ?? 0) + 1)
  return ["all", ...[...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([type]) => type)]
}

/** The rows of a type, or of all. */
export const ofType = <Row extends { readonly type: string }>(
  rows: ReadonlyArray<Row>,
  type: string,
): ReadonlyArray<Row> => rows.filter((row) => type === "all" || row.type === type)
