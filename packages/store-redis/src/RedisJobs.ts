/**
 * Jobs over a Redis, which servers and workers share. A job lies beside its frontier (`RedisFrontier`), and a job that
 * the Redis has lost isn't known any more: nothing begins it anew.
 *
 * While a job runs, its keys have no expiry, so that a Redis with the policy `volatile-lru` keeps them.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redis from "effect/persistence/Redis"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import type { Frontier, Settings } from "@porthole/core"
import { JobStore } from "@porthole/stores"
import * as HostScripts from "./HostScripts.ts"
import * as JobScripts from "./JobScripts.ts"
import * as RedisClient from "./RedisClient.ts"
import * as RedisConnection from "./RedisConnection.ts"
import * as RedisFrontier from "./RedisFrontier.ts"
import * as RedisOptions from "./RedisOptions.ts"

/** Jobs on a Redis. */
export interface Options extends RedisOptions.RedisOptions {
  /** For how many ms no host is leased after a restart of the Redis. Default: `RedisFrontier.quiet`. */
  readonly quiet?: number | undefined
}

/** Jobs over a connection of their own, which the first call opens. Fails only for an invalid URL. */
export const make = Effect.fnUntraced(function* (
  options: Options,
): Effect.fn.Return<JobStore.JobStoreShape, Settings.SettingsError, Scope.Scope> {
  const redis = yield* RedisConnection.open(options.url, options)
  const prefix = RedisOptions.prefixOf(options)
  const keysOf = ({ id, tenant }: JobStore.Name) =>
    RedisFrontier.keysOf(prefix, `${RedisOptions.escapeName(tenant)}:${id}`, options.quiet)
  const run = <A>(script: Step<A>, name: JobStore.Name, ...args: ReadonlyArray<string | number>) => {
    const { job, keep, visits } = keysOf(name)
    return Effect.mapError(redis.eval(script)(job, visits, keep, `${prefix}:jobs`, ...args), toError)
  }
  const runOf = <A>(script: Step<A>, name: JobStore.Name, ...args: ReadonlyArray<string | number>) =>
    run(script, name, RedisOptions.escapeName(name.tenant), name.id, ...args)
  const notes = [lostNote, fullNote, restNote, keysOf(nobody).quiet] as const
  const find = (name: JobStore.Name) => Effect.flatMap(runOf(JobScripts.find, name, ...notes), readOne)
  const frontier = (name: JobStore.Name) => RedisFrontier.over(redis, keysOf(name))
  const seen = { run: "" }
  const tidy = (name: JobStore.Name) => Effect.repeat(runOf(JobScripts.tidy, name), { until: (more) => more === 0 })
  const tell = Effect.ignore(run(JobScripts.full, nobody, fullFor))

  return {
    find,
    frontier: (name) => tellingIfFull(frontier(name), tell),
    create: (job) => create({ find, frontier, runOf, tidy }, job),
    results: (name, { after, bytes, count, isFailed = false }) =>
      Effect.flatMap(runOf(JobScripts.results, name, ...notes, after, count, bytes, isFailed ? 1 : 0), readResults),
    end: (name, state, note = "") => {
      const end = (script: Step<null>) => runOf(script, name, state, note)
      return Effect.catchIf(end(JobScripts.finish), isFull, () =>
        Effect.mapError(end(JobScripts.finishFull), () => fullError),
      ).pipe(
        // Workers go on with what isn't forgotten here.
        Effect.andThen(Effect.ignore(tidy(name))),
      )
    },
    remove: (name) => Effect.andThen(tidy(name), Effect.asVoid(runOf(JobScripts.remove, name))),
    note: (name, note) => Effect.asVoid(run(JobScripts.note, name, note)),
    rest: (name, wait) => Effect.asVoid(runOf(JobScripts.rest, name, wait)),
    wake: (name, wait) => Effect.asVoid(runOf(JobScripts.wake, name, wait)),
    permit: (host, times) => permitFor(redis, keysOf(nobody), host, times),
    giveWay: (name, host) => run(HostScripts.giveWay, name, host),
    next: (worker) => {
      const step = run(JobScripts.next, nobody, worker, hold, keysOf(nobody).quiet, lostNote, seen.run)
      return Effect.flatMap(toldIfFull(step, tell), (reply) => readNext(reply, seen))
    },
    running: Effect.flatMap(run(JobScripts.running, nobody), readAll),
  }
})

// --- private --------------------------------------------------------------------------

type Step<A> = Redis.Script<{ readonly params: ReadonlyArray<string | number>; readonly result: A }>

