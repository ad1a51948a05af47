/**
 * Search and pages over Firecrawl's API (`POST /v2/search`, `POST /v2/scrape`; docs.firecrawl.dev, August 2026).
 *
 * {@link search} and {@link extract} are the halves that a composition root joins; the key is
 * `FIRECRAWL_API_KEY`, which a Firecrawl of one's own at `PORTHOLE_FIRECRAWL_URL` may do without.
 */
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { SearchHit } from "@porthole/core"
import * as Provider from "@porthole/core/provider"
import * as FirecrawlFault from "./FirecrawlFault.ts"
import { identity } from "./FirecrawlIdentity.ts"

export { identity }

/** Search with the address and key of the options, else of the environment. */
export const makeSearch: Provider.MakeSearch = Provider.search(identity, {
  request: (query, place) =>
    post(place, "/v2/search", {
      query: query.query,
      limit: query.max_results,
      sources: query.category === undefined ? undefined : [query.category === "news" ? "news" : "web"],
      tbs: Provider.Google.tbs(query.when),
      country: query.country,
      includeDomains: query.domains,
      // One of the two lists is all that it takes.
      excludeDomains: query.domains === undefined ? query.exclude_domains : undefined,
    }),
  sends: (query) => [
    "category",
    "country",
    ...query.when.daysSay,
    query.domains === undefined ? "exclude_domains" : "domains",
  ],
  rows: (json) => {
    const data = Provider.Json.at(json, "data")
    // A success has nothing in one way or another where nothing was found.
    const isEmpty = (data ?? null) === null || Provider.Json.list(data, "")?.length === 0
    if (isEmpty) return Provider.Json.at(json, "success") === true ? [] : undefined
    const web = Provider.Json.listOrNone(data, "web")
    const news = Provider.Json.listOrNone(data, "news")
    return web === undefined || news === undefined ? undefined : [...web.map(pageRow), ...news.map(newsRow)]
  },
  longestQuery: 500,
  fault: FirecrawlFault.ofSearch,
})

/** Search over the Firecrawl of the environment. */
export const search: Provider.SearchHalf = makeSearch()

/** Pages with the address and key of the options, else of the environment. */
export const makeExtract: Provider.MakeExtract = Provider.extract(identity, {
  modes: ["markdown"],
  request: ({ left, url }, place) =>
    post(place, "/v2/scrape", { url, formats: ["markdown"], timeout: Math.max(leastTimeout, left) }),
  row: (json, { url }) => {
    const page = Provider.Json.at(json, "data")
    const status = Provider.Json.number(page, "metadata.statusCode") ?? 200
    if (Number.isInteger(status) && status >= 400) return Provider.refusedBySite(status)
    const content = Provider.Json.text(page, "markdown")
    if (content === undefined) return page === undefined ? undefined : Provider.unread(identity)
    return {
      title: firstOf(page, ["metadata.title", "metadata.title.0"]) ?? Provider.titleOf(content) ?? "",
      url: firstOf(page, ["metadata.url", "metadata.url.0", "metadata.sourceURL", "metadata.sourceURL.0"]) ?? url,
      content,
      links: Provider.linksOf(content),
      status_code: status,
    }
  },
  fault: FirecrawlFault.ofPage,
})

/** Pages over the Firecrawl of the environment. */
export const extract: Provider.ExtractHalf = makeExtract()

// --- private --------------------------------------------------------------------------

/** In ms: less is refused. */
const leastTimeout = 1_000

const pageRow = (page: unknown): SearchHit.SearchRow => ({
  title: Provider.Json.text(page, "title") ?? "",
  url: Provider.Json.text(page, "url") ?? "",
  snippet: Provider.Json.text(page, "description") ?? "",
  metadata: { category: Provider.Json.text(page, "category") },
})

const newsRow = (article: unknown): SearchHit.SearchRow => ({
  title: Provider.Json.text(article, "title") ?? "",
  url: Provider.Json.text(article, "url") ?? "",
  snippet: Provider.Json.text(article, "snippet") ?? "",
  metadata: {
    category: "news",
    published_at: Provider.Json.text(article, "date"),
    thumbnail: Provider.Json.text(article, "imageUrl"),
  },
})

const firstOf = (page: unknown, paths: ReadonlyArray<string>): string | undefined =>
  paths.map((path) => Provider.Json.text(page, path)).find((text) => text !== undefined)

const post = (place: Provider.Place, path: string, body: object): HttpClientRequest.HttpClientRequest =>
  HttpClientRequest.post(place.url + path).pipe(Provider.bearer(place), HttpClientRequest.bodyJsonUnsafe(body))
