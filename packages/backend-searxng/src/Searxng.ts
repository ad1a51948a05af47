/**
 * Search over a SearXNG (or its ancestor searx): one `GET {SEARXNG_URL}/search?format=json` per search.
 *
 * A composition root uses `searxng.search`. SearXNG has no parameter for a count, for domains or for days. One domain
 * becomes `site:`, the days of a query become the shortest time range that covers them, and a country becomes the
 * region of a language without a region; the kernel does the rest. Filters that a query doesn't set follow the
 * instance's preferences.
 *
 * A result becomes a row for the kernel. A title, URL or snippet that isn't text becomes an empty text; invalid
 * metadata is left out. Two kinds of results are left out, because they have no link to a page: key-value tables, and
 * torrents with only a magnet link. The kernel checks the URL of every other result.
 */
import * as Base64 from "effect/encoding/Base64"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import { Arguments, HttpUrl, type SearchQuery, type SearchResult, UntrustedText, WebError } from "@porthole/core"
import * as Provider from "@porthole/provider-kit"

// --- rows ------------------------------------------------------------------------------

/** The rows of an answer's results; `ownHost` is the host of the instance itself. */
export const fromResults = (results: ReadonlyArray<unknown>, ownHost: string): ReadonlyArray<SearchResult.SearchRow> =>
  results.flatMap((result) => {
    if (!Predicate.isObject(result)) return [unusableRow]
    return isKeyValue(result) || isMagnetOnly(result) ? [] : [toRow(result, ownHost)]
  })

/** Maximum number of named engines. */
const maxEngines = 20

/**
 * The engines that returned nothing (`unresponsive_engines`, usually `[engine, message]` each), as attempts: an answer
 * with rows may lack half of the engines. The first attempt is that of the instance, which answered.
 */
const attemptsOf = (entries: ReadonlyArray<unknown>): ReadonlyArray<WebError.Attempt> => [
  ...(entries.length === 0 ? [] : [{ provider: "searxng", outcome: "answered" as const }]),
  ...entries.slice(0, maxEngines).map((entry): WebError.Attempt => {
    const [engine, errorText] = Array.isArray(entry) ? entry : [entry]
    return { provider: `searxng:${nameOf(engine)}`, outcome: "failed", reason: reasonOf(errorText) }
  }),
]

// --- the search ------------------------------------------------------------------------

/** SearXNG has no default address, because operators host their own. */
const identity: Provider.Identity = {
  name: "searxng",
  title: "SearXNG",
  urlVariables: ["SEARXNG_URL", "PORTHOLE_SEARXNG_URL"],
  addressMayHold: ["credentials", "query", "fragment"],
}

const search: Provider.SearchMapping = {
  request: (query, endpoint) => {
    const words = withoutExternalBangs(query.query)
    if (words === "") return onlyBangsError
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
  },
  supports: (query) => [
    "category",
    "language",
    "page",
    "safesearch",
    ...query.when.rangeFields,
    ...(query.country !== undefined && localeOf(query)?.endsWith(`-${query.country}`) === true
      ? ["country" as const]
      : []),
    ...(query.domains?.length === 1 ? ["domains" as const] : []),
  ],
  rows: (json, _query, endpoint) => {
    const rows = Provider.Json.list(json, "results")
    if (rows === undefined) return undefined
    const isEmpty = rows.length === 0 && failedEngines(json).length > 0
    return isEmpty ? noEngineAnsweredError : fromResults(rows, endpoint.fullUrl.host)
  },
  attempts: (json) => attemptsOf(failedEngines(json)),
  fault: (reply) => faultOf(reply),
}

/**
 * The provider, with its search.
 *
 * ```ts
 * import { Effect, Layer } from "effect"
 * import { NodeHttpClient } from "@porthole/backend-fetch"
 * import { searxng } from "@porthole/backend-searxng"
 * import { WebBackend, webSearch } from "@porthole/core"
 *
 * const backend = WebBackend.layer({ search: searxng.search, extract: WebBackend.unavailable }).pipe(
 *   Layer.provide(NodeHttpClient.layer),
 * )
 * const hits = webSearch({ query: "high water" }).pipe(Effect.provide(backend)) // at SEARXNG_URL
 * ```
 */
export const searxng: Provider.Provider = Provider.searching(identity, search)

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

const onlyBangsError = Arguments.invalid("query", "query: expected words to search for besides bangs (!word).")

/** The URL of an instance's search: below its path prefix, with the address's own query, without credentials. */
const searchUrl = ({ fullUrl, url }: Provider.Endpoint): string => `${url}/search${fullUrl.search}`

/**
 * SearXNG's limiter refuses clients that don't look like a browser: `Accept` must name `text/html`, and
 * `Accept-Language` must not be empty (`searx/botdetection`). The language is always English, because SearXNG
 * translates its error messages into it, and {@link reasonOf} reads English ones.
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

/** One entry, usually `[engine, message]`, for each engine that failed. */
const failedEngines = (json: unknown): ReadonlyArray<unknown> => Provider.Json.list(json, "unresponsive_engines") ?? []

const noEngineAnsweredError = WebError.unavailable(
  "searxng",
  "unreachable",
  "SearXNG was reached, but no engine answered. Try again later.",
)

/** If an operator can fix it, the sentence names the setting to change. */
const faultOf: Provider.ReadFault = ({ json, status }) => {
  if (status === 400)
    return (
      invalidParameter(json) ?? {
        fault: "unreachable",
        message: "SearXNG refused the search as malformed. Try a simpler query.",
      }
    )
  return refusals.get(status)
}

