/** The dates of a query, in the forms that providers accept. */
import * as DateTime from "effect/DateTime"
import { DateWindow, SearchQuery } from "@porthole/core"

/** Days in UTC, `YYYY-MM-DD`, both included; an open end has no key. */
export interface When extends DateWindow.DateWindow {
  /** The last day, for providers that don't support an open end: `to`, else today, or `from` if that is later. */
  readonly last: string
  /** The shortest range that covers these days and ends today, if there is one. */
  readonly range?: SearchQuery.TimeRange
  /** All date fields of the query, if `range` expresses them exactly; else none. */
  readonly allRangeFields: ReadonlyArray<DateWindow.DateField>
  /** The date fields of the query that `range` expresses exactly, each on its own. */
  readonly rangeFields: ReadonlyArray<DateWindow.DateField>
  /** The date fields of the query that `from` and `to` express together: all of them. */
  readonly dateFields: ReadonlyArray<DateWindow.DateField>
}

/** The dates of a query; `now` is in ms since the epoch. */
export const whenOf = (query: SearchQuery.SearchQuery, now: number): When => {
  const { ignored, range } = datesInWords(query, now)
  const used = DateWindow.dateFields.filter((field) => query[field] !== undefined)
  const window = DateWindow.windowOf(query, now)
  const today = DateTime.formatIsoDateUtc(DateTime.makeUnsafe(now))
  return {
    ...window,
    ...(range === undefined ? {} : { range }),
    last: window.to ?? (window.from !== undefined && window.from > today ? window.from : today),
    allRangeFields: ignored.length === 0 ? used : [],
    rangeFields: used.filter((field) => !ignored.includes(field)),
    dateFields: used,
  }
}

/**
 * The shortest word that reaches back to the window's first day; none if that is open or too long ago. All words end
 * now, so they also contain a window that ends earlier.
 */
export const rangeCovering = ({ from }: DateWindow.DateWindow, now: number): SearchQuery.TimeRange | undefined =>
  from === undefined
    ? undefined
    : SearchQuery.TimeRange.literals.find((range) => DateWindow.dayBefore(now, DateWindow.daysOf[range]) <= from)

/**
 * For a provider that supports only the four words: the shortest word that covers the dates, and the query's date
 * fields that it doesn't express exactly (`ignored`).
 */
export const datesInWords = (
  dates: DateWindow.Dates,
  now: number,
): { readonly range: SearchQuery.TimeRange | undefined; readonly ignored: ReadonlyArray<DateWindow.DateField> } => {
  const range = rangeCovering(DateWindow.windowOf(dates, now), now)
  const { freshness_days, time_range } = dates
  const isExact = (field: DateWindow.DateField): boolean =>
    range !== undefined &&
    (field === "time_range"
      ? time_range !== undefined
      : field === "freshness_days" && freshness_days === DateWindow.daysOf[range])
  return { range, ignored: DateWindow.dateFields.filter((field) => dates[field] !== undefined && !isExact(field)) }
}
