/**
 * Search and pages over Exa's API (`POST /search`, `POST /contents`; docs.exa.ai and its SDK, August 2026).
 *
 * {@link search} and {@link extract} are the halves that a composition root joins; the key is `EXA_API_KEY`.
 */
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Provider from "@porthole/core/provider"
import * as ExaContents from "./ExaContents.ts"

/** Who it is. */
export const identity: Provider.Identity = {
  name: "exa",
  title: "Exa",
  url: "https://api.exa.ai",
  key: { variable: "EXA_API_KEY" },
}

/** Search with the address and key of the options, else of the environment. */
export const makeSearch: Provider.MakeSearch = Provider.search(identity, {
  request: (query, place) =>
    post(place, "/search", {
      query: query.query,
      numResults: query.max_results === undefined ? undefined : Math.min(query.max_results, mostResults),
      category: query.category === "news" ? "news" : undefined,
      startPublishedDate: query.when.from === undefined ? undefined : `${query.when.from}T00:00:00.000Z`,
      endPublishedDate: query.when.to === undefined ? undefined : `${query.when.to}T23:59:59.999Z`,
      includeDomains: query.domains,
      excludeDomains: query.exclude_domains,
      userLocation: query.country,
      moderation: moderationOf(query),
      // Without it a result has no text at all.
      contents: { highlights: true },
    }),
  sends: (query) => [
    "category",
    "country",
    "domains",
    "exclude_domains",
    ...query.when.daysSay,
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
})

/** Search over the Exa of the environment. */
export const search: Provider.SearchHalf = makeSearch()

/** Pages with the address and key of the options, else of the environment. */
export const makeExtract: Provider.MakeExtract = Provider.extract(identity, {
  modes: ["markdown"],
  request: ({ url }, place) => post(place, "/contents", { urls: [url], text: true }),
  row: (json, { url }) => ExaContents.rowOf(identity, json, url),
  fault: (reply) => ExaContents.faultOf(identity, reply),
})

/** Pages over the Exa of the environment. */
export const extract: Provider.ExtractHalf = makeExtract()

// --- private --------------------------------------------------------------------------

/** Exa refuses more. */
const mostResults = 100

/** Exa filters or doesn't: there is nothing in between. */
const moderationOf = ({ safesearch }: Provider.Question) =>
  safesearch === undefined || safesearch === "moderate" ? undefined : safesearch === "strict"

/** What found nothing may have no list; it has the number of its request then, and no error. */
const listOf = (json: unknown): ReadonlyArray<unknown> | undefined =>
  Provider.Json.text(json, "requestId") === undefined || Provider.Json.at(json, "error") !== undefined
    ? Provider.Json.listOrNull(json, "results")
    : Provider.Json.listOrNone(json, "results")

const snippetOf = (result: unknown): string => {
  const highlights = Provider.Json.list(result, "highlights") ?? []
  const text = highlights.filter((highlight) => typeof highlight === "string").join(" … ")
  return text === "" ? (Provider.Json.text(result, "text") ?? "") : text
}

const post = (place: Provider.Place, path: string, body: object): HttpClientRequest.HttpClientRequest =>
  HttpClientRequest.post(place.url + path).pipe(
    HttpClientRequest.setHeaders(Provider.keyHeader(place, "x-api-key")),
    HttpClientRequest.bodyJsonUnsafe(body),
  )
