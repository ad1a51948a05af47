/**
 * Search over Brave's API (`GET /res/v1/web/search` and `/res/v1/news/search`; its official MCP server and
 * api-dashboard.search.brave.com, August 2026).
 *
 * {@link search} is the half that a composition root joins; the key is `BRAVE_API_KEY`. Brave takes 400
 * characters and 50 words, the operators for sites included.
 */
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Provider from "@porthole/core/provider"
import * as BraveFault from "./BraveFault.ts"
import * as BravePlace from "./BravePlace.ts"

/** Who it is. */
export const identity: Provider.Identity = {
  name: "brave",
  title: "Brave Search",
  url: "https://api.search.brave.com",
  key: { variable: "BRAVE_API_KEY" },
}

/** Search with the address and key of the options, else of the environment. */
export const makeSearch: Provider.MakeSearch = Provider.search(identity, {
  request: (query, place) =>
    HttpClientRequest.get(place.url + verticalOf(query).path).pipe(
      HttpClientRequest.acceptJson,
      HttpClientRequest.setHeaders(Provider.keyHeader(place, "x-subscription-token")),
      HttpClientRequest.setUrlParams({
        q: wordsOf(query).text,
        count: query.max_results === undefined ? undefined : Math.min(query.max_results, verticalOf(query).most),
        offset: offsetOf(query),
        freshness: freshnessOf(query),
        country: countryOf(query),
        search_lang: languageOf(query),
        safesearch: query.safesearch,
        text_decorations: false,
      }),
    ),
  sends: (query) => [
    "category",
    "safesearch",
    ...wordsOf(query).says,
    ...(offsetOf(query) === undefined ? [] : ["page" as const]),
    ...(freshnessOf(query) === undefined ? [] : query.when.daysSay),
    ...(countryOf(query) === undefined ? [] : ["country" as const]),
    ...(languageOf(query) === undefined ? [] : ["language" as const]),
  ],
  rows: (json, query) => {
    const { category, results, type } = verticalOf(query)
    // What found nothing has no list at all, and is told by its type and by the query that it repeats.
    const isAnswer = Provider.Json.text(json, "type") === type || Provider.Json.at(json, "query") !== undefined
    const found = isAnswer ? Provider.Json.listOrNone(json, results) : Provider.Json.listOrNull(json, results)
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
  fault: (reply) => BraveFault.of(identity, reply),
})

/** Search over the Brave of the environment. */
export const search: Provider.SearchHalf = makeSearch()

// --- private --------------------------------------------------------------------------

/** Where a category is asked for, the most results of a call, the type of its answer, where its results are, and what they say of themselves. */
const verticalOf = ({ category }: Provider.Question) =>
  category === "news"
    ? { path: "/res/v1/news/search", most: 50, type: "news", results: "results", category }
    : { path: "/res/v1/web/search", most: 20, type: "search", results: "web.results", category: undefined }

/** Alternatives of sites aren't documented. */
const wordsOf = (query: Provider.Question) =>
  Provider.withSites(query, { alternatives: false, mostWords: 50, mostLength: 400 })

/** A number of pages, nine at most. */
const offsetOf = ({ page }: Provider.Question) => (page === undefined || page > 10 ? undefined : page - 1)

/** Two days, or a word for a range that ends now; an end alone can't be said. */
const freshnessOf = ({ when }: Provider.Question) => {
  if (when.rangeSays.length > 0) return `p${when.range?.charAt(0)}`
  return when.from === undefined ? undefined : `${when.from}to${when.last}`
}

const countryOf = ({ country }: Provider.Question) =>
  country === undefined ? undefined : BravePlace.countryOf(country)

const languageOf = ({ language }: Provider.Question) =>
  language === undefined ? undefined : BravePlace.languageOf(language)
