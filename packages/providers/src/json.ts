/**
 * Search over any API that takes a query and answers in JSON. `PORTHOLE_JSON_URL` is the address of its search, to
 * which no path is added, and `PORTHOLE_JSON_KEY` its optional key; {@link JsonOptions}, or variables that each call
 * reads, describe the rest. A call with an invalid value fails with `json_not_configured` and names the variable.
 */
import * as Effect from "effect/Effect"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Redacted from "effect/Redacted"
import type { WebError } from "@porthole/core"
import * as Provider from "@porthole/provider-kit"

/** The API's address may have a query, such as `?format=json`, which each search also sends. */
const identity: Provider.Identity = {
  name: "json",
  title: "The search API",
  addressMayHold: ["query"],
  key: { variable: "PORTHOLE_JSON_KEY", isOptional: true },
}

/** A program's options, named like the variables. A path is keys separated by dots, such as `web.results`. */
export interface JsonOptions extends Provider.Options {
  /** `GET`, with parameters in the URL, or `POST`, with a body of JSON. Default `GET`. */
  readonly method?: string | undefined
  /** The header that holds the bare key; `Authorization` holds `Bearer` and the key. Default `Authorization`. */
  readonly keyHeader?: string | undefined
  /** The parameter of the query. Default `q`. */
  readonly query?: string | undefined
  /** The parameter of `max_results`. Default none: then it isn't sent. */
  readonly count?: string | undefined
  /** The path of the list. Default `results`, or the answer itself if it is a list. */
  readonly results?: string | undefined
  /** The path of a result's title. Default `title`. */
  readonly title?: string | undefined
  /** The path of a result's URL. Default `url`. */
  readonly link?: string | undefined
  /** The path of a result's snippet. Default the first of `snippet`, `description` and `content`. */
  readonly snippet?: string | undefined
  /** The path of the date on which a result was published. Default `date`. */
  readonly date?: string | undefined
}

const searchOf = (shape: Shape): Provider.SearchMapping => ({
  request: (query, endpoint) => {
    const parameters = {
      [shape.queryParameter]: query.query,
      ...(shape.countParameter === undefined ? {} : { [shape.countParameter]: query.max_results }),
    }
    return withKey(
      shape,
      endpoint,
      shape.method === "GET"
        ? HttpClientRequest.setUrlParams(HttpClientRequest.get(endpoint.fullUrl.href), parameters)
        : HttpClientRequest.bodyJsonUnsafe(HttpClientRequest.post(endpoint.fullUrl.href), parameters),
    )
  },
  supports: () => [],
  rows: (json) =>
    listOf(json, shape.results)?.map((result) => ({
      title: Provider.Json.text(result, shape.title) ?? "",
      url: Provider.Json.text(result, shape.link) ?? "",
      snippet: firstOf(result, shape.snippets),
      metadata: { published_at: Provider.Json.text(result, shape.date) },
    })),
})

/** The provider, with its search. */
export const json: Provider.Provider<JsonOptions> = Provider.searching(
  identity,
  (options) => Effect.map(readShape(options), searchOf),
  ["method", "keyHeader", "query", "count", "results", "title", "link", "snippet", "date"],
)

// --- private --------------------------------------------------------------------------

const withKey = (
  { keyHeader }: Shape,
  endpoint: Provider.Endpoint,
  request: HttpClientRequest.HttpClientRequest,
): HttpClientRequest.HttpClientRequest => {
  if (endpoint.key === undefined) return request
  return keyHeader.toLowerCase() === "authorization"
    ? Provider.bearer(endpoint)(request)
    : HttpClientRequest.setHeader(request, keyHeader, Redacted.value(endpoint.key))
}

const listOf = (json: unknown, path: string | undefined): ReadonlyArray<unknown> | undefined =>
  path === undefined
    ? (Provider.Json.nullableList(json, "results") ?? Provider.Json.list(json, ""))
    : Provider.Json.nullableList(json, path)

const firstOf = (result: unknown, paths: ReadonlyArray<string>): string =>
  paths.map((path) => Provider.Json.text(result, path)).find((text) => text !== undefined) ?? ""

/** How to call the API, and the paths of its answer; `results` and `countParameter` may be unset. */
interface Shape {
  readonly method: "GET" | "POST"
  readonly keyHeader: string
  readonly queryParameter: string
  readonly countParameter: string | undefined
  readonly results: string | undefined
  readonly title: string
  readonly link: string
  readonly snippets: ReadonlyArray<string>
  readonly date: string
}

/** Reads the shape, or fails with `json_not_configured`. */
const readShape = Effect.fnUntraced(function* (options: JsonOptions): Effect.fn.Return<Shape, WebError.WebError> {
  const method = yield* setting("PORTHOLE_JSON_METHOD", options.method, isMethod, "GET or POST")
  const keyHeader = yield* setting("PORTHOLE_JSON_KEY_HEADER", options.keyHeader, isKeyHeader, "the name of a header")
  const query = yield* setting("PORTHOLE_JSON_QUERY", options.query, isParameter, "the name of a parameter")
  const countParameter = yield* setting("PORTHOLE_JSON_COUNT", options.count, isParameter, "the name of a parameter")
  const results = yield* setting("PORTHOLE_JSON_RESULTS", options.results, isPath, pathForm)
  const title = yield* setting("PORTHOLE_JSON_TITLE", options.title, isPath, pathForm)
  const link = yield* setting("PORTHOLE_JSON_LINK", options.link, isPath, pathForm)
  const snippet = yield* setting("PORTHOLE_JSON_SNIPPET", options.snippet, isPath, pathForm)
  const date = yield* setting("PORTHOLE_JSON_DATE", options.date, isPath, pathForm)
  return {
    method: method?.toUpperCase() === "POST" ? "POST" : "GET",
    keyHeader: keyHeader ?? "Authorization",
    queryParameter: query ?? "q",
    countParameter,
    results,
    title: title ?? "title",
    link: link ?? "url",
    snippets: snippet === undefined ? ["snippet", "description", "content"] : [snippet],
    date: date ?? "date",
  }
})

const pathForm = "keys separated by dots, such as web.results"

const isMethod = (text: string): boolean => /^(?:GET|POST)$/i.test(text)

const isParameter = (text: string): boolean => /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/.test(text)

const isPath = (text: string): boolean => text.length <= 200 && /^[^.\s]+(?:\.[^.\s]+)*$/.test(text)

const isKeyHeader = (text: string): boolean => /^[A-Za-z][A-Za-z0-9-]{0,63}$/.test(text) && !reservedHeaders.test(text)

/** Headers that have another meaning in a request, so that they can't hold a key. */
const reservedHeaders = new RegExp(
  "^(?:host|connection|keep-alive|upgrade|te|trailer|transfer-encoding|expect|date|via|cookie2?|user-agent|origin" +
    "|referer|(?:accept|content|proxy|sec)(?:-.*)?)$",
  "i",
)

const setting = Effect.fnUntraced(function* (
  variable: string,
  option: string | undefined,
  isUsable: (text: string) => boolean,
  expected: string,
): Effect.fn.Return<string | undefined, WebError.WebError> {
  const trimmed = option?.trim() ?? ""
  const text = trimmed === "" ? yield* Provider.readVariable(identity, variable) : trimmed
  if (text === "") return undefined
  return isUsable(text)
    ? text
    : yield* Effect.fail(Provider.notConfigured(identity, `${variable} can't be used: expected ${expected}.`))
})