/** What {@link create} does at the store. */
interface Steps extends Pick<JobStore.JobStoreShape, "find" | "frontier"> {
  readonly runOf: <A>(
    script: Step<A>,
    name: JobStore.Name,
    ...args: ReadonlyArray<string | number>
  ) => Effect.Effect<A, JobStore.JobStoreError>
  readonly tidy: (name: JobStore.Name) => Effect.Effect<unknown, JobStore.JobStoreError>
}

const create = Effect.fnUntraced(function* (
  { find, frontier, runOf, tidy }: Steps,
  { items, keep, kind, maxKept, maxRunning, most, request, tenant }: JobStore.NewJob,
): Effect.fn.Return<JobStore.Job, JobStore.JobStoreError> {
  const name = { tenant, id: crypto.randomUUID() }
  const json = JSON.stringify(request)
  const refuseBeyond = beyond({ maxRunning, maxKept })
  yield* refuseBeyond(yield* runOf(JobScripts.create, name, kind, json, most, keep, maxRunning, maxKept))
  yield* addAll(frontier(name), items).pipe(
    Effect.andThen(runOf(JobScripts.start, name, maxRunning)),
    Effect.flatMap(refuseBeyond),
    // Also of a caller that goes away.
    Effect.onError(() => Effect.ignore(tidy(name))),
  )
  return yield* Effect.flatMap(
    find(name),
    Option.match({ onNone: () => Effect.fail(lostError), onSome: Effect.succeed }),
  )
})

/** The number of items that are added in one step, which keeps the Redis from other work. */
const chunk = 100

/** For how many ms a crawl belongs to the worker that had its last turn. */
const hold = 30_000

const nobody = { tenant: "", id: "" }

const lostNote = "The Redis has lost a part of this job. The pages that are left stay until the job expires."

const fullNote = "It waits for room on the server's Redis."

const restNote = "It waits for up to a minute, because the server's Redis was restarted."

/** For how many ms a Redis that took no page counts as full; a worker asks each second. */
const fullFor = 5_000

/** Tells of a step that a full Redis doesn't take. */
const toldIfFull = <A, E extends { readonly reason: string }>(
  step: Effect.Effect<A, E>,
  tell: Effect.Effect<void>,
): Effect.Effect<A, E> => Effect.tapError(step, ({ reason }) => (reason === "full" ? tell : Effect.void))

/** The frontier of a job, as workers use it. */
const tellingIfFull = (
  frontier: Frontier.Frontier["Service"],
  tell: Effect.Effect<void>,
): Frontier.Frontier["Service"] => ({
  ...frontier,
  add: (items) => toldIfFull(frontier.add(items), tell),
  settle: (lease, settlements) => toldIfFull(frontier.settle(lease, settlements), tell),
  take: (lease, options) => toldIfFull(frontier.take(lease, options), tell),
})

const unavailable = {
  reason: "unavailable",
  message: "The Redis that keeps the jobs didn't answer.",
  retryAfter: 5,
} as const

const fullError = new JobStore.JobStoreError({
  reason: "full",
  message: "The Redis that keeps the jobs is full. Raise its maxmemory, or wait until jobs have expired.",
  retryAfter: 60,
})

const lostError = new JobStore.JobStoreError(unavailable)

const invalid = (cause: Frontier.FrontierError) =>
  new JobStore.JobStoreError({ reason: "unavailable", message: "The jobs on the Redis aren't valid.", cause })

const toError = ({ cause }: Redis.RedisError): JobStore.JobStoreError =>
  RedisClient.reasonOf(cause) === "OOM" ? fullError : new JobStore.JobStoreError({ ...unavailable, cause })

const addAll = Effect.fnUntraced(function* (
  frontier: Frontier.Frontier["Service"],
  items: ReadonlyArray<Frontier.Item>,
): Effect.fn.Return<void, JobStore.JobStoreError> {
  for (let at = 0; at < items.length; at += chunk)
    yield* Effect.mapError(frontier.add(items.slice(at, at + chunk)), ({ reason, cause }) =>
      reason === "full" ? fullError : new JobStore.JobStoreError({ ...unavailable, cause }),
    )
})

const isFull = ({ reason }: JobStore.JobStoreError): boolean => reason === "full"

/** Refuses a job that would be one too many; `wait` is that of the script. */
const beyond =
  ({ maxKept, maxRunning }: Pick<JobStore.NewJob, "maxKept" | "maxRunning">) =>
  (wait: number): Effect.Effect<void, JobStore.JobStoreError> => {
    if (wait === 0) return Effect.void
    return Effect.fail(wait < 0 ? JobStore.tooManyRun(maxRunning) : JobStore.tooManyKept(maxKept, wait))
  }

