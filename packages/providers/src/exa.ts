/**
 * Search and pages over Exa's API (`POST /search`, `POST /contents`; docs.exa.ai and its SDK, August 2026).
 *
 * A composition root uses `exa.search` and `exa.extract`; the key is `EXA_API_KEY`.
 */
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { PageRow, WebError } from "@porthole/core"
import * as Provider from "@porthole/provider-kit"

const identity: Provider.Identity = {
  name: "exa",
  title: "Exa",
  url: "https://api.exa.ai",
  key: { variable: "EXA_API_KEY" },
}

const search: Provider.SearchMapping = {
  request: (query, endpoint) =>
    post(endpoint, "/search", {
      query: query.query,
      numResults: query.max_results === undefined ? undefined : Math.min(query.max_results, maxResults),
      category: query.category === "news" ? "news" : undefined,
      startPublishedDate: query.when.from === undefined ? undefined : `${query.when.from}T00:00:00.000Z`,
      endPublishedDate: query.when.to === undefined ? undefined : `${query.when.to}T23:59:59.999Z`,
      includeDomains: query.domains,
      excludeDomains: query.exclude_domains,
      userLocation: query.country,
      moderation: moderationOf(query),
      // Without it a result has no text.
      contents: { highlights: true },
    }),
  supports: (query) => [
    "category",
    "country",
    "domains",
    "exclude_domains",
    ...query.when.dateFields,
    ...(moderationOf(query) === undefined ? [] : ["safesearch" as const]),
  ],
  rows: (json) =>
    listOf(json)?.map((result) => ({
      title: Provider.Json.text(result, "title") ?? "",
      url: Provider.Json.text(result, "url") ?? "",
      snippet: snippetOf(result),
      metadata: {
        score: Provider.Json.number(result, "score"),
        published_at: Provider.Json.text(result, "publishedDate"),
        thumbnail: Provider.Json.text(result, "image"),
      },
    })),
}

const extract: Provider.ExtractMapping = {
  modes: ["markdown"],
  request: ({ url }, endpoint) => post(endpoint, "/contents", { urls: [url], text: true }),
  row: (json, { url }) => pageOf(json, url),
  fault: (reply) => faultOfPage(reply),
}

/** The provider, with its search and its page reader. */
export const exa: Provider.ExtractingProvider = {
  ...Provider.searching(identity, search),
  ...Provider.extracting(identity, extract),
}

// --- private --------------------------------------------------------------------------

/** Exa refuses more. */
const maxResults = 100

/** Exa either filters or doesn't; it has no level between. */
const moderationOf = ({ safesearch }: Provider.ProviderQuery) =>
  safesearch === undefined || safesearch === "moderate" ? undefined : safesearch === "strict"

/** An answer without results may have no list; it then has the request's id, and no error. */
const listOf = (json: unknown): ReadonlyArray<unknown> | undefined =>
  Provider.Json.text(json, "requestId") === undefined || Provider.Json.at(json, "error") !== undefined
    ? Provider.Json.nullableList(json, "results")
    : Provider.Json.optionalList(json, "results")

const snippetOf = (result: unknown): string => {
  const highlights = Provider.Json.list(result, "highlights") ?? []
  const text = highlights.filter((highlight) => typeof highlight === "string").join(" … ")
  return text === "" ? (Provider.Json.text(result, "text") ?? "") : text
}

const post = (endpoint: Provider.Endpoint, path: string, body: object): HttpClientRequest.HttpClientRequest =>
  HttpClientRequest.post(endpoint.url + path).pipe(
    HttpClientRequest.setHeaders(Provider.keyHeader(endpoint, "x-api-key")),
    HttpClientRequest.bodyJsonUnsafe(body),
  )

/**
 * The page, or the error in `statuses` of an HTTP success; `undefined` if `json` isn't an answer of Exa. If both
 * `results` and `statuses` lack the page, Exa couldn't read it.
 */
const pageOf = (json: unknown, url: string): PageRow.PageRow | WebError.WebError | undefined => {
  const results = Provider.Json.list(json, "results")
  if (results === undefined) return undefined
  const content = Provider.Json.text(results, "0.text")
  if (content === undefined) return errorOf(Provider.Json.at(json, "statuses.0.error"))
  return {
    title: Provider.Json.text(results, "0.title") ?? Provider.titleOf(content) ?? "",
    url: Provider.Json.text(results, "0.url") ?? url,
    content,
    links: Provider.linksOf(content),
    status_code: 200,
  }
}

/** The error for a page that Exa refuses to read; its status is 400, as if the request were invalid. */
const faultOfPage = ({ json, status }: Provider.Reply): WebError.WebError | undefined =>
  status === 400 && unreadableTags.has(Provider.Json.text(json, "tag") ?? "")
    ? Provider.unreadPageError(identity)
    : undefined

const unreadableTags: ReadonlySet<string> = new Set(["INVALID_URLS", "NO_CONTENT_FOUND"])

/**
 * The error for Exa's error tag. Only the status of a missing page surely comes from the site. A tag that isn't handled
 * here, such as a new one, means that Exa couldn't read the page.
 */
const errorOf = (error: unknown): WebError.WebError => {
  const tag = Provider.Json.text(error, "tag") ?? ""
  if (tag === "CRAWL_NOT_FOUND") return Provider.siteError(Provider.Json.number(error, "httpStatusCode") ?? 404)
  return tag.endsWith("_TIMEOUT") ? Provider.siteTimeoutError : Provider.unreadPageError(identity)
}
