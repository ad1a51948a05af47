/**
 * The frontier of all jobs of a store, for a worker: a lease is a turn at a host of the job whose turn it is. So many
 * jobs share few workers, several workers serve one job, and each host has one owner.
 *
 * It waits for a store that doesn't answer, so that a worker goes on with the pages that it has, for as long as their
 * turn uses its lease.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import { Frontier } from "@porthole/core"
import type { JobStore } from "@porthole/stores"

/** What a worker needs to know of the jobs. */
export interface Options {
  /** Is told of a job that has its turn. False ends the turn without a visit. */
  readonly begins: (job: JobStore.Job) => Effect.Effect<boolean, JobStore.JobStoreError>
}

/** An item of a job, with its own key. */
export interface JobItem {
  readonly name: JobStore.Name
  readonly item: Frontier.Taken
}

/** The item of a key, which names the job. */
export const jobItemOf = (item: Frontier.Taken): JobItem => {
  const [name, key] = split(item.key)
  return { name, item: { ...item, key } }
}

/** Makes the frontier of a worker. It never says that nothing is left, because jobs may come. */
export const make = (
  store: JobStore.JobStoreShape,
  worker: string,
  { begins }: Options,
): Frontier.Frontier["Service"] => {
  const turns: Turns = { store, worker, begins, pause: longest, trouble: undefined }
  const frontierOf = ({ owner }: Frontier.Lease) => store.frontier(split(owner)[0])
  return Frontier.Frontier.of({
    ...store.frontier({ tenant: "", id: "" }),
    lease: (owner, ttl) =>
      Effect.catchIf(patiently(warned(turns, lease(turns, owner, ttl))), isLost, () => Effect.succeedNone),
    renew: (held, ttl) => patiently(frontierOf(held).renew(held, ttl)),
    take: (held, options) =>
      Effect.map(patiently(frontierOf(held).take(held, options)), (items) =>
        items.map((item) => ({ ...item, key: `${prefixOf(split(held.owner)[0])}${item.key}` })),
      ),
    settle: (held, settlements) => {
      const own = settlements.map((one) => ({ ...one, key: split(one.key)[1] }))
      return patiently(frontierOf(held).settle(held, own))
    },
    release: (held, options) =>
      Effect.andThen(
        patiently(frontierOf(held).release(held, options)),
        // While the host was leased, the job may have got a longer rest.
        Effect.ignore(store.wake(split(held.owner)[0], options.wait)),
      ),
    nextVisit: Effect.sync(() => Option.some(Math.min(longest, turns.pause))),
  })
}

/** Waits for a store that doesn't answer or is full. A job that is gone is lost. */
export const patiently = <A>(step: Effect.Effect<A, Failure>): Effect.Effect<A, Frontier.FrontierError> =>
  Effect.mapError(
    Effect.retry(step, { while: mayPass, schedule: Schedule.spaced(between) }),
    (error) =>
      new Frontier.FrontierError({
        reason: error._tag === "FrontierError" && error.reason !== "damaged" ? error.reason : "lost",
        cause: error,
      }),
  )

// --- private --------------------------------------------------------------------------

type Failure = Frontier.FrontierError | JobStore.JobStoreError

/** The turns of a worker. */
interface Turns extends Options {
  readonly store: JobStore.JobStoreShape
  readonly worker: string
  /** Milliseconds until a job may have a turn. */
  pause: number
  /** Why the store can't be used, which the log says. */
  trouble: Failure["reason"] | undefined
}

/** Leases a host of the job whose turn it is. */
const lease = Effect.fnUntraced(function* (
  turns: Turns,
  owner: string,
  ttl: number,
): Effect.fn.Return<Option.Option<Frontier.Lease>, Failure> {
  const { begins, store, worker } = turns
  for (let asked = 0; asked < maxAsked; asked++) {
    const { job, wait } = yield* store.next(worker)
    turns.pause = wait ?? 0
    if (job === undefined) return Option.none()
    if (!(yield* begins(job))) continue
    const frontier = store.frontier(job)
    const found = yield* frontier.lease(`${prefixOf(job)}${owner}`, ttl)
    if (Option.isSome(found)) return found
    const next = yield* frontier.nextVisit
    yield* store.rest(
      job,
      Math.min(
        longestRest,
        Option.getOrElse(next, () => 0),
      ),
    )
  }
  return Option.none()
})

/** Logs once that the store can't be used, and once that it can be again; a full one still tells of waits. */
const warned = <A>(
  turns: Turns,
  step: Effect.Effect<Option.Option<A>, Failure>,
): Effect.Effect<Option.Option<A>, Failure> =>
  step.pipe(
    Effect.tap((leased) => {
      if (turns.trouble === undefined || (turns.trouble === "full" && Option.isNone(leased))) return Effect.void
      turns.trouble = undefined
      return Effect.logInfo("The Redis of the jobs answers and has room. This worker goes on.")
    }),
    Effect.tapError((error) => {
      if (turns.trouble !== undefined || !mayPass(error)) return Effect.void
      turns.trouble = error.reason
      return Effect.logWarning("The Redis of the jobs is full or doesn't answer. This worker waits for it.")
    }),
  )

/** How long a worker waits at most before it asks for a turn again, in ms. */
const longest = 1_000

/** The longest rest of a job whose hosts rest, in ms: then it is asked again, whatever it said before. */
const longestRest = 5_000

/** How many jobs are asked for a host, one after the other. */
const maxAsked = 32

const between = Duration.seconds(1)

const isLost = ({ reason }: Frontier.FrontierError): boolean => reason === "lost"

const mayPass = (error: Failure): boolean =>
  error.reason === "failed" || error.reason === "unavailable" || error.reason === "full"

/** Owners and keys begin with the name of their job: no part of it has a space. */
const prefixOf = ({ id, tenant }: JobStore.Name): string => `${id} ${encodeURIComponent(tenant)} `

const split = (text: string): readonly [name: JobStore.Name, rest: string] => {
  const [id = "", tenant = "", ...rest] = text.split(" ")
  return [{ id, tenant: decodeURIComponent(tenant) }, rest.join(" ")]
}
