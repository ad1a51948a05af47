/** What a query is in SearXNG's parameters, and what of it they can't say. */
import * as Result from "effect/Result"
import { Arguments, DateWindow, type SearchQuery, type WebError } from "@porthole/core"

/** A search as SearXNG takes it: the parameters in a fixed order, and the fields of the query that they don't express. */
export interface SearxngQuery {
  readonly parameters: ReadonlyArray<readonly [string, string]>
  readonly ignored: ReadonlyArray<string>
}

/**
 * Reads a query; `now` is in ms since the epoch. What it leaves open is left to the instance's preferences.
 * Dates become the smallest `time_range` that covers them, a country the region of a language that has none.
 */
export const make = (query: SearchQuery.SearchQuery, now: number): Result.Result<SearxngQuery, WebError.WebError> => {
  const { category, country, domains = [], exclude_domains = [], language, page, safesearch } = query
  const words = withoutExternalBangs(query.query)
  if (words === "") return onlyBangs
  const dates = DateWindow.inWords(query, now)
  const locale = language === undefined ? undefined : toLocale(language, country)
  return Result.succeed({
    parameters: [
      ["q", domains.length === 1 ? `${words} site:${domains[0]}` : words],
      ["format", "json"],
      ...named("categories", category),
      ...named("language", locale),
      ...named("time_range", dates.range),
      ...named("safesearch", safesearch === undefined ? undefined : levels[safesearch]),
      ...named("pageno", page),
    ],
    ignored: [
      ...(country === undefined || locale?.endsWith(`-${country}`) === true ? [] : ["country"]),
      ...dates.ignored,
      ...(domains.length > 1 ? ["domains"] : []),
      ...(exclude_domains.length > 0 ? ["exclude_domains"] : []),
    ],
  })
}

/**
 * The query without the exclamation marks that would send the answer elsewhere.
 *
 * SearXNG splits a query at white space and reads each part that begins with `!!` as an external
 * bang (`!!w whales`) or, alone, as "I'm feeling lucky": both are answered by a redirect to another
 * site, for JSON too (`RawTextQuery` and `ExternalBangParser` in `searx/query.py`). So two or more
 * exclamation marks at the start of any part go, and the words behind them are searched for.
 * `!engine`, `:language` and `<timeout` stay: they only select within the instance.
 */
export const withoutExternalBangs = (text: string): string => text.replace(/(^|[\s\p{Cc}])!{2,}/gu, "$1").trim()

// --- private --------------------------------------------------------------------------

const onlyBangs: Result.Result<never, WebError.WebError> = Result.fail(
  Arguments.invalid("query", "query: expected words to search for beside exclamation marks."),
)

const named = (name: string, value: string | number | undefined): ReadonlyArray<readonly [string, string]> =>
  value === undefined ? [] : [[name, String(value)]]

/** `safesearch` as SearXNG's search API has it. */
const levels: Readonly<Record<SearchQuery.SafeSearch, number>> = { off: 0, moderate: 1, strict: 2 }

/** SearXNG reads `de`, `de-AT`, `all` and `auto`, and nothing longer; a region tells more than a script. */
const toLocale = (language: string, country: string | undefined): string => {
  const [first = "", ...rest] = language.split(/[-_]/)
  const isScript = rest[0]?.length === 4
  const regions = isScript ? rest.slice(1) : rest
  const isOfNoPlace = /^(?:all|auto)$/i.test(first)
  const region = regions.length === 0 && country !== undefined && !isOfNoPlace ? [country] : regions
  const parts = isScript && region.length === 0 ? rest : region
  return [first.toLowerCase(), ...parts.map((part) => (part.length === 2 ? part.toUpperCase() : part))].join("-")
}
