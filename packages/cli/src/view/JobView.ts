/** A job of many pages as text: its progress in a line, and its end as a table by reason. */
import type { Frontier } from "@porthole/core"

/** A host that is left alone until a time, in milliseconds since the epoch. */
export interface Rest {
  readonly host: string
  readonly kind: "refused" | "down" | "failing"
  readonly until: number
}

/** The number of settled items at a time. */
export interface Sample {
  readonly at: number
  readonly settled: number
}

/**
 * The line of a job's progress: counts, the rate of the samples, the time left by it and by the rests, and what the job
 * waits for.
 */
export const progress = (
  { done, failed, waiting }: { readonly done: number; readonly failed: number; readonly waiting: number },
  samples: ReadonlyArray<Sample>,
  rests: ReadonlyArray<Rest>,
  now: number,
): string => {
  const [first, last] = [samples[0], samples.at(-1)]
  const elapsed = first === undefined || last === undefined ? 0 : last.at - first.at
  const rate = elapsed === 0 ? 0 : (((last?.settled ?? 0) - (first?.settled ?? 0)) / elapsed) * 1_000
  const parts = [`${number(done)} done, ${number(failed)} failed, ${number(waiting)} left`]
  const longest = rests.reduce((most, { until }) => Math.max(most, until - now), 0)
  if (rate > 0) {
    parts.push(rate >= 1 ? `${rate.toFixed(1)} a second` : `${(rate * 60).toFixed(1)} a minute`)
    parts.push(`about ${duration(Math.max((waiting / rate) * 1_000, longest))} left`)
  }
  const [next, ...others] = rests.toSorted((a, b) => a.until - b.until)
  if (next !== undefined) {
    const more = others.length === 0 ? "" : `, and ${number(others.length)} more`
    parts.push(`waits for ${next.host} (${kinds[next.kind]}) for ${duration(next.until - now)}${more}`)
  }
  return parts.join(" · ")
}

/** The failed items by reason, the most frequent first; empty if there are none. */
export const reasons = (failed: Frontier.Counts["failed"]): string => {
  const rows = Object.entries(failed).toSorted(([, a], [, b]) => b - a)
  const width = rows.reduce((most, [, count]) => Math.max(most, number(count).length), 0)
  return rows.map(([reason, count]) => `  ${number(count).padStart(width)}  ${reason}\n`).join("")
}

/** A number with separators, as in `12,345`. */
export const number = (value: number): string => value.toLocaleString("en-US")

/** The plural of a count: `1 page`, `2 pages`. */
export const count = (value: number, noun: string): string => `${number(value)} ${noun}${value === 1 ? "" : "s"}`

/** A duration in its two largest units. */
export const duration = (ms: number): string => {
  const seconds = Math.max(1, Math.round(ms / 1_000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

// --- private --------------------------------------------------------------------------

const kinds: Readonly<Record<Rest["kind"], string>> = {
  refused: "it asked to wait",
  down: "it is down",
  failing: "it fails",
}
