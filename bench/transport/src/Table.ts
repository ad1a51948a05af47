/**
 * The figures as Markdown: one table for each measure, one row for each client, one column for each cell. The first
 * client is the baseline.
 */
import { labels, type Name } from "./Clients.ts"
import type { Outcome } from "./Round.ts"

/** The rounds of every client at one size and concurrency. */
export interface Cell {
  readonly kilobytes: number
  readonly concurrency: number
  readonly outcomes: ReadonlyMap<Name, ReadonlyArray<Outcome>>
}

export const sizeOf = (kilobytes: number): string =>
  kilobytes % 1_024 === 0 ? `${kilobytes / 1_024} MB` : `${kilobytes} KB`

/**
 * The first row holds figures, the others ratios to it: the median of the rounds' ratios, since rounds of all clients
 * are interleaved.
 */
export const render = (cells: ReadonlyArray<Cell>, [base, ...others]: ReadonlyArray<Name>): string =>
  base === undefined ? "" : measures.map((measure) => table(measure, cells, base, others)).join("\n")

// --- private --------------------------------------------------------------------------

interface Measure {
  readonly key: keyof Outcome
  readonly title: string
  readonly digits: number
}

const measures: ReadonlyArray<Measure> = [
  { key: "perSecond", title: "Requests per second (more is better)", digits: 0 },
  { key: "p50", title: "p50, ms (less is better)", digits: 2 },
  { key: "p99", title: "p99, ms (less is better)", digits: 2 },
  { key: "cpu", title: "CPU per request, µs (less is better)", digits: 0 },
  { key: "rss", title: "RSS of the process, MiB (less is better)", digits: 0 },
]

const table = (
  { digits, key, title }: Measure,
  cells: ReadonlyArray<Cell>,
  base: Name,
  others: ReadonlyArray<Name>,
) => {
  const of = (cell: Cell, name: Name) => (cell.outcomes.get(name) ?? []).map((outcome) => outcome[key])
  const figures = cells.map((cell) => grouped(median(of(cell, base)).toFixed(digits)))
  const ratios = (name: Name) =>
    cells.map((cell) => {
      const bases = of(cell, base)
      return median(of(cell, name).map((value, at) => value / (bases[at] ?? Number.NaN))).toFixed(2)
    })
  return [
    row([title, ...cells.map((cell) => `${sizeOf(cell.kilobytes)}, c=${cell.concurrency}`)]),
    row(["---", ...cells.map(() => "--:")]),
    row([labels[base], ...figures]),
    ...others.map((name) => row([labels[name], ...ratios(name)])),
    "",
  ].join("\n")
}

const row = (fields: ReadonlyArray<string>): string => `| ${fields.join(" | ")} |`

const median = (numbers: ReadonlyArray<number>): number => {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
}

const grouped = (figure: string): string => figure.replace(/\B(?=(?:\d{3})+(?:\.|$))/g, ",")
