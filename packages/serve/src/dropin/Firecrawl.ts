/**
 * Firecrawl's `/scrape` and `/search`, versions 1 and 2 (https://docs.firecrawl.dev/api-reference), as far as its
 * clients use them: pages as `markdown`, `html` and `links` with metadata, and hits with or without their pages.
 *
 * A request for a feature that Porthole lacks (screenshots, actions, own headers, extraction by a model) is refused
 * with 400. Fields that only tune Firecrawl's service are ignored and named in the answer's header.
 */
import * as Effect from "effect/Effect"
import * as HttpBody from "effect/http/HttpBody"
import { type HttpServerResponse, setBody } from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { type FetchRequest, type Page, type SearchHit, WebError } from "@porthole/core"
import { toText } from "@porthole/tools"
import type { Calls } from "../Calls.ts"
import * as Reply from "../Reply.ts"
import * as Fields from "./Fields.ts"
import * as WholePages from "./WholePages.ts"

/** The version of the answer: the two differ in the shape of a search's `data`. */
export type Version = 1 | 2

/** Answers `POST /v1/scrape` and `POST /v2/scrape`. */
export const scrape = (calls: Calls["Service"], fields: Fields.Fields): Effect.Effect<HttpServerResponse> =>
  readOptions(fields).pipe(
    Effect.flatMap((options) => readDocument(calls, fields["url"], options)),
    Effect.match({
      onFailure: failure,
      onSuccess: (document) =>
        Reply.json(
          { success: true, data: document },
          { ignored: Fields.unknownOf(fields, new Set([...scrapeFields, "url"])) },
        ),
    }),
  )

/** Answers `POST /v1/search` and `POST /v2/search`. */
export const search = (
  calls: Calls["Service"],
  fields: Fields.Fields,
  version: Version,
): Effect.Effect<HttpServerResponse> =>
  Effect.gen(function* () {
    const scrapeOptions = Predicate.isObject(fields["scrapeOptions"]) ? fields["scrapeOptions"] : { formats: [] }
    const options = yield* readOptions(scrapeOptions)
    const sources = yield* readSources(fields["sources"])
    const range = timeRangeOf(fields["tbs"])
    const found = yield* Effect.forEach(sources, (source) =>
      Effect.map(calls.search(queryOf(fields, source, range)), (result) => ({ source, result })),
    )
    const groups = yield* Effect.forEach(found, ({ result, source }) =>
      Effect.map(withDocuments(calls, result.hits, source, options), (entries) => ({ source, entries })),
    )
    const messages = found.flatMap(({ result }) => result.message ?? [])
    const ignored = [
      ...Fields.unknownOf(fields, searchFields),
      ...Fields.unknownOf(scrapeOptions, scrapeFields),
      ...(fields["tbs"] !== undefined && range === undefined ? ["tbs"] : []),
      ...new Set(found.flatMap(({ result }) => result.ignored ?? [])),
    ]
    const data =
      version === 1
        ? groups.flatMap(({ entries }) => entries)
        : Object.fromEntries(groups.map(({ entries, source }) => [source, entries]))
    const warning = messages.length === 0 ? {} : { warning: messages.join(" ") }
    return Reply.json({ success: true, data, ...warning }, { ignored })
  }).pipe(Effect.catch((error) => Effect.succeed(failure(error))))

/**
 * A refusal of the server itself (a token, a path, a body) in Firecrawl's shape, for its paths: its SDKs show only
 * `error`, which is a code in ours. Any other answer stays.
 */
export const refusalOf = (path: string, response: HttpServerResponse): HttpServerResponse => {
  const { body } = response
  if (response.status < 400 || !isOwnPath(path) || body._tag !== "Uint8Array" || body.body.length > maxRefusalBytes)
    return response
  return Option.match(readRefusal(new TextDecoder().decode(body.body)), {
    onNone: () => response,
    onSome: ({ error, message }) => {
      const refusal = { success: false, error: message, code: error, details: { error, message } }
      return setBody(response, HttpBody.text(JSON.stringify(refusal), "application/json"))
    },
  })
}

