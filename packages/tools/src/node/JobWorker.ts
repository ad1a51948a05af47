/**
 * A worker: it visits the hosts of all jobs of the store by their pace, each page in a conversation of its job and
 * tenant, until it is stopped. Any number of workers may serve one store.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import type * as Semaphore from "effect/Semaphore"
import {
  Bound,
  type BoundedMap,
  Conversation,
  Deadline,
  Frontier,
  HostPace,
  Settings,
  type Visits,
  type WebBackend,
  WebError,
} from "@porthole/core"
import { JobStore } from "@porthole/stores"
import { JobSettings } from "../settings/JobSettings.ts"
import * as Batch from "./Batch.ts"
import * as Crawl from "./Crawl.ts"
import * as JobCalls from "./JobCalls.ts"
import * as JobRequests from "./JobRequests.ts"
import * as Jobs from "./Jobs.ts"
import * as JobTurns from "./JobTurns.ts"

/** A worker's options. */
export interface Options {
  /** When it completes, no more visits begin; those under way end. */
  readonly stop: Effect.Effect<void>
}

/** Results by `kind` and `outcome`: `done`, or the reason of the failure. */
export const results: Metric.Counter<number> = Metric.counter("porthole_job_results_total", {
  description: "Results of this process's workers, by kind of the job and outcome",
  incremental: true,
})

/** Works until it is stopped. */
export const run = Effect.fnUntraced(function* ({
  stop,
}: Options): Effect.fn.Return<void, Jobs.Failure, WebBackend.WebBackend> {
  const { job_delay } = yield* JobSettings
  const worker: Worker = {
    store: yield* JobStore.JobStore,
    jobs: Bound.memory("jobs of a worker", { maxEntries: maxJobs, maxWeight: maxJobs }),
    crawls: Bound.memory("jobs of a worker", { maxEntries: maxCrawls, maxWeight: maxCrawlUrls }),
  }
  const frontier = JobTurns.make(worker.store, crypto.randomUUID(), { begins: (job) => begins(worker, job) })
  yield* Jobs.visit({
    visit: (item) => visit(worker, JobTurns.jobItemOf(item)),
    giveUp: Batch.giveUp,
    onSettled: ({ key, outcome }) => count(worker, key, outcome),
    concurrency: Batch.usualPace.concurrency,
    interval: Duration.toMillis(job_delay),
    stop,
  }).pipe(Effect.provideService(Frontier.Frontier, frontier))
})

// --- private --------------------------------------------------------------------------

interface Worker {
  readonly store: JobStore.JobStoreShape
  /** The last jobs that had a turn, by id. */
  readonly jobs: BoundedMap.BoundedMap<JobStore.Job>
  readonly crawls: BoundedMap.BoundedMap<HeldCrawl>
}

/** A crawl of this worker. Its first visit opens it, and its other ones wait for that; other crawls don't. */
interface HeldCrawl {
  readonly opening: Semaphore.Semaphore
  opened: OpenCrawl | undefined
}

interface OpenCrawl extends Crawl.Opened<never, never> {
  note: string
}

const maxJobs = 1_000

/** The most crawls that are remembered, and the most URLs of all of them. */
const maxCrawls = 64
const maxCrawlUrls = 500_000

/** Ends a job whose results have too many bytes. */
const begins = Effect.fnUntraced(function* ({ jobs, store }: Worker, job: JobStore.Job) {
  const { job_max_bytes } = yield* JobSettings
  jobs.set(job.id, job, 1)
  if (job.bytes < job_max_bytes) return true
  yield* store.end(job, "done", `Its pages have ${job.bytes} bytes, of ${job_max_bytes} that a job may have.`)
  return false
})

const visit = Effect.fnUntraced(function* (
  worker: Worker,
  { item, name }: JobTurns.JobItem,
): Effect.fn.Return<Visits.Visited, Frontier.FrontierError, WebBackend.WebBackend> {
  const job = yield* jobOf(worker, name)
  const times = yield* timesOf
  let isPostponed = false
  let requests = 0
  const next = (host: string) => (requests++ === 0 ? Effect.void : giveWay(worker.store, name, host))
  const elsewhere = (host: string, demanded: number) =>
    Effect.tapError(permit(worker.store, item.host, host, { ...times, rest: Math.max(times.rest, demanded) }), () =>
      Effect.sync(() => void (isPostponed = true)),
    )
  const visited = yield* (job.kind === "batch" ? visitPage(job, item) : visitSite(worker, job, item)).pipe(
    Effect.provideService(Conversation.Conversation, { id: `job/${job.id}`, tenant: job.tenant }),
    Effect.updateService(HostPace.HostPace, (pace) => ({
      ...pace,
      permit: (host, demanded) =>
        host === item.host && pace.permit !== undefined
          ? Effect.andThen(next(host), pace.permit(host, demanded))
          : Effect.andThen(pace.permit?.(host, demanded) ?? Effect.void, elsewhere(host, demanded)),
    })),
  )
  return isPostponed ? { ...visited, isPostponed } : visited
})

/** The times of the right to visit another host than a turn's own, in ms. */
const timesOf = Effect.gen(function* () {
  const { fetch_timeout } = yield* Settings.Settings
  const { job_delay } = yield* JobSettings
  return { ttl: Duration.toMillis(fetch_timeout) + margin, rest: Duration.toMillis(job_delay) }
})

/**
 * Between two requests of a page, such as those for a site's lists, fetches that wait go first. It doesn't count for
 * the page's deadline; a store that doesn't answer holds nothing up.
 */
const giveWay = (store: JobStore.JobStoreShape, name: JobStore.Name, host: string): Effect.Effect<void> =>
  Deadline.standing(() => asked(store, name, host))

