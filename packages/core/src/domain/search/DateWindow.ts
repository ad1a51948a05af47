/**
 * The window of a query's dates: the days in which hits may be published are the intersection of `time_range`,
 * `freshness_days`, `start_date` and `end_date`, in calendar days in UTC, both ends included. The kernel filters hits
 * by those fields that a provider couldn't express. Providers get {@link windowOf} as a first and a last day.
 */
import * as DateTime from "effect/DateTime"
import * as Result from "effect/Result"
import * as Arguments from "../call/Arguments.ts"
import type { WebError } from "../WebError.ts"
import type { SearchQuery, TimeRange } from "./SearchQuery.ts"

/** The date fields of a query. */
export const dateFields = ["time_range", "freshness_days", "start_date", "end_date"] as const
export type DateField = (typeof dateFields)[number]

/** A query's dates, all or some of them. */
export type Dates = Pick<SearchQuery, DateField>

/** The first and the last day, `YYYY-MM-DD`; an end without a key is open. */
export interface DateWindow {
  readonly from?: string
  readonly to?: string
}

/** The days of each word: a month counts as the longest one, so that none of its days is lost. */
export const daysOf: Readonly<Record<TimeRange, number>> = { day: 1, week: 7, month: 31, year: 365 }

/** The day this many days before a time. */
export const dayBefore = (now: number, days: number): string =>
  DateTime.formatIsoDateUtc(DateTime.makeUnsafe(now - days * msPerDay))

/**
 * The window in which all dates hold; `now` in ms since the epoch. The ends of an empty window are in reverse order.
 */
export const windowOf = (dates: Dates, now: number): DateWindow => {
  const { end_date, freshness_days, start_date, time_range } = dates
  const from = [
    ...(time_range === undefined ? [] : [dayBefore(now, daysOf[time_range])]),
    ...(freshness_days === undefined ? [] : [dayBefore(now, freshness_days)]),
    ...(start_date === undefined ? [] : [start_date]),
  ]
    .toSorted()
    .at(-1)
  return { ...(from === undefined ? {} : { from }), ...(end_date === undefined ? {} : { to: end_date }) }
}

/**
 * Like {@link windowOf}; fails if no day is left, naming `start_date`, or `end_date` if that lies before the other
 * fields' window.
 */
export const readWindow = (dates: Dates, now: number): Result.Result<DateWindow, WebError> => {
  const { end_date, start_date } = dates
  if (start_date !== undefined && end_date !== undefined && start_date > end_date) return startsTooLateFailure
  const window = windowOf(dates, now)
  return window.from !== undefined && window.to !== undefined && window.from > window.to
    ? endsTooEarlyFailure
    : Result.succeed(window)
}

/** The query's dates that are among these fields. */
export const datesAmong = (dates: Dates, wanted: ReadonlyArray<string>): Dates => {
  const { end_date, freshness_days, start_date, time_range } = dates
  return {
    ...(time_range !== undefined && wanted.includes("time_range") ? { time_range } : {}),
    ...(freshness_days !== undefined && wanted.includes("freshness_days") ? { freshness_days } : {}),
    ...(start_date !== undefined && wanted.includes("start_date") ? { start_date } : {}),
    ...(end_date !== undefined && wanted.includes("end_date") ? { end_date } : {}),
  }
}

/** Whether a time (ISO 8601, UTC) lies in the window. */
export const isInWindow = ({ from, to }: DateWindow, time: string): boolean => {
  const day = time.slice(0, "YYYY-MM-DD".length)
  return (from === undefined || from <= day) && (to === undefined || day <= to)
}

// --- private --------------------------------------------------------------------------

const msPerDay = 86_400_000

const startsTooLateFailure: Result.Result<never, WebError> = Result.fail(
  Arguments.invalid("start_date", "start_date: expected a day that isn't after end_date."),
)

const endsTooEarlyFailure: Result.Result<never, WebError> = Result.fail(
  Arguments.invalid("end_date", "end_date: expected a day within time_range or freshness_days."),
)
