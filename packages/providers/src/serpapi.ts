/**
 * Search over SerpAPI (`GET /search.json`; serpapi.com, August 2026), which searches Google, Bing or DuckDuckGo.
 *
 * A composition root uses `serpapi.search`; the key is `SERPAPI_API_KEY`, and it goes into the URL, because SerpAPI
 * accepts it nowhere else. The option, else `PORTHOLE_SERPAPI_ENGINE`, chooses the engine; the default is Google.
 */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { SearchHit, SearchQuery, WebError } from "@porthole/core"
import * as Provider from "@porthole/provider-kit"
import * as DuckDuckGoRegion from "./shared/DuckDuckGoRegion.ts"

const identity: Provider.Identity = {
  name: "serpapi",
  title: "SerpAPI",
  url: "https://serpapi.com",
  key: { variable: "SERPAPI_API_KEY" },
}

/** The supported engines of SerpAPI. */
export type SerpApiEngine = (typeof engines)[number]

/** A program's options; the environment supplies missing ones. */
export interface SerpApiOptions extends Provider.Options {
  readonly engine?: SerpApiEngine | undefined
}

const searchOf = (engine: SerpApiEngine): Provider.SearchMapping => ({
  request: (query, endpoint) =>
    HttpClientRequest.get(`${endpoint.url}/search.json`).pipe(
      HttpClientRequest.acceptJson,
      HttpClientRequest.setUrlParams({ engine, ...queries[engine](query).parameters, api_key: endpoint.key }),
    ),
  supports: (query) => queries[engine](query).covers,
  rows: (json, { category }) => rowsOf(json, engine, category),
  fault: (reply) => faultOf(reply),
})

/** The provider, with its search. */
export const serpapi: Provider.Provider<SerpApiOptions> = Provider.searching(
  identity,
  ({ engine }) => Effect.map(engineOf(engine), searchOf),
  ["engine"],
)

// --- private --------------------------------------------------------------------------

const engines = ["google", "bing", "duckduckgo"] as const

const engineVariable = "PORTHOLE_SERPAPI_ENGINE"

/** The engine, or `serpapi_not_configured` for an unknown name. */
const engineOf = Effect.fnUntraced(function* (
  option: SerpApiEngine | undefined,
): Effect.fn.Return<SerpApiEngine, WebError.WebError> {
  const text = option ?? (yield* Provider.readVariable(identity, engineVariable))
  const engine = text === "" ? "google" : engines.find((name) => name === text.toLowerCase())
  return (
    engine ??
    (yield* Effect.fail(
      Provider.notConfigured(identity, `${engineVariable} can't be used: expected one of ${engines.join(", ")}.`),
    ))
  )
})

/** The parameters (those that are `undefined` aren't sent), and the fields of the query that they express. */
interface EngineQuery {
  readonly parameters: Readonly<Record<string, string | number | undefined>>
  readonly covers: ReadonlyArray<Provider.Field>
}

/** The engines' number of results per page. */
const pageSize = 10

/**
 * The parameter `num` isn't sent, because Google stopped supporting it: a page has ten results. A search for fewer
 * drops the rest of the page, and its next page starts with the first dropped result.
 */
const googleQuery = (query: Provider.ProviderQuery): EngineQuery => {
  const queryWithSites = Provider.withSites(query, {
    alternatives: true,
    maxWords: Provider.QuerySyntax.maxGoogleWords,
    maxLength: 2_048,
  })
  const language = query.language === undefined ? undefined : Provider.QuerySyntax.googleLanguageOf(query.language)
  return {
    parameters: {
      q: queryWithSites.text,
      tbm: query.category === "news" ? "nws" : undefined,
      start:
        query.page === undefined ? undefined : (query.page - 1) * Math.min(query.max_results ?? pageSize, pageSize),
      tbs: Provider.QuerySyntax.googleTbs(query.when),
      gl: query.country === "GB" ? "uk" : query.country?.toLowerCase(),
      hl: language,
      lr: language === undefined ? undefined : `lang_${language}`,
      safe: safeOf(query),
    },
    covers: [
      "category",
      "country",
      "page",
      ...query.when.dateFields,
      ...queryWithSites.covers,
      ...(language === undefined ? [] : ["language" as const]),
      ...(safeOf(query) === undefined ? [] : ["safesearch" as const]),
    ],
  }
}

/** Google either filters or doesn't; it has no level between. */
const safeOf = ({ safesearch }: Provider.ProviderQuery) =>
  safesearch === undefined || safesearch === "moderate" ? undefined : safesearch === "strict" ? "active" : "off"

