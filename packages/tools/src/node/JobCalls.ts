/**
 * Jobs as calls, in the caller's conversation: arguments of any kind in, a job's state or pages out. The jobs are those
 * of the caller's tenant; another tenant's id is an unknown one. Workers read the pages (`JobWorker`).
 */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { Bound, Conversation, type Frontier, type WebBackend, type WebError } from "@porthole/core"
import { JobStore } from "@porthole/stores"
import { JobSettings } from "../settings/JobSettings.ts"
import * as Batch from "./Batch.ts"
import * as Crawl from "./Crawl.ts"
import * as JobArguments from "./JobArguments.ts"
import type * as JobRequests from "./JobRequests.ts"

/** The id is no job of the caller's tenant, or not any more. */
export class UnknownJob extends Schema.TaggedError<UnknownJob>()("UnknownJob", {}) {
  override get message(): string {
    return "The job isn't known, has expired, or was evicted by the Redis."
  }
}

/** Why a job can't be taken. */
export type Refusal = WebError.WebError | JobStore.JobStoreError

/** Why a job can't be shown. */
export type Failure = WebError.WebError | JobStore.JobStoreError | UnknownJob

/** Maximum number of a tenant's jobs that are kept, those that run included. */
export const maxKept = 1_000

/** Maximum bytes of one answer's results, beyond the first one. */
export const maxAnswer = 1_000_000

/** Maximum number of failures in one answer, and in one step of the store, which keeps it from other work. */
export const maxErrors = 10_000
const maxErrorsAtOnce = 100

/** Takes a batch (`JobRequests.BatchRequest`). */
export const submitBatch = Effect.fnUntraced(function* (input: unknown): Effect.fn.Return<JobRequests.Status, Refusal> {
  const { job_max_urls } = yield* JobSettings
  const { items, parameters } = yield* JobArguments.batch(input, job_max_urls)
  return yield* create("batch", { ...parameters }, items, job_max_urls)
})

/** What a front end may set of a crawl. */
export interface CrawlOptions {
  /** How long it is kept after its end. Default: the setting `job_expiry`. */
  readonly keep?: Duration.Duration | undefined
  /** The default of `max_pages`. Default: 500. A smaller `job_max_urls` counts. */
  readonly usualPages?: number | undefined
}

/** Takes a crawl (`JobRequests.CrawlRequest`). */
export const submitCrawl = Effect.fnUntraced(function* (
  input: unknown,
  { keep, usualPages = Crawl.usualPages }: CrawlOptions = {},
): Effect.fn.Return<JobRequests.Status, Refusal, WebBackend.WebBackend> {
  const { job_max_urls } = yield* JobSettings
  const request = yield* JobArguments.crawl(input, job_max_urls)
  const start = yield* Crawl.startOf(optionsOf(request))
  const most = request.max_pages ?? Math.min(usualPages, job_max_urls)
  return yield* create("crawl", { ...request }, [start], most, keep)
})

/** The options of a crawl. */
export const optionsOf = ({ exclude, extract, include, max_depth, subdomains, url }: JobRequests.CrawlRequest) => ({
  url,
  exclude,
  extract,
  include,
  maxDepth: max_depth,
  subdomains,
})

/** The state of a job. */
export const status = (kind: JobStore.Kind, id: string): Effect.Effect<JobRequests.Status, Failure> =>
  Effect.map(find(kind, id), statusOf)

/** Results of a job. */
export const pages = Effect.fnUntraced(function* (
  kind: JobStore.Kind,
  id: string,
  input: unknown,
): Effect.fn.Return<JobRequests.Pages, Failure> {
  const { cursor = 0, limit = 20 } = yield* JobArguments.pages(input)
  const { items, job } = yield* read(kind, id, { after: cursor, count: limit })
  const isAll = job.state !== "running" && items.length === 0
  return {
    status: job.state,
    pages: items.flatMap((item) => entryOf(kind, item)),
    ...(isAll ? {} : { next_cursor: String(items.at(-1)?.position ?? cursor) }),
  }
})

/** The failures of a job, {@link maxErrors} and about {@link maxAnswer} bytes at most. */
export const errors = Effect.fnUntraced(function* (
  kind: JobStore.Kind,
  id: string,
): Effect.fn.Return<JobRequests.Errors, Failure> {
  const failed: Array<JobRequests.Entry> = []
  for (let after = 0, bytes = 0; ;) {
    const { items, job } = yield* read(kind, id, { after, count: maxErrorsAtOnce, isFailed: true })
    const entries = items.flatMap((item) => entryOf(kind, item))
    failed.push(...entries)
    bytes += JSON.stringify(entries).length
    const last = items.at(-1)
    if (last === undefined || failed.length >= maxErrors || bytes >= maxAnswer)
      return { errors: failed, total: failedOf(job.counts) }
    after = last.position
  }
})

/** Cancels a job; one that has ended stays as it is. The pages that were read stay until the job expires. */
export const cancel = Effect.fnUntraced(function* (
  kind: JobStore.Kind,
  id: string,
): Effect.fn.Return<JobRequests.Status, Failure> {
  const job = yield* find(kind, id)
  yield* (yield* JobStore.JobStore).end(job, "cancelled")
  return yield* status(kind, id)
})

/** Cancels a job that runs, or removes one that has ended, with its pages; returns its last state. */
export const cancelOrRemove = Effect.fnUntraced(function* (
  kind: JobStore.Kind,
  id: string,
): Effect.fn.Return<JobRequests.Status, Failure> {
  const job = yield* find(kind, id)
  if (job.state === "running") return yield* cancel(kind, id)
  yield* (yield* JobStore.JobStore).remove(job)
  return statusOf(job)
})

