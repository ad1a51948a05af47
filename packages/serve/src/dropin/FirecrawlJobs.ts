/**
 * Firecrawl's `/crawl` and `/batch/scrape`, versions 1 and 2 (https://docs.firecrawl.dev/api-reference): jobs that are
 * submitted, asked for, and cancelled. Options that select pages or tell somebody, and that Porthole lacks, are refused
 * with 400. A page that couldn't be read is among the documents, with its error in `metadata`.
 */
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import * as Predicate from "effect/Predicate"
import type { FetchRequest, WebError } from "@porthole/core"
import type { JobStore } from "@porthole/stores"
import { type JobCalls as Calls, type JobRequests } from "@porthole/tools"
import * as JobCalls from "../JobCalls.ts"
import * as Reply from "../Reply.ts"
import * as Fields from "./Fields.ts"
import * as Firecrawl from "./Firecrawl.ts"
import * as PathPatterns from "./PathPatterns.ts"

type Service = JobCalls.JobCalls["Service"]

/** The path of each kind of job. */
export const paths = {
  crawl: (version: Firecrawl.Version): `/${string}` => `/v${version}/crawl`,
  batch: (version: Firecrawl.Version): `/${string}` => `/v${version}/batch/scrape`,
} as const

/** Answers `POST /v1/crawl` and `POST /v2/crawl`. */
export const crawl = (
  calls: Service,
  fields: Fields.Fields,
  version: Firecrawl.Version,
): Effect.Effect<HttpServerResponse, never, HttpServerRequest> =>
  Effect.gen(function* () {
    yield* refuseOthers(fields, crawlOptions)
    const scrapeOptions = Predicate.isObject(fields["scrapeOptions"]) ? fields["scrapeOptions"] : {}
    const extract = yield* modeOf(scrapeOptions)
    const request = {
      url: fields["url"],
      max_pages: fields["limit"] ?? undefined,
      max_depth: fields["maxDiscoveryDepth"] ?? fields["maxDepth"] ?? undefined,
      include: yield* patternsOf(fields, "includePaths"),
      exclude: yield* patternsOf(fields, "excludePaths"),
      subdomains: fields["allowSubdomains"] ?? undefined,
      extract,
    }
    const job = yield* Effect.mapError(calls.submitCrawl(request, { usualPages }), (error) =>
      Fields.renamed(error, theirNames(fields)),
    )
    const ignored = [
      ...Fields.unknownOf(fields, crawlFields),
      ...Fields.unknownOf(scrapeOptions, Firecrawl.scrapeFields),
    ]
    return Reply.json(
      { success: true, id: job.id, url: yield* urlOf(`${paths.crawl(version)}/${job.id}`) },
      { ignored },
    )
  }).pipe(answered)

/** Answers `POST /v1/batch/scrape` and `POST /v2/batch/scrape`. */
export const batch = (
  calls: Service,
  fields: Fields.Fields,
  version: Firecrawl.Version,
): Effect.Effect<HttpServerResponse, never, HttpServerRequest> =>
  Effect.gen(function* () {
    yield* refuseOthers(fields, batchOptions)
    const extract = yield* modeOf(fields)
    const urls: ReadonlyArray<unknown> = Array.isArray(fields["urls"]) ? fields["urls"] : []
    const isLenient = fields["ignoreInvalidURLs"] !== false
    const invalid = isLenient ? urls.filter((url) => !isUrl(url)) : []
    const valid = isLenient ? urls.filter(isUrl) : urls
    const job = yield* calls.submitBatch({ urls: valid.length > 0 ? valid : fields["urls"], extract })
    const url = yield* urlOf(`${paths.batch(version)}/${job.id}`)
    const ignored = Fields.unknownOf(fields, batchFields)
    return Reply.json({ success: true, id: job.id, url, ...(isLenient ? { invalidURLs: invalid } : {}) }, { ignored })
  }).pipe(answered)