const asked = (store: JobStore.JobStoreShape, name: JobStore.Name, host: string): Effect.Effect<void> =>
  Effect.flatMap(
    Effect.orElseSucceed(store.giveWay(name, host), () => 0),
    (wait) => (wait === 0 ? Effect.void : Effect.andThen(Effect.sleep(wait), asked(store, name, host))),
  )

/**
 * The right to visit a host other than the turn's own, such as one that a redirect leads to; the wait doesn't count for
 * the page's deadline. Two turns may want each other's hosts: the one at the later host gives up first, so that the
 * other one gets what it waits for.
 */
const permit = (
  store: JobStore.JobStoreShape,
  own: string,
  host: string,
  times: { readonly ttl: number; readonly rest: number },
): Effect.Effect<number, WebError.WebError, Scope.Scope> =>
  Deadline.standing(() =>
    Effect.retry(store.permit(host, times), { schedule: Schedule.spaced("1 second") }).pipe(
      Effect.mapError(() => isBusy),
      Effect.timeoutOrElse({
        duration: own < host ? patience.first : patience.second,
        orElse: () => Effect.fail(isBusy),
      }),
    ),
  )

/** How many milliseconds a turn waits for another host; the second one of two turns is the one at the later host. */
const patience = { first: 30_000, second: 10_000 } as const

const isBusy = WebError.make({
  error: "rate_limited",
  message: "Other jobs visit the host to which the page redirects.",
  retry_after: 10,
})

/** How many milliseconds a permit outlasts a page's deadline. */
const margin = 10_000

/** The job of a name; one that is gone has lost its leases. */
const jobOf = Effect.fnUntraced(function* ({ jobs, store }: Worker, name: JobStore.Name) {
  const known = jobs.get(name.id)
  if (known !== undefined) return known
  const found = yield* JobTurns.patiently(store.find(name))
  return Option.isSome(found) ? found.value : yield* new Frontier.FrontierError({ reason: "lost" })
})

const visitPage = (job: JobStore.Job, item: Frontier.Taken) =>
  Effect.match(Batch.read(item, Batch.fieldsOf(job.request)), {
    onFailure: (error) => Batch.failed(error.wire),
    onSuccess: (page): Visits.Visited => ({ outcome: { result: { page: { ...page } } } }),
  })

const visitSite = Effect.fnUntraced(function* (
  worker: Worker,
  job: JobStore.Job,
  item: Frontier.Taken,
): Effect.fn.Return<Visits.Visited, Frontier.FrontierError, WebBackend.WebBackend> {
  const opened = yield* Effect.result(crawlOf(worker, job))
  if (opened._tag === "Failure") {
    const error = opened.failure
    return error instanceof WebError.WebError ? Batch.failed(error.wire) : yield* error
  }
  const crawl = opened.success
  const visited = yield* crawl.visit(item)
  const note = noteOf(crawl, job)
  if (note !== crawl.note) {
    crawl.note = note
    yield* Effect.ignore(worker.store.note(job, note))
  }
  if (crawl.isOver()) yield* Effect.ignore(worker.store.end(job, "done", note))
  return visited
})

/** The crawl of a job, which this worker opens at its first visit. */
const crawlOf = (worker: Worker, job: JobStore.Job) =>
  Effect.suspend(() => {
    const { crawls } = worker
    const held = crawls.get(job.id) ?? { opening: Bound.semaphore("jobs of a worker"), opened: undefined }
    crawls.set(job.id, held, job.most)
    return held.opening.withPermits(1)(
      Effect.suspend(() =>
        held.opened === undefined
          ? Effect.map(openCrawl(worker, job), (opened) => (held.opened = { ...opened, note: job.note }))
          : Effect.succeed(held.opened),
      ),
    )
  })

const openCrawl = Effect.fnUntraced(function* (
  { store }: Worker,
  job: JobStore.Job,
): Effect.fn.Return<Crawl.Opened<never, never>, WebError.WebError | Frontier.FrontierError, WebBackend.WebBackend> {
  const request = decodeCrawl(job.request)
  if (Option.isNone(request)) return yield* WebError.fail(newerRequest)
  const { job_delay } = yield* JobSettings
  return yield* Crawl.open({
    ...JobCalls.optionsOf(request.value),
    delay: Duration.toMillis(job_delay),
    maxPages: job.most,
    keep: (_item, page) => Effect.succeed({ page: { ...page } }),
  }).pipe(Effect.provideService(Frontier.Frontier, patient(store.frontier(job))))
})

const newerRequest = {
  error: "invalid_request",
  message: "A newer server has taken this job. Update this worker.",
} as const

/** What a crawl asks of its frontier, in spite of a store that doesn't answer. */
const patient = (frontier: Frontier.Frontier["Service"]): Frontier.Frontier["Service"] => ({
  ...frontier,
  add: (items) => JobTurns.patiently(frontier.add(items)),
  counts: JobTurns.patiently(frontier.counts),
  find: (key) => JobTurns.patiently(frontier.find(key)),
})

const noteOf = ({ summary }: OpenCrawl, { most }: JobStore.Job): string => {
  const { beyond, notes } = summary()
  const more = beyond === 0 ? [] : [`Its maximum of ${most} URLs is reached: ${beyond} more links were found.`]
  return [...more, ...(notes === "" ? [] : [notes])].join(" ")
}

const count = ({ jobs }: Worker, key: string, { failure = "done" }: Frontier.Outcome) => {
  const kind = jobs.peek(key.split(" ", 1)[0] ?? "")?.kind ?? "batch"
  return Metric.update(Metric.withAttributes(results, { kind, outcome: failure }), 1)
}

const decodeCrawl = Schema.decodeUnknownOption(JobRequests.CrawlRequest)
