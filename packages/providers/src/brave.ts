/**
 * Search over Brave's API (`GET /res/v1/web/search` and `/res/v1/news/search`; its official MCP server and
 * api-dashboard.search.brave.com, August 2026).
 *
 * A composition root uses `brave.search`; the key is `BRAVE_API_KEY`. Brave accepts 400 characters and 50 words,
 * including the operators for sites.
 */
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Provider from "@porthole/provider-kit"

const identity: Provider.Identity = {
  name: "brave",
  title: "Brave Search",
  url: "https://api.search.brave.com",
  key: { variable: "BRAVE_API_KEY" },
}

const search: Provider.SearchMapping = {
  request: (query, endpoint) =>
    HttpClientRequest.get(endpoint.url + searchTypeOf(query).endpointPath).pipe(
      HttpClientRequest.acceptJson,
      HttpClientRequest.setHeaders(Provider.keyHeader(endpoint, "x-subscription-token")),
      HttpClientRequest.setUrlParams({
        q: queryWithSites(query).text,
        count:
          query.max_results === undefined ? undefined : Math.min(query.max_results, searchTypeOf(query).maxResults),
        offset: offsetOf(query),
        freshness: freshnessOf(query),
        country: countryOf(query),
        search_lang: languageOf(query),
        safesearch: query.safesearch,
        text_decorations: false,
      }),
    ),
  supports: (query) => [
    "category",
    "safesearch",
    ...queryWithSites(query).covers,
    ...(offsetOf(query) === undefined ? [] : ["page" as const]),
    ...(freshnessOf(query) === undefined ? [] : query.when.dateFields),
    ...(countryOf(query) === undefined ? [] : ["country" as const]),
    ...(languageOf(query) === undefined ? [] : ["language" as const]),
  ],
  rows: (json, query) => {
    const { category, resultsPath, type } = searchTypeOf(query)
    // An answer without results has no list; it still has its type and repeats the query.
    const isAnswer = Provider.Json.text(json, "type") === type || Provider.Json.at(json, "query") !== undefined
    const found = isAnswer
      ? Provider.Json.optionalList(json, resultsPath)
      : Provider.Json.nullableList(json, resultsPath)
    return found?.map((result) => ({
      title: Provider.textOf(Provider.Json.text(result, "title") ?? ""),
      url: Provider.Json.text(result, "url") ?? "",
      snippet: Provider.textOf(Provider.Json.text(result, "description") ?? ""),
      metadata: {
        category,
        published_at: Provider.Json.text(result, "page_age"),
        thumbnail: Provider.Json.text(result, "thumbnail.src"),
      },
    }))
  },
  fault: (reply) => faultOf(reply),
}

/** The provider, with its search. */
export const brave: Provider.Provider = Provider.searching(identity, search)

// --- private --------------------------------------------------------------------------

/**
 * For each category: the endpoint's path, the maximum number of results, the answer's type, the results' path in it,
 * and the category in their metadata.
 */
const searchTypeOf = ({ category }: Provider.ProviderQuery) =>
  category === "news"
    ? { endpointPath: "/res/v1/news/search", maxResults: 50, type: "news", resultsPath: "results", category }
    : {
        endpointPath: "/res/v1/web/search",
        maxResults: 20,
        type: "search",
        resultsPath: "web.results",
        category: undefined,
      }

/** Brave documents no `site:a OR site:b`. */
const queryWithSites = (query: Provider.ProviderQuery) =>
  Provider.withSites(query, { alternatives: false, maxWords: 50, maxLength: 400 })

/** A number of pages, nine at most. */
const offsetOf = ({ page }: Provider.ProviderQuery) => (page === undefined || page > 10 ? undefined : page - 1)

/** A word for a range that ends now, else the first and the last day. Brave supports no range without a first day. */
const freshnessOf = ({ when }: Provider.ProviderQuery) => {
  if (when.allRangeFields.length > 0) return `p${when.range?.charAt(0)}`
  return when.from === undefined ? undefined : `${when.from}to${when.last}`
}