/** Fails with 400 for a field that asks for what Porthole lacks. */
export const unsupported = (field: string, message: string): Effect.Effect<never, WebError.WebError> =>
  WebError.fail({ error: "invalid_request", ...(WebError.isParameterName(field) ? { reason: field } : {}), message })

/** The response to a failed call. The SDKs would retry a 502 three times, but a failed site is a final answer. */
export const failure = (error: WebError.WebError): HttpServerResponse => {
  const status = Reply.statusOf(error)
  return Reply.json(
    { success: false, error: toText(error.wire), code: error.reason ?? error.error, details: error.wire },
    { status: status === 502 ? 422 : status, headers: Reply.headersOf(error) },
  )
}

/** The requested parts of a page. */
export interface Options {
  readonly markdown: boolean
  readonly html: boolean
  readonly links: boolean
  /** The age in seconds from which a copy isn't taken. */
  readonly max_age?: number
}

/** Fields that the SDKs add to every request and that change nothing (`origin`, `integration`) count as known. */
export const scrapeFields: ReadonlySet<string> = new Set([
  "formats",
  "maxAge",
  "onlyMainContent",
  "origin",
  "integration",
])

/** Reads the options of a page; fails with 400 for one that asks for what Porthole lacks. */
export const readOptions = (fields: Fields.Fields): Effect.Effect<Options, WebError.WebError> => {
  const refused = refusedFields.find((name) => fields[name] !== undefined && fields[name] !== null)
  if (refused !== undefined) return unsupported(refused, `${refused} isn't supported. Leave it out.`)
  const formats = Array.isArray(fields["formats"]) ? fields["formats"].map(nameOf) : ["markdown"]
  const unknown = formats.find((format) => !isFormat(format))
  if (unknown !== undefined) return unsupported("formats", "formats supports only markdown, html and links.")
  if (fields["onlyMainContent"] === false) {
    return unsupported("onlyMainContent", "Only the main content of a page is read. Leave onlyMainContent out.")
  }
  const { maxAge } = fields
  return Effect.succeed({
    markdown: formats.includes("markdown"),
    html: formats.includes("html"),
    links: formats.includes("links"),
    ...(typeof maxAge === "number" && maxAge >= 0 ? { max_age: Math.floor(maxAge / 1_000) } : {}),
  })
}

// --- private --------------------------------------------------------------------------

/** The paths of its versions; those of rerankers begin alike. */
const isOwnPath = (path: string): boolean =>
  (path.startsWith("/v1/") || path.startsWith("/v2/")) && !path.endsWith("/rerank")

const maxRefusalBytes = 4_096

const Refusal = Schema.Struct({
  error: Schema.String,
  message: Schema.String,
  success: Schema.optionalKey(Schema.Never),
})

const readRefusal = Schema.decodeUnknownOption(Schema.fromJsonString(Refusal))

const searchFields: ReadonlySet<string> = new Set([
  "query",
  "limit",
  "sources",
  "tbs",
  "lang",
  "country",
  "includeDomains",
  "excludeDomains",
  "scrapeOptions",
  "origin",
  "integration",
])

/** Porthole runs no browser actions and sends no client headers to a site. */
const refusedFields = ["actions", "headers", "extract", "jsonOptions", "agent", "profile"] as const

const ageOf = ({ max_age }: Options): { readonly max_age?: number } => (max_age === undefined ? {} : { max_age })

const isFormat = (format: unknown): boolean => format === "markdown" || format === "html" || format === "links"

/** Version 2 writes a format or a source as its name or as an object with a `type`. */
const nameOf = (value: unknown): unknown => (Predicate.isObject(value) ? value["type"] : value)

type Source = "web" | "news"

const readSources = (value: unknown): Effect.Effect<ReadonlyArray<Source>, WebError.WebError> => {
  if (!Array.isArray(value) || value.length === 0) return Effect.succeed(["web"])
  const names = new Set(value.map(nameOf))
  const known = (["web", "news"] as const).filter((source) => names.has(source))
  return known.length === names.size
    ? Effect.succeed(known)
    : unsupported("sources", "sources supports only web and news.")
}

