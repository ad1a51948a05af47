/**
 * Jobs of many pages for routes, over the server's store of jobs and its backend. A call's `Conversation` is that of
 * its request (`Guard`): its tenant is the job's.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import type * as Stream from "effect/Stream"
import { WebBackend, type WebError } from "@porthole/core"
import { JobStore } from "@porthole/stores"
import { JobCalls as Calls, type JobRequests } from "@porthole/tools"
import * as Reply from "./Reply.ts"

/** The calls of jobs. */
export class JobCalls extends Context.Service<
  JobCalls,
  {
    /** Takes a job of pages to read (`JobRequests.BatchRequest`). */
    readonly submitBatch: (input: unknown) => Effect.Effect<JobRequests.Status, Calls.Failure>
    /** Takes a job of a site to read (`JobRequests.CrawlRequest`). */
    readonly submitCrawl: (
      input: unknown,
      options?: Calls.CrawlOptions,
    ) => Effect.Effect<JobRequests.Status, Calls.Failure>
    readonly status: (kind: JobStore.Kind, id: string) => Effect.Effect<JobRequests.Status, Calls.Failure>
    /** Results by `cursor` and `limit`, both texts. */
    readonly pages: (kind: JobStore.Kind, id: string, query: unknown) => Effect.Effect<JobRequests.Pages, Calls.Failure>
    /** The failures of a job. */
    readonly errors: (kind: JobStore.Kind, id: string) => Effect.Effect<JobRequests.Errors, Calls.Failure>
    readonly cancel: (kind: JobStore.Kind, id: string) => Effect.Effect<JobRequests.Status, Calls.Failure>
    /** Cancels a job that runs, or removes one that has ended. */
    readonly cancelOrRemove: (kind: JobStore.Kind, id: string) => Effect.Effect<JobRequests.Status, Calls.Failure>
    /** What happens from a cursor on, until the job has ended. */
    readonly events: (
      kind: JobStore.Kind,
      id: string,
      cursor: number,
    ) => Effect.Effect<Stream.Stream<Calls.Event, Calls.Failure>, Calls.Failure>
  }
>()("@porthole/serve/JobCalls") {}

/** The calls over the provided backend, and the jobs of `JobStore`. */
export const layer: Layer.Layer<JobCalls, never, WebBackend.WebBackend> = Layer.effect(
  JobCalls,
  Effect.gen(function* () {
    const backend = yield* WebBackend.WebBackend
    const store = yield* JobStore.JobStore
    const withStore = Effect.provideService(JobStore.JobStore, store)
    return JobCalls.of({
      submitBatch: (input) => withStore(Calls.submitBatch(input)),
      submitCrawl: (input, options) =>
        withStore(Effect.provideService(Calls.submitCrawl(input, options), WebBackend.WebBackend, backend)),
      status: (kind, id) => withStore(Calls.status(kind, id)),
      pages: (kind, id, query) => withStore(Calls.pages(kind, id, query)),
      errors: (kind, id) => withStore(Calls.errors(kind, id)),
      cancel: (kind, id) => withStore(Calls.cancel(kind, id)),
      cancelOrRemove: (kind, id) => withStore(Calls.cancelOrRemove(kind, id)),
      events: (kind, id, cursor) => withStore(Calls.events(kind, id, cursor)),
    })
  }),
)

/** A failure that isn't one of the arguments. */
export type StoreFailure = Exclude<Calls.Failure, WebError.WebError>

/** The answer to a call that failed. */
export const failure = (error: Calls.Failure): HttpServerResponse =>
  "wire" in error ? Reply.failure(error) : Reply.refusal(statusOf(error), error.message, headersOf(error))

/** The HTTP status of a failure of the jobs' store. */
export const statusOf = (error: StoreFailure): number => (error._tag === "UnknownJob" ? 404 : statuses[error.reason])

/** The headers of a failure of the jobs' store. */
export const headersOf = (error: StoreFailure): Reply.Headers =>
  error._tag === "UnknownJob" || error.retryAfter === undefined ? {} : { "retry-after": String(error.retryAfter) }

// --- private --------------------------------------------------------------------------

const statuses: Readonly<Record<JobStore.Reason, number>> = { unset: 501, unavailable: 503, full: 507, limit: 429 }
