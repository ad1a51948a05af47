/**
 * Search and pages over Jina's reader (`POST https://s.jina.ai/`, `POST https://r.jina.ai/`; jina-ai/reader, August
 * 2026).
 *
 * A composition root uses `jina.search` and `jina.extract`; the key is `JINA_API_KEY`, and pages can be read without
 * one, at a lower rate. A search requests hits without their contents.
 */
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { WebError } from "@porthole/core"
import * as Provider from "@porthole/provider-kit"

/** The reader, at `PORTHOLE_JINA_URL` if that is set. */
const identity: Provider.Identity = {
  name: "jina",
  title: "Jina",
  url: "https://r.jina.ai",
  key: { variable: "JINA_API_KEY", isOptional: true },
}

/** The search, which needs a key. `PORTHOLE_JINA_SEARCH_URL`, or else `PORTHOLE_JINA_URL`, replaces its address. */
const searchIdentity: Provider.Identity = {
  name: "jina",
  title: "Jina",
  url: "https://s.jina.ai",
  urlVariables: ["PORTHOLE_JINA_SEARCH_URL", "PORTHOLE_JINA_URL"],
  key: { variable: "JINA_API_KEY" },
}

/** The language isn't sent, because Jina ignores its parameter `hl`. */
const search: Provider.SearchMapping = {
  request: (query, endpoint) =>
    post(endpoint, {
      q: query.query,
      num: query.max_results === undefined ? undefined : Math.min(query.max_results, maxResults),
      type: query.category === undefined ? undefined : query.category === "news" ? "news" : "web",
      gl: query.country?.toLowerCase(),
      site: query.domains,
      page: query.page,
    }).pipe(HttpClientRequest.setHeader("x-respond-with", "no-content")),
  supports: () => ["category", "country", "domains", "page"],
  rows: (json) =>
    listOf(json)?.map((result) => ({
      title: Provider.Json.text(result, "title") ?? "",
      url: Provider.Json.text(result, "url") ?? "",
      snippet: Provider.Json.text(result, "description") ?? "",
      metadata: { published_at: Provider.Json.text(result, "date") },
    })),
  fault: (reply) => faultOf(reply),
  isEmpty: (reply) => isEmpty(reply),
}

const extract: Provider.ExtractMapping = {
  modes: ["markdown", "text"],
  request: ({ timeLeft, mode, url }, endpoint) =>
    post(endpoint, { url }).pipe(
      HttpClientRequest.setHeader("x-respond-with", mode === "text" ? "text" : "content"),
      HttpClientRequest.setHeader("x-timeout", String(Math.min(maxTimeout, Math.ceil(timeLeft / 1_000)))),
    ),
  row: (json, { mode, url }) => {
    const page = Provider.Json.at(json, "data")
    const warning = Provider.Json.text(page, "warning")
    const refusal = warning === undefined ? undefined : errorOf(warning)
    if (refusal !== undefined) return refusal
    const text = mode === "text" ? Provider.Json.text(page, "text") : undefined
    const content = text ?? Provider.Json.text(page, "content")
    if (content === undefined)
      return Provider.Json.text(page, "url") === undefined ? undefined : Provider.unreadPageError(identity)
    return {
      title: Provider.Json.text(page, "title") ?? Provider.titleOf(content) ?? "",
      url: Provider.Json.text(page, "url") ?? url,
      content,
      links: Provider.linksOf(content),
      status_code: 200,
    }
  },
  fault: (reply) => faultOfPage(reply),
}

/** The provider, with its search and its page reader. */
export const jina: Provider.ExtractingProvider & { readonly searchIdentity: Provider.Identity } = {
  ...Provider.searching(searchIdentity, search),
  ...Provider.extracting(identity, extract),
  identity,
  searchIdentity,
}

// --- private --------------------------------------------------------------------------

/** Jina refuses more. */
const maxResults = 20

/** In seconds. */
const maxTimeout = 180

/** A success without results has null as its data; so has an error, but with another code. */
const listOf = (json: unknown): ReadonlyArray<unknown> | undefined =>
  (Provider.Json.number(json, "code") ?? 0) === 200
    ? Provider.Json.nullableList(json, "data")
    : Provider.Json.list(json, "data")

const post = (endpoint: Provider.Endpoint, body: object): HttpClientRequest.HttpClientRequest =>
  HttpClientRequest.post(`${endpoint.url}/`).pipe(
    HttpClientRequest.acceptJson,
    Provider.bearer(endpoint),
    HttpClientRequest.bodyJsonUnsafe(body),
  )

/** A rate-limited reply has the wait in its body. */
const faultOf: Provider.ReadFault = ({ json, status }) =>
  status === 429 ? { fault: "rate_limited", retry_after: Provider.Json.number(json, "retryAfter") } : undefined

/** A refused, unreachable or empty page isn't a fault of Jina. */
const faultOfPage: Provider.ReadFault = (reply) =>
  unreadableStatuses.has(reply.status) ? Provider.unreadPageError(identity) : faultOf(reply)

/** Whether a reply reports that nothing was found, which Jina does as a failure. */
const isEmpty = ({ json, status }: Provider.Reply): boolean =>
  status === 422 && /no search results/i.test(Provider.Json.text(json, "message") ?? "")

/**
 * The error for a warning beside a page; `undefined` if the page is still good. There may be several, one per line;
 * most only explain how to read more of the page (hidden frames, a cached snapshot).
 */
const errorOf = (warning: string): WebError.WebError | undefined => {
  const status = Number(/\berror (\d{3})\b/i.exec(warning)?.[1] ?? 0)
  if (status >= 400) return Provider.siteError(status)
  return status > 0 || /\bcaptcha\b/i.test(warning) ? Provider.unreadPageError(identity) : undefined
}

/**
 * The statuses of a bad or blocked URL (400), a page that exceeds the token budget (409), an empty page (422), and a
 * legal refusal (451).
 */
const unreadableStatuses: ReadonlySet<number> = new Set([400, 409, 422, 451])
