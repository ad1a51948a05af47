/**
 * The port to jobs of many pages that servers take and workers do. A job has a tenant, and a frontier that keeps its
 * URLs and what became of them. Whoever asks for a job names its tenant, so another tenant's job is an unknown one.
 *
 * Times are in milliseconds since the epoch by the store's own clock, and durations in milliseconds.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { Frontier } from "@porthole/core"

/** `batch` reads a list of pages, `crawl` the pages of a site. */
export const Kind = Schema.Literals(["batch", "crawl"])
export type Kind = typeof Kind.Type

/** `failed`: the store has lost a part of the job. */
export const State = Schema.Literals(["running", "done", "cancelled", "failed"])
export type State = typeof State.Type

/** What identifies a job: an unguessable id, and its tenant. */
export interface Name {
  readonly tenant: string
  readonly id: string
}

/** A job. */
export interface Job extends Name {
  readonly kind: Kind
  /** How its pages are read, as the kind has it. */
  readonly request: Schema.Json
  readonly state: State
  readonly created: number
  readonly ended?: number | undefined
  /** When the job is forgotten, with its pages; known from its end on. */
  readonly expires?: number | undefined
  /** Sentences about its bounds, or about its end; empty if there is nothing to say. */
  readonly note: string
  /** The bytes of its results. */
  readonly bytes: number
  /** Maximum number of its URLs. */
  readonly most: number
  readonly counts: Frontier.Counts
}

/** A job that is to be created. */
export interface NewJob extends Pick<Job, "tenant" | "kind" | "request" | "most"> {
  readonly items: ReadonlyArray<Frontier.Item>
  /** How long it is kept after its end. */
  readonly keep: number
  /** Maximum number of the tenant's jobs that run. */
  readonly maxRunning: number
  /** Maximum number of the tenant's jobs that are kept, those that run included. */
  readonly maxKept: number
}

/** Which settled items: those after a position, `count` at most, and one whatever `bytes` says. */
export interface Range {
  readonly after: number
  readonly count: number
  readonly bytes: number
  /** Whether only failed ones count. Default: all. */
  readonly isFailed?: boolean
}

/** A job, and some of its settled items. */
export interface Results {
  readonly job: Job
  readonly items: ReadonlyArray<Frontier.Settled>
}

/** What a worker does next: a job that has its turn, or a wait until one may have it. */
export type Next =
  | { readonly job: Job; readonly wait?: undefined }
  | { readonly job?: undefined; readonly wait: number }

/**
 * `unset`: there is no store. `unavailable`: it doesn't answer. `full`: it takes nothing more. `limit`: the tenant has
 * as many jobs as it may have.
 */
export const Reason = Schema.Literals(["unset", "unavailable", "full", "limit"])
export type Reason = typeof Reason.Type

/** Jobs can't be taken, read or changed now. */
export class JobStoreError extends Schema.TaggedError<JobStoreError>()("JobStoreError", {
  reason: Reason,
  message: Schema.String,
  /** After how many seconds another attempt may succeed. */
  retryAfter: Schema.optionalKey(Schema.Natural),
  cause: Schema.optionalKey(Schema.Defect()),
}) {}

/** A tenant has as many jobs that run as it may have. */
export const tooManyRun = (most: number): JobStoreError =>
  new JobStoreError({
    reason: "limit",
    message: `${most} of your jobs run, as many as may (max_jobs). Wait until one ends, or cancel one.`,
    retryAfter: 60,
  })

/** A tenant has as many jobs as are kept of it; the first one expires in `wait` ms. */
export const tooManyKept = (most: number, wait: number): JobStoreError =>
  new JobStoreError({
    reason: "limit",
    message: `${most} of your jobs are kept, as many as may be. Remove one (DELETE), or wait until one expires.`,
    retryAfter: Math.ceil(wait / 1_000),
  })

