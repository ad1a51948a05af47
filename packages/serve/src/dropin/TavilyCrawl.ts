/**
 * Tavily's `/crawl` (https://docs.tavily.com/documentation/api-reference/endpoint/crawl): the pages of a site in one
 * answer. It is a job that ends with the request: at the deadline, and if the client goes away. Options that select by
 * a model or by domains are refused with 400.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { JobCalls as Calls, JobRequests } from "@porthole/tools"
import * as JobCalls from "../JobCalls.ts"
import * as Reply from "../Reply.ts"
import * as Fields from "./Fields.ts"
import * as PathPatterns from "./PathPatterns.ts"
import * as Tavily from "./Tavily.ts"
import * as TavilyMap from "./TavilyMap.ts"
import * as WholePages from "./WholePages.ts"

/** Answers `POST /crawl`. */
export const crawl = (calls: JobCalls.JobCalls["Service"], fields: Fields.Fields): Effect.Effect<HttpServerResponse> =>
  Effect.gen(function* () {
    const begun = yield* Clock.currentTimeMillis
    const request = yield* requestOf(fields)
    const found: Found = { entries: [], characters: 0, warning: undefined }
    yield* Effect.acquireUseRelease(
      Effect.mapError(calls.submitCrawl(request, { keep: kept, usualPages }), (error) =>
        Fields.renamed(error, theirNames),
      ),
      (job) => readInto(found, calls, job, durationOf(fields["timeout"])),
      (job) => forget(calls, job),
    )
    const body = {
      base_url: fields["url"],
      results: found.entries.flatMap((entry) => (isRead(entry) ? [resultOf(entry)] : [])),
      failed_results: found.entries.flatMap((entry) => (isRead(entry) ? [] : [failureOf(entry)])),
      ...(found.warning === undefined ? {} : { warning: found.warning }),
      response_time: ((yield* Clock.currentTimeMillis) - begun) / 1_000,
    }
    return Reply.json(body, { ignored: Fields.unknownOf(fields, knownFields) })
  }).pipe(Effect.catch((error) => Effect.succeed(failure(error))))

// --- private --------------------------------------------------------------------------

/** What a crawl has brought so far. */
interface Found {
  readonly entries: Array<JobRequests.Entry>
  characters: number
  warning: string | undefined
}

const refusedFields = ["instructions", "select_domains", "exclude_domains", "categories"] as const

const knownFields: ReadonlySet<string> = new Set([
  ...refusedFields,
  "url",
  "max_depth",
  "limit",
  "timeout",
  "format",
  "select_paths",
  "exclude_paths",
  "api_key",
])

/** Names of parameters, where Tavily has others. */
const theirNames = { max_pages: "limit", include: "select_paths", exclude: "exclude_paths" }

/** Tavily reads 50 pages by default, of one step from the first page. */
const usualPages = 50

const requestOf = Effect.fnUntraced(function* (fields: Fields.Fields) {
  const refused = refusedFields.find((name) => TavilyMap.isAsked(fields[name]))
  if (refused !== undefined) return yield* TavilyMap.unsupported(refused, "crawl")
  const { format, limit, max_depth, url } = fields
  return {
    url,
    max_depth: max_depth ?? 1,
    max_pages: limit ?? undefined,
    extract: format === "text" ? "text" : "markdown",
    include: yield* patternsOf(fields, "select_paths"),
    exclude: yield* patternsOf(fields, "exclude_paths"),
  }
})

const patternsOf = (fields: Fields.Fields, name: "select_paths" | "exclude_paths") => {
  if (!TavilyMap.isAsked(fields[name])) return Effect.undefined
  const patterns = PathPatterns.ofExpressions(fields[name])
  return patterns === undefined ? TavilyMap.unsupported(name, "crawl") : Effect.succeed(patterns)
}

/** Tavily's deadline: 10 to 150 seconds, by default 150. */
const durationOf = (timeout: unknown): Duration.Duration =>
  Duration.seconds(Math.max(10, Math.min(150, Fields.secondsOf(timeout) ?? 150)))

/** For how long the job is kept after its end: its answer may still be read then, however slow the store is. */
const kept = Duration.minutes(5)

/** Nobody knows the job's id, so it is removed, lest it count among the jobs that a tenant may have kept. */
const forget = (calls: JobCalls.JobCalls["Service"], { id }: JobRequests.Status): Effect.Effect<void> =>
  // One that runs is cancelled first.
  Effect.ignore(Effect.repeat(calls.cancelOrRemove("crawl", id), { times: 1 }))

/** Reads the job's results until it ends, the time is over, or they are as long as an answer may be. */
const readInto = (
  found: Found,
  calls: JobCalls.JobCalls["Service"],
  job: JobRequests.Status,
  duration: Duration.Duration,
): Effect.Effect<void, Calls.Failure> =>
  Effect.flatMap(calls.events("crawl", job.id, 0), (events) =>
    events.pipe(
      Stream.takeUntil((event) => {
        if (event.kind === "page") {
          found.entries.push(event.entry)
          found.characters += JSON.stringify(event.entry).length
        } else if (event.kind === "end") found.warning = event.status.message
        return found.characters > WholePages.maxCharacters
      }),
      Stream.runDrain,
    ),
  ).pipe(
    Effect.timeoutOption(duration),
    Effect.map((ended) => {
      if (Option.isNone(ended)) found.warning = "The time was over before the crawl had ended."
      else if (found.characters > WholePages.maxCharacters)
        found.warning = "The answer is as long as it may be. The crawl was ended."
    }),
  )

const isRead = ({ error }: JobRequests.Entry): boolean => error === undefined

const resultOf = ({ content, content_md, url }: JobRequests.Entry): object => ({
  url,
  raw_content: content_md ?? content ?? "",
})

const failureOf = ({ error, message, url }: JobRequests.Entry): object => ({ url, error: message ?? error })

const failure = (error: Calls.Failure): HttpServerResponse =>
  "wire" in error
    ? Tavily.failure(error)
    : Reply.json(
        { detail: { error: error.message } },
        { status: JobCalls.statusOf(error), headers: JobCalls.headersOf(error) },
      )