const Fields = Schema.Struct({
  kind: JobStore.Kind,
  request: Schema.fromJsonString(Schema.Json),
  state: JobStore.State,
})
const decodeFields = Schema.decodeUnknownEffect(Fields)

const unescapeName = (name: string): string => name.replaceAll("%3A", ":").replaceAll("%25", "%")

const numberOf = (text: string): number | undefined => (text === "" ? undefined : Number(text))

const readJob = Effect.fnUntraced(function* (
  reply: ReadonlyArray<string>,
): Effect.fn.Return<JobStore.Job, JobStore.JobStoreError> {
  const [tenant = "", id = "", kind, request, state, created, ended = "", expires = "", note = "", ...rest] = reply
  const [bytes, most, ...counts] = rest
  const fields = yield* Effect.mapError(
    decodeFields({ kind, request, state }),
    (cause) => new JobStore.JobStoreError({ reason: "unavailable", message: "A job on the Redis isn't valid.", cause }),
  )
  return {
    ...fields,
    tenant: unescapeName(tenant),
    id,
    created: Number(created),
    ended: numberOf(ended),
    expires: numberOf(expires),
    note,
    bytes: Number(bytes),
    most: Number(most),
    counts: RedisFrontier.readCounts(counts),
  }
})

const readOne = (reply: ReadonlyArray<string>) =>
  reply.length === 0 ? Effect.succeedNone : Effect.asSome(readJob(reply))

const readResults = ([job, items]: readonly [ReadonlyArray<string>, ReadonlyArray<string>]) =>
  job.length === 0
    ? Effect.succeedNone
    : Effect.asSome(
        Effect.all({
          job: readJob(job),
          items: Effect.mapError(Effect.forEach(RedisFrontier.rowsOf(items, 4), RedisFrontier.readSettled), invalid),
        }),
      )

/** Reads what a worker does next, and which run of the Redis has said so. */
const readNext = (
  [run = "", ...reply]: ReadonlyArray<string>,
  seen: { run: string },
): Effect.Effect<JobStore.Next, JobStore.JobStoreError> => {
  seen.run = run
  return reply.length === 1
    ? Effect.succeed({ wait: Number(reply[0]) })
    : Effect.map(readJob(reply), (job) => ({ job }))
}

const readAll = Effect.fnUntraced(function* (reply: ReadonlyArray<string>) {
  const jobs: Array<JobStore.Job> = []
  for (let at = 0; at < reply.length;) {
    const length = Number(reply[at])
    jobs.push(yield* readJob(reply.slice(at + 1, at + 1 + length)))
    at += 1 + length
  }
  return jobs
})

/** Holds a host until the scope ends, and returns until when it may be used. */
const permitFor = (
  redis: Redis.Redis["Service"],
  keys: RedisFrontier.Keys,
  host: string,
  { rest, ttl }: { readonly rest: number; readonly ttl: number },
): Effect.Effect<number, JobStore.JobStoreError, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(leaseFor(redis, keys, { host, owner: crypto.randomUUID(), ttl }), ({ lease }) =>
      Effect.ignore(RedisFrontier.over(redis, keys).release(lease, { wait: rest })),
    ),
    ({ askedAt }) => askedAt + Math.min(ttl, keys.quiet) - early,
  )

/** How many ms before its end a lease isn't used any more. */
const early = 5_000

/**
 * Asks for a host until it is free: at the time that it names, and at least every {@link poll} ms. Only the waits can
 * be interrupted, so that no lease is left behind.
 */
const leaseFor = Effect.fnUntraced(function* (
  redis: Redis.Redis["Service"],
  { job, keep, quiet, visits }: RedisFrontier.Keys,
  { host, owner, ttl }: { readonly host: string; readonly owner: string; readonly ttl: number },
): Effect.fn.Return<{ readonly lease: Frontier.Lease; readonly askedAt: number }, JobStore.JobStoreError> {
  for (;;) {
    const askedAt = yield* Clock.currentTimeMillis
    const [wait, fence] = yield* Effect.mapError(
      redis.eval(HostScripts.permit)(job, visits, keep, owner, ttl, quiet, host),
      toError,
    )
    if (fence !== undefined) return { lease: { host, owner, fence: Number(fence) }, askedAt }
    yield* Effect.interruptible(Effect.sleep(Math.min(poll, Number(wait))))
  }
})

const poll = 200
