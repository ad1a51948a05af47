/** The dates of a query, in the forms that providers accept. */
import * as DateTime from "effect/DateTime"
import type { SearchQuery } from "@porthole/core"
import { DateWindow } from "@porthole/core"

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
  const { ignored, range } = DateWindow.datesInWords(query, now)
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
