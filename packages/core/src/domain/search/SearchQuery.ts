/**
 * The arguments of `web_search`: the query and its filters, as the model writes them.
 *
 * The dates among them make a window: the days in which hits may be published are the intersection of `time_range`,
 * `freshness_days`, `start_date` and `end_date`, in calendar days in UTC, both ends included. The kernel filters hits
 * by those fields that a provider couldn't express. A provider that supports a first and a last day uses {@link
 * windowOf}; for one that supports only words there is {@link datesInWords}.
 */
import * as DateTime from "effect/DateTime"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Arguments from "../call/Arguments.ts"
import { defaults } from "../settings/SettingTable.ts"
import type { WebError } from "../WebError.ts"

/** The kinds of search. */
export const Category = Schema.Literals(["general", "news"])
export type Category = typeof Category.Type

/** Maximum age of hits. */
export const TimeRange = Schema.Literals(["day", "week", "month", "year"])
export type TimeRange = typeof TimeRange.Type

/** How strictly explicit results are left out. */
export const SafeSearch = Schema.Literals(["off", "moderate", "strict"])
export type SafeSearch = typeof SafeSearch.Type

/** The filters of every search tool; a model reads the descriptions. */
export const filters = {
  /** Kind of search. Default: `general`. */
  category: Schema.optionalKey(Category).annotateKey({
    description: "Web pages (default) or news.",
  }),
  /** Language of the results as a BCP 47 tag such as `en` or `de-AT`, or `all` or `auto`. Default: any. */
  language: Schema.optionalKey(Arguments.Language).annotateKey({
    description: "Language of the results, such as en or de-AT.",
  }),
  /** Age of the results: at most a day, a week, a month or a year. Default: any. */
  time_range: Schema.optionalKey(TimeRange).annotateKey({
    description: "Only results of the last day, week, month, year.",
  }),
  /** First day of publication, `YYYY-MM-DD` in UTC. Default: any. */
  start_date: Schema.optionalKey(Arguments.IsoDate).annotateKey({
    description: "Only results from this day on.",
  }),
  /** Last day of publication, `YYYY-MM-DD` in UTC. Default: any. */
  end_date: Schema.optionalKey(Arguments.IsoDate).annotateKey({
    description: "Only results up to this day.",
  }),
  /** Age of the results in days, clamped into 1–3,650. Default: any. */
  freshness_days: Schema.optionalKey(Arguments.clamped(1, 3_650)).annotateKey({
    description: "Only results of the last N days.",
  }),
  /** Country of the results: two letters of ISO 3166-1, such as `AT`. Default: any. */
  country: Schema.optionalKey(Arguments.Country).annotateKey({
    description: "Two-letter code of the country to search from.",
  }),
  /** How strictly explicit results are left out. Default: the provider's choice. */
  safesearch: Schema.optionalKey(SafeSearch).annotateKey({
    description: "How strictly to leave out explicit results.",
  }),
  /** Host names of the only sites to search, subdomains included; at most 100. Default: all. */
  domains: Schema.optionalKey(Arguments.HostNames).annotateKey({
    description: "Only results from these sites: host names such as example.com.",
  }),
  /** Host names of sites to leave out, subdomains included; at most 100. Default: none. */
  exclude_domains: Schema.optionalKey(Arguments.HostNames).annotateKey({
    description: "No results from these sites.",
  }),
  /** Page of the results, clamped into 1–100. Default: 1. */
  page: Schema.optionalKey(Arguments.clamped(1, 100)).annotateKey({
    description: "Page of results (default 1).",
  }),
  /** Whether hits carry `metadata` and the result `attempts`. Default: `false`. */
  include_metadata: Schema.optionalKey(Schema.Boolean).annotateKey({
    description: "Also return date, engine and score of each hit.",
  }),
}

/**
 * A search. `max_results` is any whole number and is clamped into 1–100; the default is the backend's choice. `domains`
 * and `exclude_domains` are host names; the use-case brings them into canonical form. Dates are days in UTC, both ends
 * included.
 */
export const SearchQuery = Schema.Struct({
  /** The query: 1–2,000 characters, trimmed. */
  query: Arguments.Text.annotateKey({ description: "What to search for, in words or as a question." }),
  /**
   * Maximum number of hits, clamped into 1–100. Default: the setting `max_results` (10); in the use-case, the backend's
   * choice.
   */
  max_results: Schema.optionalKey(Arguments.clamped(1, 100)).annotateKey({
    description: `How many hits (default ${defaults.max_results}).`,
  }),
  ...filters,
})
export type SearchQuery = typeof SearchQuery.Type
export type SearchQueryInput = typeof SearchQuery.Encoded

// --- the dates -------------------------------------------------------------------------

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
export const pickDates = (dates: Dates, wanted: ReadonlyArray<string>): Dates => {
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

/**
 * The shortest word that reaches back to the window's first day; none if that is open or too long ago. All words end
 * now, so they also contain a window that ends earlier.
 */
export const rangeCovering = ({ from }: DateWindow, now: number): TimeRange | undefined =>
  from === undefined ? undefined : TimeRange.literals.find((range) => dayBefore(now, daysOf[range]) <= from)

/**
 * For a provider that supports only the four words: the shortest word that covers the dates, and the query's date
 * fields that it doesn't express exactly (`ignored`).
 */
export const datesInWords = (
  dates: Dates,
  now: number,
): { readonly range: TimeRange | undefined; readonly ignored: ReadonlyArray<DateField> } => {
  const range = rangeCovering(windowOf(dates, now), now)
  const { freshness_days, time_range } = dates
  const isExact = (field: DateField): boolean =>
    range !== undefined &&
    (field === "time_range" ? time_range !== undefined : field === "freshness_days" && freshness_days === daysOf[range])
  return { range, ignored: dateFields.filter((field) => dates[field] !== undefined && !isExact(field)) }
}

// --- private --------------------------------------------------------------------------

const msPerDay = 86_400_000

const dayBefore = (now: number, days: number): string =>
  DateTime.formatIsoDateUtc(DateTime.makeUnsafe(now - days * msPerDay))

const startsTooLateFailure: Result.Result<never, WebError> = Result.fail(
  Arguments.invalid("start_date", "start_date: expected a day that isn't after end_date."),
)

const endsTooEarlyFailure: Result.Result<never, WebError> = Result.fail(
  Arguments.invalid("end_date", "end_date: expected a day within time_range or freshness_days."),
)