const countryOf = ({ country }: Provider.ProviderQuery) =>
  country !== undefined && countries.has(country) ? country : undefined

const languageOf = ({ language }: Provider.ProviderQuery) =>
  language === undefined ? undefined : languageCode(language)

/** Brave's code of a language; some differ from ISO 639. */
const languageCode = (code: string): string | undefined => {
  const parts = Provider.QuerySyntax.languageParts(code)
  if (parts.language === "zh") return Provider.QuerySyntax.isTraditional(parts) ? "zh-hant" : "zh-hans"
  if (parts.language === "pt") return parts.region === "BR" ? "pt-br" : "pt-pt"
  if (parts.language === "en") return parts.region === "GB" ? "en-gb" : "en"
  const braveCode = ownCodes[parts.language] ?? parts.language
  return languages.has(braveCode) ? braveCode : undefined
}

/**
 * The countries and languages that Brave supports (its official MCP server). It refuses others with 422, so they aren't
 * sent.
 */
const countries: ReadonlySet<string> = new Set(
  "AR AT AU BE BR CA CH CL CN DE DK ES FI FR GB HK ID IN IT JP KR MX MY NL NO NZ PH PL PT RU SA SE TR TW US ZA".split(
    " ",
  ),
)

/** Languages with a code of Brave's own. */
const ownCodes: Readonly<Record<string, string>> = { ja: "jp", no: "nb" }

const languages: ReadonlySet<string> = new Set(
  [
    "ar bg bn ca cs da de es et eu fi fr gl gu he hi hr hu is it jp kn ko lt lv ml mr ms nb nl pa pl ro ru",
    "sk sl sr sv ta te th tr uk vi",
  ].flatMap((line) => line.split(" ")),
)

/**
 * The refusals that the status alone doesn't show: a bad key is a 422 like a bad parameter, and a 429 means the limit
 * per second or per month. Rate headers are lists with one entry per window in that order.
 */
const faultOf = (reply: Provider.Reply): ReturnType<Provider.ReadFault> => {
  if (reply.status === 422) return faultOfParameters(reply.json)
  return reply.status === 429 ? faultOfLimit(reply) : undefined
}

const faultOfParameters = (json: unknown): ReturnType<Provider.ReadFault> => {
  if (Provider.Json.text(json, "error.code") === "SUBSCRIPTION_TOKEN_INVALID") return "unauthorized"
  const errors = Provider.Json.list(json, "error.meta.errors") ?? []
  const parameters = new Set(errors.map((error) => Provider.Json.text(error, "loc.1")?.toLowerCase()))
  if (parameters.has("x-subscription-token")) return "unauthorized"
  return parameters.has("q") ? Provider.refusedQueryError(identity) : undefined
}

const faultOfLimit = ({ headers, json }: Provider.Reply): Provider.Refused => {
  const [secondReset, monthReset] = numbers(headers["x-ratelimit-reset"])
  const quota = Provider.Json.number(json, "error.meta.quota_limit") ?? 0
  const isSpent =
    // A plan without a monthly limit reports 0 of 0.
    (numbers(headers["x-ratelimit-remaining"])[1] === 0 && (numbers(headers["x-ratelimit-limit"])[1] ?? 0) > 0) ||
    (quota > 0 && (Provider.Json.number(json, "error.meta.quota_current") ?? 0) >= quota)
  return isSpent
    ? { fault: "quota_exceeded", retry_after: monthReset }
    : { fault: "rate_limited", retry_after: headers["retry-after"] === undefined ? secondReset : undefined }
}

const numbers = (list: string | undefined): ReadonlyArray<number | undefined> =>
  (list ?? "").split(",").map((text) => (/^\d{1,10}$/.test(text.trim()) ? Number(text) : undefined))
