/**
 * The request of a search. SearXNG has no parameter for a count, for domains or for days. One domain becomes `site:`,
 * the days of a query become the shortest time range that covers them, and a country becomes the region of a language
 * without a region; the kernel does the rest. Filters that a query doesn't set follow the instance's preferences.
 */
import * as Base64 from "effect/encoding/Base64"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Result from "effect/Result"
import type { SearchQuery } from "@porthole/core"
import * as Provider from "@porthole/provider-kit"

/** The request of a query. */
export const request: Provider.SearchMapping["request"] = (query, endpoint) => {
  const words = withoutExternalBangs(query.query)
  if (words === "") return Provider.onlyBangsError
  const { domains = [], safesearch } = query
  const request = HttpClientRequest.get(searchUrl(endpoint), { headers: headersOf(endpoint) })
  return HttpClientRequest.setUrlParams(request, {
    q: domains.length === 1 ? `${words} site:${domains[0]}` : words,
    format: "json",
    categories: query.category,
    language: localeOf(query),
    time_range: query.when.range,
    safesearch: safesearch === undefined ? undefined : levels[safesearch],
    pageno: query.page,
  })
}

/** The fields of a query that its request carries. */
export const supports: Provider.SearchMapping["supports"] = (query) => [
  "category",
  "language",
  "page",
  "safesearch",
  ...query.when.rangeFields,
  ...(query.country !== undefined && localeOf(query)?.endsWith(`-${query.country}`) === true
    ? ["country" as const]
    : []),
  ...(query.domains?.length === 1 ? ["domains" as const] : []),
]

/**
 * The query without the exclamation marks that would send the answer elsewhere.
 *
 * SearXNG splits a query at white space and reads each part that begins with `!!` as an external bang (`!!w whales`)
 * or, alone, as "I'm feeling lucky": both are answered by a redirect to another site, for JSON too (`RawTextQuery` and
 * `ExternalBangParser` in `searx/query.py`). So two or more exclamation marks at the start of any part are removed, and
 * the words after them are searched for. `!engine`, `:language` and `<timeout` stay: they only select within the
 * instance.
 */
export const withoutExternalBangs = (text: string): string => text.replace(/(^|[\s\p{Cc}])!{2,}/gu, "$1").trim()

// --- private --------------------------------------------------------------------------

/** The URL of an instance's search: below its path prefix, with the address's own query, without credentials. */
const searchUrl = ({ fullUrl, url }: Provider.Endpoint): string => `${url}/search${fullUrl.search}`

/**
 * SearXNG's limiter refuses clients that don't look like a browser: `Accept` must name `text/html`, and
 * `Accept-Language` must not be empty (`searx/botdetection`). The language is always English, because SearXNG
 * translates its error messages into it, and this package reads English ones.
 */
const headersOf = ({ fullUrl: { password, username } }: Provider.Endpoint): Record<string, string> => ({
  accept: "application/json, text/html;q=0.9",
  "accept-language": "en",
  ...(username === "" && password === ""
    ? {}
    : { authorization: `Basic ${Base64.encode(`${unescaped(username)}:${unescaped(password)}`)}` }),
})

/** The decoded text if its percent signs are escapes, else the text itself. */
const unescaped = (text: string): string =>
  Result.getOrElse(
    Result.try(() => decodeURIComponent(text)),
    () => text,
  )

/** `safesearch` in SearXNG's search API. */
const levels: Readonly<Record<SearchQuery.SafeSearch, number>> = { off: 0, moderate: 1, strict: 2 }

/** SearXNG accepts `de`, `de-AT`, `all` and `auto`, and nothing longer; a region says more than a script. */
const localeOf = ({ original: { country, language } }: Provider.ProviderQuery): string | undefined => {
  if (language === undefined) return undefined
  const [first = "", ...rest] = language.split(/[-_]/)
  const isScript = rest[0]?.length === 4
  const givenRegions = isScript ? rest.slice(1) : rest
  const isWithoutRegion = /^(?:all|auto)$/i.test(first)
  const regions = givenRegions.length === 0 && country !== undefined && !isWithoutRegion ? [country] : givenRegions
  const parts = isScript && regions.length === 0 ? rest : regions
  return [first.toLowerCase(), ...parts.map((part) => (part.length === 2 ? part.toUpperCase() : part))].join("-")
}
