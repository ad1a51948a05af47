/**
 * Search and pages over Jina's reader (`POST https://s.jina.ai/`, `POST https://r.jina.ai/`; jina-ai/reader, August
 * 2026).
 *
 * {@link search} and {@link extract} are the halves that a composition root joins; the key is `JINA_API_KEY`, and
 * a page is read without one, too, if less often. A search is asked without the contents of its hits.
 */
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Provider from "@porthole/core/provider"
import * as JinaFault from "./JinaFault.ts"
import { identity, searchIdentity, searchUrl } from "./JinaIdentity.ts"

export { identity, searchIdentity }

/** Search with the address and key of the options, else of the environment. */
export const makeSearch: Provider.MakeSearch = (options = {}) =>
  Effect.map(HttpClient.HttpClient, (client) =>
    Effect.fnUntraced(
      function* (request) {
        const ask = yield* found({ ...options, url: yield* searchUrl(options.url) })
        return yield* ask(request)
      },
      Effect.provideService(HttpClient.HttpClient, client),
    ),
  )

/** Search over the Jina of the environment. */
export const search: Provider.SearchHalf = makeSearch()

/** Whether a search has what it needs: the key, which a page can do without. */
export const isConfigured = (options: Provider.Options = {}): Effect.Effect<boolean> =>
  Effect.matchEffect(searchUrl(options.url), {
    onFailure: () => Effect.succeed(true),
    onSuccess: (url) => Provider.isConfigured(searchIdentity, { ...options, url }),
  })

/** Pages with the address and key of the options, else of the environment. */
export const makeExtract: Provider.MakeExtract = Provider.extract(identity, {
  modes: ["markdown", "text"],
  request: ({ left, mode, url }, place) =>
    post(place, { url }).pipe(
      HttpClientRequest.setHeader("x-respond-with", mode === "text" ? "text" : "content"),
      HttpClientRequest.setHeader("x-timeout", String(Math.min(longestTimeout, Math.ceil(left / 1_000)))),
    ),
  row: (json, { mode, url }) => {
    const page = Provider.Json.at(json, "data")
    const warning = Provider.Json.text(page, "warning")
    const refusal = warning === undefined ? undefined : JinaFault.ofWarning(warning)
    if (refusal !== undefined) return refusal
    const text = mode === "text" ? Provider.Json.text(page, "text") : undefined
    const content = text ?? Provider.Json.text(page, "content")
    if (content === undefined)
      return Provider.Json.text(page, "url") === undefined ? undefined : Provider.unread(identity)
    return {
      title: Provider.Json.text(page, "title") ?? Provider.titleOf(content) ?? "",
      url: Provider.Json.text(page, "url") ?? url,
      content,
      links: Provider.linksOf(content),
      status_code: 200,
    }
  },
  fault: JinaFault.ofPage,
})

/** Pages over the Jina of the environment. */
export const extract: Provider.ExtractHalf = makeExtract()

// --- private --------------------------------------------------------------------------

/** Jina refuses more. */
const mostResults = 20

/** In seconds. */
const longestTimeout = 180

/** The language isn't sent: what there is for it, `hl`, is read and not used. */
const found: Provider.MakeSearch = Provider.search(searchIdentity, {
  request: (query, place) =>
    post(place, {
      q: query.query,
      num: query.max_results === undefined ? undefined : Math.min(query.max_results, mostResults),
      type: query.category === undefined ? undefined : query.category === "news" ? "news" : "web",
      gl: query.country?.toLowerCase(),
      site: query.domains,
      page: query.page,
    }).pipe(HttpClientRequest.setHeader("x-respond-with", "no-content")),
  sends: () => ["category", "country", "domains", "page"],
  rows: (json) =>
    listOf(json)?.map((result) => ({
      title: Provider.Json.text(result, "title") ?? "",
      url: Provider.Json.text(result, "url") ?? "",
      snippet: Provider.Json.text(result, "description") ?? "",
      metadata: { published_at: Provider.Json.text(result, "date") },
    })),
  fault: JinaFault.ofSearch,
  isEmpty: JinaFault.isEmpty,
})

/** An error has null for data, too, and a code that is no success. */
const listOf = (json: unknown): ReadonlyArray<unknown> | undefined =>
  (Provider.Json.number(json, "code") ?? 0) === 200
    ? Provider.Json.listOrNull(json, "data")
    : Provider.Json.list(json, "data")

const post = (place: Provider.Place, body: object): HttpClientRequest.HttpClientRequest =>
  HttpClientRequest.post(`${place.url}/`).pipe(
    HttpClientRequest.acceptJson,
    Provider.bearer(place),
    HttpClientRequest.bodyJsonUnsafe(body),
  )