/** Answers a question for a job: its state, and documents from `skip` on, which is a cursor. */
export const status = (
  calls: Service,
  kind: JobStore.Kind,
  version: Firecrawl.Version,
): Effect.Effect<HttpServerResponse, never, HttpServerRequest | HttpRouter.RouteContext> =>
  Effect.gen(function* () {
    const { id = "" } = yield* HttpRouter.params
    const { skip = "0" } = Fields.ofQuery(yield* HttpServerRequest)
    const job = yield* statusOf(calls, kind, version, id)
    const { cursor, pages } = yield* documentsFrom(calls, job, String(skip))
    const next = cursor === undefined ? undefined : yield* urlOf(`${paths[kind](version)}/${id}?skip=${cursor}`)
    const finished = job.done + job.failed
    return Reply.json({
      success: true,
      status: states[job.status],
      total: job.total,
      completed: finished,
      creditsUsed: finished,
      ...(job.expires_at === undefined ? {} : { expiresAt: job.expires_at }),
      ...(job.message === undefined ? {} : { warning: job.message }),
      ...(next === undefined ? {} : { next }),
      data: pages.map(documentOf),
    })
  }).pipe(answered)

/** Answers the question for a job's failures. */
export const errors = (
  calls: Service,
  kind: JobStore.Kind,
): Effect.Effect<HttpServerResponse, never, HttpRouter.RouteContext> =>
  Effect.gen(function* () {
    const { id = "" } = yield* HttpRouter.params
    const { errors, total } = yield* calls.errors(kind, id)
    return Reply.json({
      errors: errors.flatMap((entry, at) => (isBlocked(entry) ? [] : [errorOf(`${id}/${at + 1}`, entry)])),
      robotsBlocked: errors.filter(isBlocked).map(({ requested_url }) => requested_url),
      ...(total > errors.length ? { warning: `These are the first ${errors.length} of ${total} failures.` } : {}),
    })
  }).pipe(answered)

/** Answers the cancellation of a job. */
export const cancel = (
  calls: Service,
  kind: JobStore.Kind,
): Effect.Effect<HttpServerResponse, never, HttpRouter.RouteContext> =>
  Effect.gen(function* () {
    const { id = "" } = yield* HttpRouter.params
    const job = yield* calls.cancel(kind, id)
    return job.status === "cancelled"
      ? Reply.json({ success: true, status: "cancelled" })
      : Reply.refusal(409, "The job has ended already.")
  }).pipe(answered)

// --- private --------------------------------------------------------------------------

/** Firecrawl crawls 10,000 pages by default. */
const usualPages = 10_000

/** Options that have one value here, which is Firecrawl's default. */
const crawlOptions: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["prompt", undefined],
  ["webhook", undefined],
  ["sitemap", "include"],
  ["ignoreSitemap", false],
  ["ignoreQueryParameters", false],
  ["robotsUserAgent", undefined],
  ["crawlEntireDomain", false],
  ["allowBackwardLinks", false],
  ["allowExternalLinks", false],
  ["regexOnFullURL", false],
  ["zeroDataRetention", false],
])

const batchOptions: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["webhook", undefined],
  ["appendToId", undefined],
  ["zeroDataRetention", false],
])

const crawlFields: ReadonlySet<string> = new Set([
  ...crawlOptions.keys(),
  "url",
  "limit",
  "maxDepth",
  "maxDiscoveryDepth",
  "includePaths",
  "excludePaths",
  "allowSubdomains",
  "scrapeOptions",
  "origin",
  "integration",
])

const batchFields: ReadonlySet<string> = new Set([
  ...batchOptions.keys(),
  ...Firecrawl.scrapeFields,
  "urls",
  "ignoreInvalidURLs",
])

const refuseOthers = (
  fields: Fields.Fields,
  options: ReadonlyMap<string, unknown>,
): Effect.Effect<void, WebError.WebError> => {
  const refused = Array.from(options).find(([name, value]) => (fields[name] ?? value) !== value)
  if (refused === undefined) return Effect.void
  const [name, value] = refused
  const served = value === undefined ? "isn't supported" : `supports only ${JSON.stringify(value)}`
  return Firecrawl.unsupported(name, `${name} ${served}. Leave it out.`)
}

/** A job keeps one form of a page. */
const modeOf = (fields: Fields.Fields): Effect.Effect<FetchRequest.ExtractMode, WebError.WebError> =>
  Effect.flatMap(Firecrawl.readOptions(fields), ({ html, markdown }) =>
    html && markdown
      ? Firecrawl.unsupported("formats", "A job reads markdown or html, not both. Leave one out.")
      : Effect.succeed(html ? "html" : "markdown"),
  )