/** What happens to a job: its state whenever it changes, each result, and its last state. */
export type Event =
  | { readonly kind: "progress" | "end"; readonly status: JobRequests.Status }
  | { readonly kind: "page"; readonly cursor: string; readonly entry: JobRequests.Entry }

/** The events of a job from a cursor on, until it has ended. The store is asked once a second. */
export const events = (
  kind: JobStore.Kind,
  id: string,
  cursor: number,
): Effect.Effect<Stream.Stream<Event, Failure>, Failure> =>
  // A stream may run where its caller's conversation isn't.
  Effect.zipWith(find(kind, id), Effect.context<never>(), (_, context) =>
    Stream.paginate({ after: cursor, seen: "" }, (place) => nextEvents(kind, id, place)).pipe(
      Stream.provideContext(context),
    ),
  )

/** The result of a settled item; none if it is no page of its own, such as a copy. */
export const entryOf = (
  kind: JobStore.Kind,
  item: Pick<Frontier.Settled, "data" | "failure" | "result" | "url">,
): ReadonlyArray<JobRequests.Entry> => {
  const { depth, id } = Batch.fieldsOf(item.data)
  const result = Batch.fieldsOf(item.result)
  if (kind === "crawl" && item.failure === undefined && result["page"] === undefined) return []
  return [
    {
      requested_url: item.url,
      ...(id === undefined ? {} : { id }),
      ...(depth === undefined ? {} : { depth }),
      url: item.url,
      ...(item.failure === undefined ? Batch.fieldsOf(result["page"]) : result),
    },
  ]
}

// --- private --------------------------------------------------------------------------

/** Where the events of a listener are: the last result, and the last state. */
interface Place {
  readonly after: number
  readonly seen: string
}

const nextEvents = Effect.fnUntraced(function* (
  kind: JobStore.Kind,
  id: string,
  { after, seen }: Place,
): Effect.fn.Return<readonly [ReadonlyArray<Event>, Option.Option<Place>], Failure> {
  // A listener asks once a second anyway, so it waits for its turn.
  const { items, job } = yield* Effect.retry(read(kind, id, { after, count: 20 }), {
    while: isOverloaded,
    schedule: Schedule.spaced(pause),
  })
  const status = statusOf(job)
  if (items.length === 0 && job.state !== "running") return [[{ kind: "end", status }], Option.none()]
  // A new listener gets the state at once.
  if (items.length === 0 && seen !== "") yield* Effect.sleep(pause)
  const text = JSON.stringify(status)
  const found = items.flatMap((item) =>
    entryOf(kind, item).map((entry): Event => ({ kind: "page", cursor: String(item.position), entry })),
  )
  const events: ReadonlyArray<Event> = text === seen ? found : [{ kind: "progress", status }, ...found]
  return [events, Option.some({ after: items.at(-1)?.position ?? after, seen: text })]
})

/** How often a listener's job is looked at. */
const pause = Duration.seconds(1)

const isOverloaded = (error: Failure): boolean => "wire" in error && error.reason === "overloaded"

const create = Effect.fnUntraced(function* (
  kind: JobStore.Kind,
  request: Schema.Json,
  items: ReadonlyArray<Frontier.Item>,
  most: number,
  keep?: Duration.Duration,
) {
  const { tenant } = yield* Conversation.Conversation
  const { job_expiry, max_jobs } = yield* JobSettings
  const store = yield* JobStore.JobStore
  const bounds = { most, maxRunning: max_jobs, maxKept, keep: Duration.toMillis(keep ?? job_expiry) }
  return statusOf(yield* store.create({ tenant, kind, request, items, ...bounds }))
})

const find = Effect.fnUntraced(function* (kind: JobStore.Kind, id: string) {
  const store = yield* JobStore.JobStore
  const job = Option.getOrUndefined(yield* store.find(yield* nameOf(id)))
  return job?.kind === kind ? job : yield* new UnknownJob()
})

/** A job and some of its results, as one look at the store, in the tenant's turn. */
const read = Effect.fnUntraced(function* (kind: JobStore.Kind, id: string, range: Omit<JobStore.Range, "bytes">) {
  const store = yield* JobStore.JobStore
  const look = store.results(yield* nameOf(id), { ...range, bytes: maxAnswer })
  const found = Option.getOrUndefined(yield* reads.hold(1)(look))
  return found?.job.kind === kind ? found : yield* new UnknownJob()
})

/** How many answers of a store, of {@link maxAnswer} bytes each, are read at the same time. */
const reads = Bound.permits("results of jobs", {
  capacity: 8,
  perFree: 3,
  reserve: 2,
  maxWaiting: 256,
  maxWait: Duration.seconds(5),
})

const nameOf = (id: string): Effect.Effect<JobStore.Name> =>
  Effect.map(Conversation.Conversation, ({ tenant }) => ({ tenant, id: idForm.test(id) ? id : "" }))

/** A UUID. */
const idForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const failedOf = ({ failed }: Frontier.Counts): number => Object.values(failed).reduce((sum, count) => sum + count, 0)

const statusOf = ({
  bytes,
  counts,
  created,
  ended,
  expires,
  id,
  kind,
  note,
  state,
}: JobStore.Job): JobRequests.Status => {
  const failed = failedOf(counts)
  return {
    id,
    kind,
    status: state,
    total: counts.waiting + counts.done + failed,
    waiting: counts.waiting,
    done: counts.done,
    failed,
    failures: counts.failed,
    bytes,
    created_at: timeOf(created),
    ...(ended === undefined ? {} : { ended_at: timeOf(ended) }),
    ...(expires === undefined ? {} : { expires_at: timeOf(expires) }),
    ...(note === "" ? {} : { message: note }),
  }
}

const timeOf = (ms: number): string => DateTime.formatIso(DateTime.makeUnsafe(ms))
