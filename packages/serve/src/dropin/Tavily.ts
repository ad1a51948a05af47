/**
 * Tavily's `/search` and `/extract` (https://docs.tavily.com/documentation/api-reference), as far as its clients use
 * them: hits with or without their pages' text, and pages by their URLs.
 *
 * There is no answer by a model (`answer` is `null`) and there are no images (`images` is empty): the fields that
 * request them are ignored and named in the answer's header, like all fields that only tune Tavily's service. `score`
 * is present if the provider returns one.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import type { FetchRequest, Page, SearchHit, WebError } from "@porthole/core"
import { toText } from "@porthole/tools"
import type { Calls } from "../Calls.ts"
import * as Reply from "../Reply.ts"
import * as Fields from "./Fields.ts"
import * as WholePages from "./WholePages.ts"

/** Answers `POST /search` with a JSON body. */
export const search = (calls: Calls["Service"], fields: Fields.Fields): Effect.Effect<HttpServerResponse> =>
  timed((secondsSince) =>
    Effect.gen(function* () {
      const result = yield* calls.search(queryOf(fields))
      const mode = modeOf(fields["include_raw_content"])
      const pages = mode === undefined ? [] : yield* WholePages.ofHits(calls, result.hits, { extract: mode })
      const body = {
        query: fields["query"],
        answer: null,
        images: [],
        results: result.hits.map((hit, index) => resultOf(hit, pages[index])),
        response_time: yield* secondsSince,
      }
      return Reply.json(body, {
        ignored: [
          ...Fields.unknownOf(fields, searchFields),
          ...unsupportedOf(fields),
          ...(result.ignored ?? []).map((name) => tavilyNames.get(name) ?? name),
        ],
      })
    }),
  )

/** Answers `POST /extract`. */
export const extract = (calls: Calls["Service"], fields: Fields.Fields): Effect.Effect<HttpServerResponse> =>
  timed((secondsSince) =>
    Effect.gen(function* () {
      const { urls } = fields
      const { pages } = yield* calls.fetchPages({
        urls: typeof urls === "string" ? [urls] : urls,
        query: fields["query"],
        extract: fields["format"] === "text" ? "text" : "markdown",
        max_length: lengthOf(fields),
      })
      const refused = errorIfAllRefused(pages)
      if (refused !== undefined) return failure(refused)
      const body = {
        results: pages.flatMap((page) => ("error" in page ? [] : [extractedOf(page)])),
        failed_results: pages.flatMap((page) => ("error" in page ? [{ url: page.url, error: toText(page) }] : [])),
        response_time: yield* secondsSince,
      }
      return Reply.json(body, { ignored: Fields.unknownOf(fields, extractFields) })
    }),
  )

/** Runs an endpoint whose answer contains its duration in seconds; an error has Tavily's shape. */
export const timed = (
  endpoint: (secondsSince: Effect.Effect<number>) => Effect.Effect<HttpServerResponse, WebError.WebError>,
): Effect.Effect<HttpServerResponse> =>
  Effect.flatMap(Clock.currentTimeMillis, (start) =>
    Effect.catch(endpoint(Effect.map(Clock.currentTimeMillis, (now) => (now - start) / 1000)), (error) =>
      Effect.succeed(failure(error)),
    ),
  )

/** The response to a failed call. */
export const failure = (error: WebError.WebError): HttpServerResponse =>
  Reply.json(
    { detail: { error: toText(error.wire) }, ...error.wire },
    { status: Reply.statusOf(error), headers: Reply.headersOf(error) },
  )

// --- private --------------------------------------------------------------------------

const searchFields: ReadonlySet<string> = new Set([
  "query",
  "topic",
  "days",
  "max_results",
  "include_domains",
  "exclude_domains",
  "time_range",
  "start_date",
  "end_date",
  "country",
  "language",
  "include_raw_content",
  "include_answer",
  "include_images",
  "api_key",
])

