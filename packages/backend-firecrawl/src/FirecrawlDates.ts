/**
 * The dates of a query as Firecrawl's `tbs`, which is Google's: a range back from today (`qdr:w`), or days from one to
 * another (`cdr:1,cd_min:1/31/2026,cd_max:2/28/2026`, month first), either of which may be left open.
 */
import type * as Provider from "@porthole/core/provider"

/** The dates of a query; `undefined` where it has none. */
export const toTbs = (when: Provider.When): string | undefined => {
  if (when.daysSay.length === 0) return undefined
  if (when.range !== undefined && when.rangeSays.length > 0) return `qdr:${when.range.charAt(0)}`
  return [
    "cdr:1",
    ...(when.from === undefined ? [] : [`cd_min:${written(when.from)}`]),
    ...(when.to === undefined ? [] : [`cd_max:${written(when.to)}`]),
  ].join(",")
}

// --- private --------------------------------------------------------------------------

/** `2026-01-31` as `1/31/2026`. */
const written = (day: string): string => {
  const [year, month, date] = day.split("-")
  return `${Number(month)}/${Number(date)}/${year}`
}