/** Google's `tbs` as the SDKs document it: `qdr:d`, `qdr:w`, `qdr:m`, `qdr:y`. */
const timeRangeOf = (tbs: unknown): string | undefined =>
  typeof tbs === "string" ? ranges.get(tbs.toLowerCase()) : undefined

const ranges: ReadonlyMap<string, string> = new Map([
  ["qdr:d", "day"],
  ["qdr:w", "week"],
  ["qdr:m", "month"],
  ["qdr:y", "year"],
])

const queryOf = (fields: Fields.Fields, source: Source, range: string | undefined): object => ({
  query: fields["query"],
  max_results: fields["limit"] ?? 5,
  category: source === "news" ? "news" : undefined,
  time_range: range,
  language: fields["lang"],
  country: fields["country"],
  domains: fields["includeDomains"],
  exclude_domains: fields["excludeDomains"],
  include_metadata: source === "news",
})

/** The hits, each with its page if pages are requested. */
const withDocuments = (
  calls: Calls["Service"],
  hits: ReadonlyArray<SearchHit.SearchHit>,
  source: Source,
  options: Options,
): Effect.Effect<ReadonlyArray<object>, WebError.WebError> =>
  Effect.gen(function* () {
    const read = (extract: FetchRequest.ExtractMode) => WholePages.ofHits(calls, hits, { extract, ...ageOf(options) })
    const isRead = options.markdown || options.html || options.links
    const markdown = isRead && (options.markdown || !options.html) ? yield* read("markdown") : []
    const html = isRead && options.html ? yield* read("html") : []
    return hits.map((hit, index) => {
      const page = markdown[index] ?? html[index]
      const document = page === undefined ? {} : entryDocument(page, html[index], hit.url, options)
      return Object.assign(source === "news" ? newsOf(hit, index) : webOf(hit, index), document)
    })
  })

const webOf = ({ snippet, title, url }: SearchHit.SearchHit, index: number): object => ({
  url,
  title,
  description: snippet,
  position: index + 1,
})

const newsOf = ({ metadata, snippet, title, url }: SearchHit.SearchHit, index: number): object => ({
  url,
  title,
  snippet,
  position: index + 1,
  ...(metadata?.published_at === undefined ? {} : { date: metadata.published_at }),
  ...(metadata?.thumbnail === undefined ? {} : { imageUrl: metadata.thumbnail }),
})

/** The page of a hit; a failed one has its error in `metadata`. */
const entryDocument = (
  page: Page.Page | Page.FailedPage,
  html: Page.Page | Page.FailedPage | undefined,
  url: string,
  options: Options,
): object =>
  "error" in page
    ? {
        metadata: {
          sourceURL: url,
          error: toText(page),
          ...(page.status_code === undefined ? {} : { statusCode: page.status_code }),
        },
      }
    : documentOf(page, html === undefined || "error" in html ? undefined : html, url, options)

const readDocument = (
  calls: Calls["Service"],
  url: unknown,
  options: Options,
): Effect.Effect<object, WebError.WebError> => {
  const read = (mode: FetchRequest.ExtractMode) =>
    calls.fetchPage({ url, extract: mode, max_length: WholePages.maxCharacters, ...ageOf(options) })
  return Effect.gen(function* () {
    const page = yield* read(options.markdown || !options.html ? "markdown" : "html")
    const html = !options.html ? undefined : page.content_md === undefined ? page : yield* read("html")
    return documentOf(page, html, typeof url === "string" ? url : page.url, options)
  })
}

const documentOf = (page: Page.Page, html: Page.Page | undefined, sourceURL: string, options: Options): object => ({
  ...(options.markdown ? { markdown: page.content_md ?? "" } : {}),
  ...(options.html && html !== undefined ? { html: html.content ?? "" } : {}),
  ...(options.links ? { links: page.links } : {}),
  metadata: {
    title: page.title,
    url: page.url,
    sourceURL,
    statusCode: page.status_code,
    cacheState: page.cached ? "hit" : "miss",
  },
  ...(page.message === undefined && page.warning === undefined ? {} : { warning: page.message ?? page.warning }),
})