const refusals: ReadonlyMap<number, Provider.Refused> = new Map([
  [
    401,
    { fault: "unreachable", message: "SearXNG requires credentials. Put the user name and password into SEARXNG_URL." },
  ],
  [
    403,
    {
      fault: "unreachable",
      message: "SearXNG refused to answer in JSON. Add json to search.formats in its settings.yml.",
    },
  ],
  [
    404,
    {
      fault: "unreachable",
      message: "SEARXNG_URL has no search endpoint. Include SearXNG's path prefix, if it has one.",
    },
  ],
  [
    429,
    {
      fault: "rate_limited",
      message:
        "SearXNG's limiter refused the search. Allow this client in its limiter.toml, " +
        "or set server.limiter to false in its settings.yml.",
    },
  ],
])

/** Our parameter for each of SearXNG's. */
const parameters: ReadonlyMap<string, string> = new Map([
  ["q", "query"],
  ["query", "query"],
  ["pageno", "page"],
  ["language", "language"],
  ["lang", "language"],
  ["time_range", "time_range"],
  ["categories", "category"],
  ["category", "category"],
  ["safesearch", "safesearch"],
])

const invalidParameter = (json: unknown): WebError.WebError | undefined => {
  const field = parameters.get(refusedParameter(json) ?? "")
  return field === undefined ? undefined : Arguments.invalid(field, `${field}: SearXNG doesn't accept this value.`)
}

/**
 * The parameter that a 400 rejects, in SearXNG's name for it. The field `error` is `No query`, `Empty <p> parameter` or
 * `Invalid value <v> for parameter <p>` (`SearxParameterException` in `searx/exceptions.py`; searx quotes the value,
 * SearXNG doesn't).
 */
const refusedParameter = (json: unknown): string | undefined => {
  const errorText = Provider.Json.text(json, "error")?.trim() ?? ""
  return errorText === "No query" ? "q" : (invalidValue.exec(errorText)?.[1] ?? emptyValue.exec(errorText)?.[1])
}

// Anchored at the end, because the value is the caller's text and could contain these words too.
const invalidValue = /^Invalid value .* for parameter "?([a-z_]+)"?$/s
const emptyValue = /^Empty ([a-z_]+) parameter$/

type EngineResult = { readonly [key: PropertyKey]: unknown }

const unusableRow: SearchResult.SearchRow = { title: "", url: "", snippet: "" }

const toRow = (result: EngineResult, ownHost: string): SearchResult.SearchRow => {
  const engine = textOf(result, "engine")
  const score = scoreOf(result["score"])
  const category = textOf(result, "category")
  const published_at = dateOf(result)
  const thumbnail = thumbnailOf(result, ownHost)
  return {
    title: textOf(result, "title") ?? "",
    url: textOf(result, "url") ?? "",
    snippet: textOf(result, "content") ?? "",
    metadata: {
      ...(engine === undefined ? {} : { engine }),
      ...(score === undefined ? {} : { score }),
      ...(category === undefined ? {} : { category }),
      ...(published_at === undefined ? {} : { published_at }),
      ...(thumbnail === undefined ? {} : { thumbnail }),
    },
  }
}

const textOf = Provider.Json.text

const scoreOf = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) && value !== 0 ? value : undefined

/** searx writes `publishedDate` in the reader's language ("3 hours ago") and the plain date into `pubdate`. */
const dateOf = (result: EngineResult): string | undefined => {
  const published = textOf(result, "publishedDate")
  return published !== undefined && /^\d{4}-/.test(published) ? published : (textOf(result, "pubdate") ?? published)
}

/** An image from the instance's own image proxy would reveal the instance's address. */
const thumbnailOf = (result: EngineResult, ownHost: string): string | undefined => {
  const link = (textOf(result, "thumbnail") ?? textOf(result, "img_src"))?.trim()
  const url = link?.startsWith("//") === true ? `https:${link}` : link
  return url === undefined || URL.parse(url)?.host === ownHost ? undefined : url
}

/** `keyvalue.html` in SearXNG, `key-value.html` in searx. */
const isKeyValue = (result: EngineResult): boolean =>
  textOf(result, "url") === undefined &&
  (Predicate.isObject(result["kvmap"]) || /(?:^|\/)key-?value\.html$/.test(textOf(result, "template") ?? ""))

const isMagnetOnly = (result: EngineResult): boolean => {
  const url = textOf(result, "url") ?? ""
  const isMagnet = textOf(result, "magnetlink") !== undefined || /^\s*magnet:/i.test(url)
  return isMagnet && HttpUrl.normalise(url) === undefined
}

const nameOf = (engine: unknown): string => {
  const name = Predicate.isString(engine) ? UntrustedText.clean(engine, 40).text : ""
  return name === "" ? "unknown" : name
}

/** Our terms for those of SearXNG (`searx/exceptions.py`, `exception_classname_to_text` in `searx/webapp.py`). */
const reasonOf = (errorText: unknown): string => {
  const text = Predicate.isString(errorText) ? errorText.toLowerCase() : ""
  return reasons.find(([words]) => words.test(text))?.[1] ?? "failed"
}

const reasons: ReadonlyArray<readonly [RegExp, string]> = [
  [/timeout/, "timeout"],
  [/captcha/, "challenged"],
  [/too many requests/, "rate_limited"],
  [/access denied|forbidden/, "unauthorized"],
  [/error|crash/, "unreachable"],
]
