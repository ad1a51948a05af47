/** What a query is in SearXNG's parameters. */
import * as Result from "effect/Result"
import { Arguments, type SearchQuery, type WebError } from "@porthole/core"

/** The parameters, in a fixed order; what the query leaves open is left to the instance's preferences. */
export const toParameters = (
  query: SearchQuery.SearchQuery,
): Result.Result<ReadonlyArray<readonly [string, string]>, WebError.WebError> => {
  const words = withoutExternalBangs(query.query)
  if (words === "") return onlyBangs
  const [domain, ...others] = query.domains ?? []
  const q = domain !== undefined && others.length === 0 ? `${words} site:${domain}` : words
  return Result.succeed([
    ["q", q],
    ["format", "json"],
    ...named("categories", query.category),
    ...named("language", query.language === undefined ? undefined : toLocale(query.language)),
    ...named("time_range", query.time_range),
  ])
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

const named = (name: string, value: string | undefined): ReadonlyArray<readonly [string, string]> =>
  value === undefined ? [] : [[name, value]]

/** SearXNG reads `de`, `de-AT`, `all` and `auto`, and nothing longer; a region tells more than a script. */
const toLocale = (language: string): string => {
  const [first = "", ...rest] = language.split(/[-_]/)
  const parts = rest.length > 1 && rest[0]?.length === 4 ? rest.slice(1) : rest
  return [first.toLowerCase(), ...parts.map((part) => (part.length === 2 ? part.toUpperCase() : part))].join("-")
}
