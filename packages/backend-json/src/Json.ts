/**
 * Search over any API that takes a query and answers in JSON: its address is `PORTHOLE_JSON_URL`, its key, if it
 * has any, `PORTHOLE_JSON_KEY`, and the rest is told by {@link Options} or by variables, read when a call runs.
 */
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Redacted from "effect/Redacted"
import * as Provider from "@porthole/core/provider"
import * as JsonAddress from "./JsonAddress.ts"
import * as JsonShape from "./JsonShape.ts"

/** Who it is. */
export const identity: Provider.Identity = {
  name: "json",
  title: "The search API",
  key: { variable: "PORTHOLE_JSON_KEY", isOptional: true },
}

/** The address, which may have a query of its own, the key, and the shape; what isn't said comes from the environment. */
export interface Options extends Provider.Options, JsonShape.ShapeOptions {}

/** Search with what the options say, else the environment. */
export const makeSearch = (options: Options = {}): Provider.SearchHalf =>
  Effect.map(HttpClient.HttpClient, (client) =>
    Effect.fnUntraced(
      function* (request) {
        const shape = yield* JsonShape.read(options)
        const address = yield* JsonAddress.read(identity, options.url)
        const find = yield* Provider.search(identity, mapping(shape, address.full))({ ...options, url: address.base })
        return yield* find(request)
      },
      Effect.provideService(HttpClient.HttpClient, client),
    ),
  )

/** Search over the API of the environment. */
export const search: Provider.SearchHalf = makeSearch()

// --- private --------------------------------------------------------------------------

const mapping = (shape: JsonShape.Shape, url: string): Provider.SearchMapping => ({
  request: (query, place) => {
    const parameters = {
      [shape.query]: query.query,
      ...(shape.count === undefined ? {} : { [shape.count]: query.max_results }),
    }
    return signed(
      shape,
      place,
      shape.method === "GET"
        ? HttpClientRequest.setUrlParams(HttpClientRequest.get(url), parameters)
        : HttpClientRequest.bodyJsonUnsafe(HttpClientRequest.post(url), parameters),
    )
  },
  sends: () => [],
  rows: (json) =>
    listOf(json, shape.results)?.map((result) => ({
      title: Provider.Json.text(result, shape.title) ?? "",
      url: Provider.Json.text(result, shape.link) ?? "",
      snippet: firstOf(result, shape.snippets),
      metadata: { published_at: Provider.Json.text(result, shape.date) },
    })),
})

const signed = (
  { keyHeader }: JsonShape.Shape,
  place: Provider.Place,
  request: HttpClientRequest.HttpClientRequest,
): HttpClientRequest.HttpClientRequest => {
  if (place.key === undefined) return request
  return keyHeader.toLowerCase() === "authorization"
    ? Provider.bearer(place)(request)
    : HttpClientRequest.setHeader(request, keyHeader, Redacted.value(place.key))
}

const listOf = (json: unknown, path: string | undefined): ReadonlyArray<unknown> | undefined =>
  path === undefined
    ? (Provider.Json.listOrNull(json, "results") ?? Provider.Json.list(json, ""))
    : Provider.Json.listOrNull(json, path)

const firstOf = (result: unknown, paths: ReadonlyArray<string>): string =>
  paths.map((path) => Provider.Json.text(result, path)).find((text) => text !== undefined) ?? ""
