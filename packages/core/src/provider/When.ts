/** The dates that a query asks for, as one span of days and as the word that most providers have for it. */
import * as DateTime from "effect/DateTime"
import type { SearchQuery, TimeRange } from "../domain/SearchQuery.ts"

/** A field of the query that says when a result was published. */
export type DateField = "time_range" | "freshness_days" | "start_date" | "end_date"

/** Days in UTC, `YYYY-MM-DD`, both included; what the query leaves open has no key. */
export interface When {
  readonly from?: string
  readonly to?: string
  /** The day of the call, for providers that can't leave an end open. */
  readonly today: string
  /** The smallest range that covers these days and ends today, if there is one. */
  readonly range?: TimeRange
  /** The date fields of the query that `range` says exactly. */
  readonly rangeSays: ReadonlyArray<DateField>
  /** The date fields of the query that `from` and `to` say together: all that it has. */
  readonly daysSay: ReadonlyArray<DateField>
}

/** What a query says of dates; `now` is in ms since the epoch. */
export const of = (query: SearchQuery, now: number): When => {
  const today = DateTime.makeUnsafe(now)
  const ago = (days: number): string => DateTime.formatIsoDateUtc(DateTime.subtract(today, { days }))
  const begins = [
    ...(query.time_range === undefined ? [] : [ago(daysOf[query.time_range])]),
    ...(query.freshness_days === undefined ? [] : [ago(query.freshness_days)]),
    ...(query.start_date === undefined ? [] : [query.start_date]),
  ]
  const from = begins.toSorted().at(-1)
  const to = query.end_date
  const range = from === undefined ? undefined : ranges.find((name) => ago(daysOf[name]) <= from)
  const daysSay = dateFields.filter((name) => query[name] !== undefined)
  const isRangeOnly = daysSay.length === 1 && query.time_range !== undefined
  return {
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(range === undefined ? {} : { range }),
    today: ago(0),
    rangeSays: isRangeOnly ? ["time_range"] : [],
    daysSay,
  }
}

// --- private --------------------------------------------------------------------------

const dateFields = ["time_range", "freshness_days", "start_date", "end_date"] as const

const ranges = ["day", "week", "month", "year"] as const

const daysOf: Record<TimeRange, number> = { day: 1, week: 7, month: 31, year: 366 }