const patternsOf = (
  fields: Fields.Fields,
  name: "includePaths" | "excludePaths",
): Effect.Effect<ReadonlyArray<string> | undefined, WebError.WebError> => {
  const expressions = fields[name] ?? undefined
  if (expressions === undefined || (Array.isArray(expressions) && expressions.length === 0)) return Effect.undefined
  const patterns = PathPatterns.ofExpressions(expressions)
  return patterns === undefined
    ? Firecrawl.unsupported(name, `${name} supports only text, with .* for any part of a path.`)
    : Effect.succeed(patterns)
}

const isUrl = (value: unknown): boolean =>
  typeof value === "string" && ["http:", "https:"].includes(URL.parse(value)?.protocol ?? "")

/** Names of parameters, where Firecrawl has others. */
const theirNames = ({ maxDiscoveryDepth }: Fields.Fields) => ({
  max_pages: "limit",
  max_depth: (maxDiscoveryDepth ?? undefined) === undefined ? "maxDepth" : "maxDiscoveryDepth",
  include: "includePaths",
  exclude: "excludePaths",
  subdomains: "allowSubdomains",
})

const states: Readonly<Record<JobStore.State, string>> = {
  running: "scraping",
  done: "completed",
  cancelled: "cancelled",
  failed: "failed",
}

/**
 * The address of a path as the caller has it: version 1 of the SDK follows only absolute ones. A proxy that ends TLS
 * says so; the caller, who could say so too, is the only one who gets the address.
 */
const urlOf = (path: string): Effect.Effect<string, never, HttpServerRequest> =>
  Effect.map(HttpServerRequest, ({ headers }) => {
    const scheme = headers["x-forwarded-proto"] === "https" ? "https" : "http"
    return headers["host"] === undefined ? path : `${scheme}://${headers["host"]}${path}`
  })

/** The state of a job. Version 1 of the SDK asks for a batch, too, at the path of crawls. */
const statusOf = (calls: Service, kind: JobStore.Kind, version: Firecrawl.Version, id: string) =>
  kind === "crawl" && version === 1
    ? Effect.catchTag(calls.status(kind, id), "UnknownJob", () => calls.status("batch", id))
    : calls.status(kind, id)

/** The first results from a cursor on, and where they go on; no cursor if there are no more for now. */
const documentsFrom = Effect.fnUntraced(function* (calls: Service, job: JobRequests.Status, from: string) {
  for (let cursor = from; ;) {
    const { next_cursor, pages } = yield* calls.pages(job.kind, job.id, { cursor, limit: "100" })
    if (pages.length > 0 || next_cursor === undefined || next_cursor === cursor)
      return { pages, cursor: pages.length > 0 ? next_cursor : undefined }
    // Items without a page of their own, such as copies.
    cursor = next_cursor
  }
})

const isBlocked = ({ error }: JobRequests.Entry): boolean => error === "robots_disallowed"

const errorOf = (id: string, { error, message, requested_url: url }: JobRequests.Entry): object => ({
  id,
  url,
  code: error,
  error: message ?? error,
})

const documentOf = (entry: JobRequests.Entry): object => ({
  ...(entry["content_md"] === undefined ? {} : { markdown: entry["content_md"] }),
  ...(entry["content"] === undefined ? {} : { html: entry["content"] }),
  ...(entry["links"] === undefined ? {} : { links: entry["links"] }),
  metadata: {
    url: entry.url,
    sourceURL: entry.requested_url,
    ...(entry["title"] === undefined ? {} : { title: entry["title"] }),
    ...(entry["status_code"] === undefined ? {} : { statusCode: entry["status_code"] }),
    ...(entry["error"] === undefined ? {} : { error: entry["message"] ?? entry["error"] }),
  },
  ...warningOf(entry),
})

const warningOf = ({ error, message, warning }: JobRequests.Entry): object => {
  const text = error === undefined ? (message ?? warning) : undefined
  return text === undefined ? {} : { warning: text }
}

const answered = <R>(
  answer: Effect.Effect<HttpServerResponse, Calls.Failure, R>,
): Effect.Effect<HttpServerResponse, never, R> =>
  Effect.catch(answer, (error) => Effect.succeed("wire" in error ? Firecrawl.failure(error) : JobCalls.failure(error)))
