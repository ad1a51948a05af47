/** The dates that a query asks for, as one span of days and as the word that most providers have for it. */
import * as DateTime from "effect/DateTime"
import * as DateWindow from "../domain/DateWindow.ts"
import type { SearchQuery, TimeRange } from "../domain/SearchQuery.ts"

/** A field of the query that says when a result was published. */
export type DateField = DateWindow.Field

/** Days in UTC, `YYYY-MM-DD`, both included; what the query leaves open has no key. */
export interface When extends DateWindow.DateWindow {
  /** The last day, for providers that can't leave an end open: `to`, else today, or `from` where that is later. */
  readonly last: string
  /** The smallest range that covers these days and ends today, if there is one. */
  readonly range?: TimeRange
  /** All date fields of the query, where `range` says them exactly; else none. */
  readonly rangeCovers: ReadonlyArray<DateField>
  /** The date fields of the query that `range` says exactly, whether or not it says the others. */
  readonly rangeCoversEach: ReadonlyArray<DateField>
  /** The date fields of the query that `from` and `to` say together: all that it has. */
  readonly daysCover: ReadonlyArray<DateField>
}

/** What a query says of dates; `now` is in ms since the epoch. */
export const of = (query: SearchQuery, now: number): When => {
  const { ignored, range } = DateWindow.inWords(query, now)
  const daysCover = DateWindow.fields.filter((field) => query[field] !== undefined)
  const window = DateWindow.resolve(query, now)
  const today = DateTime.formatIsoDateUtc(DateTime.makeUnsafe(now))
  return {
    ...window,
    ...(range === undefined ? {} : { range }),
    last: window.to ?? (window.from !== undefined && window.from > today ? window.from : today),
    rangeCovers: ignored.length === 0 ? daysCover : [],
    rangeCoversEach: daysCover.filter((field) => !ignored.includes(field)),
    daysCover,
  }
}
