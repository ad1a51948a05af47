/**
 * Search and pages over Firecrawl's API (`POST /v2/search`, `POST /v2/scrape`; docs.firecrawl.dev, August 2026).
 *
 * A composition root uses `firecrawl.search` and `firecrawl.extract`; the key is `FIRECRAWL_API_KEY`, which a
 * self-hosted Firecrawl at `PORTHOLE_FIRECRAWL_URL` may not need.
 */
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { SearchHit } from "@porthole/core"
import * as Provider from "@porthole/provider-kit"

/** The key is optional if the address is an operator's own. */
const identity: Provider.Identity = {
  name: "firecrawl",
  title: "Firecrawl",
  url: "https://api.firecrawl.dev",
  key: { variable: "FIRECRAWL_API_KEY", isOptional: "self-hosted" },
}

const search: Provider.SearchMapping = {
  request: (query, endpoint) =>
    post(endpoint, "/v2/search", {
      query: query.query,
      limit: query.max_results,
      sources: query.category === undefined ? undefined : [query.category === "news" ? "news" : "web"],
      tbs: Provider.QuerySyntax.googleTbs(query.when),
      country: query.country,
      includeDomains: query.domains,
      // Firecrawl accepts only one of the two lists.
      excludeDomains: query.domains === undefined ? query.exclude_domains : undefined,
    }),
  supports: (query) => [
    "category",
    "country",
    ...query.when.dateFields,
    query.domains === undefined ? "exclude_domains" : "domains",
  ],
  rows: (json) => {
    const data = Provider.Json.at(json, "data")
    // A success without results has several forms.
    const isEmpty = (data ?? null) === null || Provider.Json.list(data, "")?.length === 0
    if (isEmpty) return Provider.Json.at(json, "success") === true ? [] : undefined
    const web = Provider.Json.optionalList(data, "web")
    const news = Provider.Json.optionalList(data, "news")
    return web === undefined || news === undefined ? undefined : [...web.map(pageRow), ...news.map(newsRow)]
  },
  maxQueryLength: 500,
  fault: (reply) => faultOfSearch(reply),
}

const extract: Provider.ExtractMapping = {
  modes: ["markdown"],
  request: ({ timeLeft, url }, endpoint) =>
    post(endpoint, "/v2/scrape", { url, formats: ["markdown"], timeout: Math.max(minTimeout, timeLeft) }),
  row: (json, { url }) => {
    const page = Provider.Json.at(json, "data")
    const status = Provider.Json.number(page, "metadata.statusCode") ?? 200
    if (Number.isInteger(status) && status >= 400) return Provider.siteError(status)
    const content = Provider.Json.text(page, "markdown")
    if (content === undefined) return page === undefined ? undefined : Provider.unreadPageError(identity)
    return {
      title: firstOf(page, ["metadata.title", "metadata.title.0"]) ?? Provider.titleOf(content) ?? "",
      url: firstOf(page, ["metadata.url", "metadata.url.0", "metadata.sourceURL", "metadata.sourceURL.0"]) ?? url,
      content,
      links: Provider.linksOf(content),
      status_code: status,
    }
  },
  fault: (reply) => faultOfPage(reply),
}

/** The provider, with its search and its page reader. */
export const firecrawl: Provider.ExtractingProvider = {
  ...Provider.searching(identity, search),
  ...Provider.extracting(identity, extract),
}

// --- private --------------------------------------------------------------------------

/** In ms; Firecrawl refuses less. */
const minTimeout = 1_000

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

const post = (endpoint: Provider.Endpoint, path: string, body: object): HttpClientRequest.HttpClientRequest =>
  HttpClientRequest.post(endpoint.url + path).pipe(Provider.bearer(endpoint), HttpClientRequest.bodyJsonUnsafe(body))

/** The fault of a reply. The reply to a search that timed out is a success with a warning and without hits. */
const faultOfSearch: Provider.ReadFault = (reply) =>
  refusalOf(reply) ?? (isEmptyWithWarning(reply) ? "unreachable" : undefined)

/** The refusals of a page: those about the page itself aren't faults of the provider. */
const faultOfPage: Provider.ReadFault = (reply) => {
  const code = codeOf(reply)
  if (code === "SCRAPE_TIMEOUT") return Provider.siteTimeoutError
  // 403 is a site that Firecrawl reads for nobody; an unknown key is 401.
  return reply.status === 403 || code.startsWith("SCRAPE_") ? Provider.unreadPageError(identity) : refusalOf(reply)
}

const codeOf = ({ json }: Provider.Reply): string => Provider.Json.text(json, "code") ?? ""

/** A rate limit is status 429, or the code of a full queue, which Firecrawl sends with several statuses. */
const refusalOf = (reply: Provider.Reply): Provider.Refused | undefined => {
  const retry_after = Provider.Json.number(reply.json, "details.retryAfterSeconds")
  if (reply.status === 429 || codeOf(reply) === "CONCURRENCY_QUEUE_TIMEOUT")
    return { fault: "rate_limited", retry_after }
  return reply.status < 300 && Provider.Json.at(reply.json, "success") === false ? { fault: "unreachable" } : undefined
}

const isEmptyWithWarning = ({ json }: Provider.Reply): boolean =>
  Provider.Json.text(json, "warning") !== undefined &&
  ["data.web", "data.news"].every((path) => (Provider.Json.list(json, path) ?? []).length === 0)