const extractFields: ReadonlySet<string> = new Set(["urls", "query", "format", "chunks_per_source", "api_key"])

/** Tavily's names of those of our fields that have another name there. */
const tavilyNames: ReadonlyMap<string, string> = new Map([
  ["category", "topic"],
  ["freshness_days", "days"],
  ["domains", "include_domains"],
])

/** Known fields that request unsupported features. */
const unsupportedOf = (fields: Fields.Fields): ReadonlyArray<string> => [
  ...["include_answer", "include_images"].filter((name) => Boolean(fields[name])),
  ...(fields["topic"] === "finance" ? ["topic"] : []),
  ...(fields["country"] !== undefined && countryOf(fields["country"]) === undefined ? ["country"] : []),
]

const queryOf = (fields: Fields.Fields): object => ({
  query: fields["query"],
  max_results: fields["max_results"] ?? 5,
  category: fields["topic"] === "news" ? "news" : undefined,
  freshness_days: fields["days"],
  time_range: fields["time_range"],
  start_date: fields["start_date"],
  end_date: fields["end_date"],
  domains: fields["include_domains"],
  exclude_domains: fields["exclude_domains"],
  country: countryOf(fields["country"]),
  language: fields["language"],
  include_metadata: true,
})

const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))
const english = new Intl.DisplayNames("en", { type: "region" })

/** Country codes by their English names in small letters, without former codes such as `DD`. */
const countries: ReadonlyMap<string, string> = new Map(
  letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => new Intl.Locale("und", { region: code }).region === code)
    .map((code) => [(english.of(code) ?? code).toLowerCase(), code]),
)

/** Tavily names a country in English and in small letters. */
const countryOf = (name: unknown): string | undefined =>
  typeof name === "string" ? countries.get(name.trim().toLowerCase()) : undefined

const modeOf = (value: unknown): FetchRequest.ExtractMode | undefined => {
  if (value === "text") return "text"
  return value === true || value === "markdown" ? "markdown" : undefined
}

/**
 * The `max_length` of the call, which covers all its pages. With a query it is 500 characters for each chunk of each
 * page (`chunks_per_source`, default 3); without a query, the maximum.
 */
const lengthOf = ({ chunks_per_source, query, urls }: Fields.Fields): number => {
  const chunks = typeof chunks_per_source === "number" ? Math.max(1, Math.min(5, Math.trunc(chunks_per_source))) : 3
  const pages = Array.isArray(urls) ? Math.max(1, urls.length) : 1
  return query === undefined || query === null ? WholePages.maxCharacters : chunks * 500 * pages
}

const resultOf = (hit: SearchHit.SearchHit, page: Page.Page | Page.FailedPage | undefined): object => ({
  title: hit.title,
  url: hit.url,
  content: hit.snippet,
  ...(hit.metadata?.score === undefined ? {} : { score: hit.metadata.score }),
  ...(hit.metadata?.published_at === undefined ? {} : { published_date: hit.metadata.published_at }),
  raw_content: page === undefined || "error" in page ? null : textOf(page),
})

const extractedOf = (page: Page.Page): object => ({
  url: page.url,
  title: page.title,
  raw_content: textOf(page),
  images: [],
})

/** Tavily lists a page that can't be read beside the others; a request with only blocked URLs is refused. */
const errorIfAllRefused = (pages: Page.Pages["pages"]): WebError.WebError | undefined => {
  const refusals = pages.flatMap((page) => ("error" in page && refusalCodes.has(page.error) ? [page] : []))
  const [first] = refusals
  return first === undefined || refusals.length < pages.length ? undefined : WholePages.errorOf(first)
}

const refusalCodes: ReadonlySet<WebError.ErrorCode> = new Set(["blocked_url", "unsupported_scheme", "invalid_request"])

const textOf = (page: Page.Page): string => page.content_md ?? page.content ?? ""
