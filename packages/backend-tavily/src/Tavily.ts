/**
 * Search and pages over Tavily's API (`POST /search`, `POST /extract`; docs.tavily.com, August 2026).
 *
 * {@link search} and {@link extract} are the halves that a composition root joins; the key is
 * `TAVILY_API_KEY`. A search is the basic one, which costs one credit.
 */
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Provider from "@porthole/core/provider"
import * as TavilyCountry from "./TavilyCountry.ts"

/** Who it is. */
export const identity: Provider.Identity = {
  name: "tavily",
  title: "Tavily",
  url: "https://api.tavily.com",
  key: { variable: "TAVILY_API_KEY" },
}

/** Search with the address and key of the options, else of the environment. */
export const makeSearch: Provider.MakeSearch = Provider.search(identity, {
  request: (query, place) =>
    post(place, "/search", {
      query: query.query,
      max_results: query.max_results === undefined ? undefined : Math.min(query.max_results, mostResults),
      topic: query.category,
      ...dates(query),
      include_domains: query.domains,
      exclude_domains: query.exclude_domains,
      country: countryOf(query),
    }),
  sends: (query) => [
    "category",
    "domains",
    "exclude_domains",
    ...query.when.daysSay,
    ...(countryOf(query) === undefined ? [] : ["country" as const]),
  ],
  rows: (json) =>
    Provider.Json.listOrNull(json, "results")?.map((result) => ({
      title: Provider.Json.text(result, "title") ?? "",
      url: Provider.Json.text(result, "url") ?? "",
      snippet: Provider.Json.text(result, "content") ?? "",
      metadata: {
        score: Provider.Json.number(result, "score"),
        published_at: Provider.Json.text(result, "published_date"),
      },
    })),
  longestQuery: 400,
  fault: (reply) => (isTooLong(reply) ? Provider.refusedQuery(identity) : faultOf(reply)),
})

/** Search over the Tavily of the environment. */
export const search: Provider.SearchHalf = makeSearch()

/** Pages with the address and key of the options, else of the environment. */
export const makeExtract: Provider.MakeExtract = Provider.extract(identity, {
  modes: ["markdown", "text"],
  request: ({ mode, url }, place) => post(place, "/extract", { urls: [url], format: mode }),
  row: (json, { url }) => {
    const [page] = Provider.Json.list(json, "results") ?? []
    const content = Provider.Json.text(page, "raw_content")
    if (content !== undefined) {
      return {
        title: Provider.titleOf(content) ?? "",
        url: Provider.Json.text(page, "url") ?? url,
        content,
        links: Provider.linksOf(content),
        status_code: 200,
      }
    }
    return Provider.Json.list(json, "failed_results") === undefined ? undefined : Provider.unread(identity)
  },
  fault: (reply) => faultOf(reply),
})

/** Pages over the Tavily of the environment. */
export const extract: Provider.ExtractHalf = makeExtract()

// --- private --------------------------------------------------------------------------

/** Tavily refuses more. */
const mostResults = 20

/** Key or plan limit, and the limit of pay-as-you-go. */
const faultOf = ({ status }: Provider.Reply) => (status === 432 || status === 433 ? "quota_exceeded" : undefined)

/** Where its limit is another one by now. */
const isTooLong = ({ json, status }: Provider.Reply): boolean =>
  status === 400 && /too long/i.test(Provider.Json.text(json, "detail.error") ?? "")

const dates = ({ when }: Provider.Question) =>
  when.rangeSays.length > 0 ? { time_range: when.range } : { start_date: when.from, end_date: when.to }

/** For the topic `general` only, and by its English name. */
const countryOf = ({ category, country }: Provider.Question) =>
  country === undefined || category === "news" ? undefined : TavilyCountry.nameOf(country)

const post = (place: Provider.Place, path: string, body: object): HttpClientRequest.HttpClientRequest =>
  HttpClientRequest.post(place.url + path).pipe(Provider.bearer(place), HttpClientRequest.bodyJsonUnsafe(body))
