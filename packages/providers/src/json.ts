/**
 * Search and pages over any APIs that answer in JSON. `PORTHOLE_JSON_URL` is the address of the search, to which no
 * path is added, and `PORTHOLE_JSON_KEY` its optional key; `PORTHOLE_JSON_READER_URL` that of the page reader.
 * {@link JsonOptions}, or variables that each call reads, describe the rest. A call with an invalid value fails with
 * `json_not_configured` and names the variable.
 */
import * as Effect from "effect/Effect"
import type { WebError } from "@porthole/core"
import * as Provider from "@porthole/provider-kit"
import * as JsonReader from "./shared/JsonReader.ts"
import { firstText, parameter, path, readSending, requestOf, type Sending, settingsOf } from "./shared/JsonSettings.ts"

/** The API's address may have a query, such as `?format=json`, which each search also sends. */
const identity: Provider.Identity = {
  name: "json",
  title: "The search API",
  addressMayHold: ["query"],
  key: { variable: "PORTHOLE_JSON_KEY", isOptional: true },
}

/** A program's options, named like the variables. A path is keys separated by dots, such as `web.results`. */
export interface JsonOptions extends Provider.Options, JsonReader.JsonReaderOptions {
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
  request: (query, endpoint) =>
    requestOf(shape, endpoint, {
      [shape.queryParameter]: query.query,
      ...(shape.countParameter === undefined ? {} : { [shape.countParameter]: query.max_results }),
    }),
  supports: () => [],
  rows: (json) =>
    listOf(json, shape.results)?.map((result) => ({
      title: Provider.Json.text(result, shape.title) ?? "",
      url: Provider.Json.text(result, shape.link) ?? "",
      snippet: firstText(result, shape.snippets) ?? "",
      metadata: { published_at: Provider.Json.text(result, shape.date) },
    })),
})

/** The provider, with its search and its page reader. */
export const json: Provider.ExtractingProvider<JsonOptions> = {
  ...Provider.searching<JsonOptions>(identity, (options) => Effect.map(readShape(options), searchOf), [
    "method",
    "keyHeader",
    "query",
    "count",
    "results",
    "title",
    "link",
    "snippet",
    "date",
    ...JsonReader.optionNames,
  ]),
  ...JsonReader.jsonReader,
}

// --- private --------------------------------------------------------------------------

const listOf = (json: unknown, path: string | undefined): ReadonlyArray<unknown> | undefined =>
  path === undefined
    ? (Provider.Json.nullableList(json, "results") ?? Provider.Json.list(json, ""))
    : Provider.Json.nullableList(json, path)

/** How to call the API, and the paths of its answer; `results` and `countParameter` may be unset. */
interface Shape extends Sending {
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
  const setting = settingsOf(identity)
  const sending = yield* readSending(identity, "PORTHOLE_JSON", options)
  const query = yield* setting("PORTHOLE_JSON_QUERY", options.query, parameter)
  const countParameter = yield* setting("PORTHOLE_JSON_COUNT", options.count, parameter)
  const results = yield* setting("PORTHOLE_JSON_RESULTS", options.results, path)
  const title = yield* setting("PORTHOLE_JSON_TITLE", options.title, path)
  const link = yield* setting("PORTHOLE_JSON_LINK", options.link, path)
  const snippet = yield* setting("PORTHOLE_JSON_SNIPPET", options.snippet, path)
  const date = yield* setting("PORTHOLE_JSON_DATE", options.date, path)
  return {
    ...sending,
    queryParameter: query ?? "q",
    countParameter,
    results,
    title: title ?? "title",
    link: link ?? "url",
    snippets: snippet === undefined ? ["snippet", "description", "content"] : [snippet],
    date: date ?? "date",
  }
})
