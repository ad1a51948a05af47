/**
 * A host's limits that processes keep together, over `HostLeases`. A request that this process's own limit lets through
 * takes a right to its host. If that isn't free, the request leaves its place, because others may need it to end what
 * it waits for, and asks again and again. After half of its call's time it goes without a right.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { Deadline, type HostLeases, Settings } from "@porthole/core"
import type * as HostLimit from "./HostLimit.ts"

/** Requests that waited for other processes, by `outcome`: `granted` or `given_up`. */
export const waits: Metric.Counter<number> = Metric.counter("porthole_host_waits_total", {
  description: "Requests that waited for other processes at their host, by outcome",
  incremental: true,
})

/** A request to a host, and the pace that its site demands. */
export interface Request<A, E, R> {
  readonly host: string
  readonly pace: HostLimit.Pace<E> | undefined
  readonly send: Effect.Effect<A, E, R>
}

/** Sends a request under this process's limit and the common ones. */
export const run = Effect.fnUntraced(function* <A, E, R>(
  leases: HostLeases.HostLeasesShape,
  limit: HostLimit.HostLimit,
  { host, pace, send }: Request<A, E, R>,
) {
  const { fetch_timeout, per_host_concurrency } = yield* Settings.Settings
  const limits = { count: per_host_concurrency, interval: Math.ceil(pace?.interval ?? 0) }
  const take = Effect.flatMap(Deadline.timeLeft(fetch_timeout), (left) =>
    leases.take(host, { ...limits, ttl: Math.ceil(left) + margin }),
  )
  const first = Effect.flatMap(take, (wait) => (wait === 0 ? Effect.asSome(send) : Effect.succeedNone))
  const sent = yield* limit(host, Effect.scoped(first), pace)
  if (Option.isSome(sent)) return sent.value
  // Its pace has been kept here already, and elsewhere the right keeps it.
  return yield* Effect.scoped(
    Effect.andThen(waitFor(take, (yield* Deadline.timeLeft(fetch_timeout)) / 2), limit(host, send)),
  )
})

// --- private --------------------------------------------------------------------------

/** How many milliseconds a right outlasts its call's deadline. */
const margin = 5_000

/** The pauses between two questions, in milliseconds. */
const pauses = { first: 20, longest: 200 } as const

const waitFor = Effect.fnUntraced(function* (take: Effect.Effect<number, never, Scope.Scope>, patience: number) {
  const endsAt = (yield* Clock.currentTimeMillis) + patience
  for (let pause: number = pauses.first; ; pause = Math.min(2 * pause, pauses.longest)) {
    yield* Effect.sleep(pause)
    if ((yield* take) === 0) return yield* count("granted")
    if ((yield* Clock.currentTimeMillis) < endsAt) continue
    yield* Effect.logDebug("Other processes visit the host for long. The request goes on without its turn.")
    return yield* count("given_up")
  }
})

const count = (outcome: string) => Metric.update(Metric.withAttributes(waits, { outcome }), 1)