/** Bing has no news. */
const bingQuery = (query: Provider.ProviderQuery): EngineQuery => {
  const queryWithSites = Provider.withSites(query, { alternatives: true, maxWords: 50, maxLength: 1_000 })
  const count = query.max_results === undefined ? undefined : Math.min(query.max_results, 50)
  const { country } = query
  const filters = filtersOf(query)
  const isNews = query.category === "news"
  // A language is only sent together with a country, as a market, which then replaces the country.
  const language =
    query.language === undefined ? undefined : Provider.QuerySyntax.languageParts(query.language).language
  const market = country === undefined || language === undefined ? undefined : `${language}-${country}`
  return {
    parameters: {
      q: queryWithSites.text,
      count,
      first: query.page === undefined ? undefined : 1 + (query.page - 1) * (count ?? pageSize),
      mkt: market,
      cc: market === undefined ? country?.toLowerCase() : undefined,
      safeSearch: query.safesearch,
      filters,
    },
    covers: [
      "country",
      "page",
      "safesearch",
      ...queryWithSites.covers,
      ...(isNews ? [] : ["category" as const]),
      ...(market === undefined ? [] : ["language" as const]),
      ...(filters === undefined ? [] : query.when.dateFields),
    ],
  }
}

/** The first and the last day, as numbers of days since 1970-01-01. A range without a first day isn't supported. */
const filtersOf = ({ when }: Provider.ProviderQuery) =>
  when.from === undefined ? undefined : `ex1:"ez5_${epochDay(when.from)}_${epochDay(when.last)}"`

const epochDay = (day: string): number => DateTime.toEpochMillis(DateTime.makeUnsafe(`${day}T00:00:00Z`)) / 86_400_000

/** DuckDuckGo has no news, and accepts 500 characters. */
const duckduckgoQuery = (query: Provider.ProviderQuery): EngineQuery => {
  const queryWithSites = Provider.withSites(query, { alternatives: false, maxWords: 50, maxLength: 500 })
  const region = regionOf(query)
  const df = dfOf(query)
  const isNews = query.category === "news"
  return {
    parameters: {
      q: queryWithSites.text,
      start: query.page === undefined ? undefined : (query.page - 1) * (query.max_results ?? pageSize),
      kl: region?.name,
      df,
      safe: query.safesearch === undefined ? undefined : safe[query.safesearch],
    },
    covers: [
      "page",
      "safesearch",
      ...queryWithSites.covers,
      ...(region === undefined ? [] : ["country" as const]),
      ...(region?.isOfLanguage === true ? ["language" as const] : []),
      ...(df === undefined ? [] : query.when.dateFields),
      ...(isNews ? [] : ["category" as const]),
    ],
  }
}

/** DuckDuckGo's levels. */
const safe = { strict: 1, moderate: -1, off: -2 }

/** A letter for a range that ends now, else the first and the last day. A range without a first day isn't supported. */
const dfOf = ({ when }: Provider.ProviderQuery) => {
  if (when.allRangeFields.length > 0) return when.range?.charAt(0)
  return when.from === undefined ? undefined : `${when.from}..${when.last}`
}

/**
 * Only for a query with a country, because a region for the language alone would restrict the search to one country.
 */
const regionOf = ({ country, language }: Provider.ProviderQuery) =>
  country === undefined ? undefined : DuckDuckGoRegion.of(country, language)

const queries: Readonly<Record<SerpApiEngine, (query: Provider.ProviderQuery) => EngineQuery>> = {
  google: googleQuery,
  bing: bingQuery,
  duckduckgo: duckduckgoQuery,
}

/** The rows; `undefined` if `json` isn't an answer of SerpAPI. */
const rowsOf = (
  json: unknown,
  engine: string,
  category: SearchQuery.Category | undefined,
): ReadonlyArray<SearchHit.SearchRow> | undefined => {
  if (!finishedStatuses.has(Provider.Json.text(json, "search_metadata.status") ?? "")) return undefined
  const isNews = category === "news" && Provider.Json.at(json, "news_results") !== undefined
  return Provider.Json.optionalList(json, isNews ? "news_results" : "organic_results")?.map((result) => ({
    title: Provider.Json.text(result, "title") ?? "",
    url: Provider.Json.text(result, "link") ?? "",
    snippet: Provider.Json.text(result, "snippet") ?? "",
    metadata: {
      engine,
      category: isNews ? category : undefined,
      published_at: Provider.Json.text(result, "date"),
      thumbnail: Provider.Json.text(result, "thumbnail"),
    },
  }))
}

/** The fault that an answer's words describe. */
const faultOf: Provider.ReadFault = ({ json, status }) => {
  const error = Provider.Json.text(json, "error")
  if (error === undefined) return undefined
  if (/run out of searches/i.test(error)) return "quota_exceeded"
  return status === 200 && !/hasn't returned any results/i.test(error) ? "unreachable" : undefined
}

/** The statuses of a finished search; `Cached` is that of a repeated search. */
const finishedStatuses: ReadonlySet<string> = new Set(["Success", "Cached"])