/** Stored jobs. */
export interface JobStoreShape {
  /** Creates a job; workers see it once it has all of its items. */
  readonly create: (job: NewJob) => Effect.Effect<Job, JobStoreError>
  /** A job; none if it isn't known, has expired, or was lost. */
  readonly find: (name: Name) => Effect.Effect<Option.Option<Job>, JobStoreError>
  /**
   * A job with settled items, or only failed ones; none if the job isn't known. It is one look, so that a job that
   * expires meanwhile doesn't seem to have no more items.
   */
  readonly results: (name: Name, range: Range) => Effect.Effect<Option.Option<Results>, JobStoreError>
  /** Ends a job that runs. Its pages stay until it expires; a page under way may still be added. */
  readonly end: (name: Name, state: State, note?: string) => Effect.Effect<void, JobStoreError>
  /** Forgets a job that has ended, with its pages; one that runs stays. */
  readonly remove: (name: Name) => Effect.Effect<void, JobStoreError>
  /** Notes sentences about a job that runs. */
  readonly note: (name: Name, note: string) => Effect.Effect<void, JobStoreError>
  /**
   * The job whose turn it is: tenants take turns, and so do the jobs of each. A crawl belongs to one worker for half a
   * minute after its last turn, because a worker remembers what it has seen of a site. Jobs without waiting items end.
   */
  readonly next: (worker: string) => Effect.Effect<Next, JobStoreError>
  /** Gives a job no turn before `wait`. */
  readonly rest: (name: Name, wait: number) => Effect.Effect<void, JobStoreError>
  /** Lets a job have its turn after `wait` at the latest. */
  readonly wake: (name: Name, wait: number) => Effect.Effect<void, JobStoreError>
  /**
   * Waits for the right to visit a host outside of a turn, as a redirect to it does, and holds it until the scope ends
   * or for `ttl`; then nobody visits the host for `rest`. It goes before turns at the host. Returns until when a
   * request may be sent, in milliseconds since the epoch by this process's clock.
   */
  readonly permit: (
    host: string,
    options: { readonly ttl: number; readonly rest: number },
  ) => Effect.Effect<number, JobStoreError, Scope.Scope>
  /**
   * Lets fetches that wait visit a host between two requests of a job's turn. Returns 0 once none is left, or the
   * milliseconds after which to ask again; until then the turn sends nothing.
   */
  readonly giveWay: (name: Name, host: string) => Effect.Effect<number, JobStoreError>
  /** The frontier of a job. It leases nothing and takes no items once the job has ended. */
  readonly frontier: (name: Name) => Frontier.Frontier["Service"]
  /** Jobs that run, at most 1,000. */
  readonly running: Effect.Effect<ReadonlyArray<Job>, JobStoreError>
}

/** The current jobs; there is no store, unless a layer is provided. */
export const JobStore: Context.Reference<JobStoreShape> = Context.Reference<JobStoreShape>(
  "@porthole/stores/JobStore",
  {
    defaultValue: () => failing(unset),
  },
)

/** A store that can't be used. */
export const failing = (error: JobStoreError): JobStoreShape => {
  const failure = Effect.fail(error)
  const lost = Effect.fail(new Frontier.FrontierError({ reason: "failed", cause: error }))
  const frontier = Frontier.Frontier.of({
    add: () => lost,
    lease: () => lost,
    renew: () => lost,
    take: () => lost,
    settle: () => lost,
    release: () => lost,
    nextVisit: lost,
    counts: lost,
    settled: () => lost,
    find: () => lost,
    retry: () => lost,
  })
  return {
    create: () => failure,
    find: () => failure,
    results: () => failure,
    end: () => failure,
    remove: () => failure,
    note: () => failure,
    next: () => failure,
    rest: () => failure,
    wake: () => failure,
    permit: () => failure,
    giveWay: () => failure,
    frontier: () => frontier,
    running: failure,
  }
}

// --- private --------------------------------------------------------------------------

const unset = new JobStoreError({
  reason: "unset",
  message: "Jobs need a Redis, which the setting redis_url (PORTHOLE_REDIS_URL) names.",
})
