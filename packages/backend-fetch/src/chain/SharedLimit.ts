/**
 * A host's limits that processes keep together, over `HostLeases`. A request that this process's own limit lets through
 * takes a right to its host. If that isn't free, the request leaves its place, because others may need it to end what
 * it waits for, and comes again and again. After half of its call's time nothing but the site's pace holds it up.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
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
  const ask = Effect.fnUntraced(function* (isUrgent: boolean, onRight: Effect.Effect<void>) {
    const left = Math.ceil(yield* Deadline.timeLeft(fetch_timeout))
    const wait = yield* leases.take(host, { ...limits, isUrgent, ttl: left + margin })
    if (wait === 0) return Option.some(yield* Effect.andThen(onRight, send))
    if (isUrgent && pace !== undefined && wait >= left) return yield* Effect.fail(pace.tooLong(wait))
    return Option.none<A>()
  }, Effect.scoped)
  const first = yield* limit(host, ask(false, Effect.void), pace)
  if (Option.isSome(first)) return first.value

  // Its pace has been kept here already, and the right keeps the common one.
  const urgentAt = (yield* Clock.currentTimeMillis) + (yield* Deadline.timeLeft(fetch_timeout)) / 2
  const askAgain = Effect.flatMap(Clock.currentTimeMillis, (now) =>
    now < urgentAt ? ask(false, count("granted")) : ask(true, count("given_up")),
  )
  for (let pause: number = pauses.first; ; pause = Math.min(2 * pause, pauses.longest)) {
    yield* Effect.sleep(pause)
    const sent = yield* limit(host, askAgain)
    if (Option.isSome(sent)) return sent.value
  }
})

// --- private --------------------------------------------------------------------------

/** How many milliseconds a right outlasts its call's deadline. */
const margin = 5_000

/** The pauses between two questions, in milliseconds. */
const pauses = { first: 20, longest: 200 } as const

const count = (outcome: string) => Metric.update(Metric.withAttributes(waits, { outcome }), 1)
