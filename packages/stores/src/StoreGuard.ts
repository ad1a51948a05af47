/**
 * Guards calls of a store that may be down, slow or broken: a call waits for at most {@link share} of its timeout, and
 * after three failures in a row (by default) the store isn't used for ten seconds. So it costs its callers little time,
 * and never a failure.
 */
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import type * as Scope from "effect/Scope"
import { Settings } from "@porthole/core"

/**
 * The share of the shorter of `search_timeout` and `fetch_timeout` that a call waits for a store's answer, unless its
 * caller has less time: a second by default.
 */
export const share = 1 / 10

/** Calls a store; none if it didn't answer. A defect of a foreign store also counts as no answer. */
export type StoreGuard = <A>(
  operation: () => Effect.Effect<A, unknown>,
  patience?: number,
) => Effect.Effect<Option.Option<A>>

/**
 * Calls by `store` and `outcome`: `answered`, `failed`, or `skipped` while the store isn't used. This process's own
 * replaces a store that fails.
 */
export const calls: Metric.Counter<number> = Metric.counter("porthole_store_calls_total", {
  description: "Calls of stores, by store and outcome",
  incremental: true,
})

/**
 * Makes the guard of one store: `name` is its name in the log and the metrics. After `failures` failures in a row it
 * isn't used for a while.
 */
export const make = Effect.fnUntraced(function* (
  name: string,
  failures = 3,
): Effect.fn.Return<StoreGuard, never, Scope.Scope> {
  const { fetch_timeout, search_timeout } = yield* Settings.Settings
  const patience = Duration.toMillis(Duration.min(fetch_timeout, search_timeout)) * share
  const breaker = yield* CircuitBreaker.make({
    tripPolicy: CircuitBreaker.consecutive(failures),
    openDuration: "10 seconds",
  }).pipe(Effect.provide(CircuitBreaker.layerStoreMemory()))
  const counted = countersOf(name)
  return (operation, timeout = patience) =>
    Effect.suspend(operation).pipe(
      Effect.timeout(Math.min(timeout, patience)),
      (bounded) => breaker.execute(bounded, { key: name }),
      Effect.asSome,
      Effect.tap(() => Metric.update(counted.answered, 1)),
      Effect.catchCause((cause) =>
        Effect.logDebug(`The store ${name} didn't answer.`, cause).pipe(
          Effect.andThen(Metric.update(isSkipped(cause) ? counted.skipped : counted.failed, 1)),
          Effect.as(Option.none()),
        ),
      ),
    )
})

// --- private --------------------------------------------------------------------------

/** Made once a store, because making a metric with attributes costs more than counting. */
const countersOf = (store: string) => {
  const counter = (outcome: string) => Metric.withAttributes(calls, { store, outcome })
  return { answered: counter("answered"), failed: counter("failed"), skipped: counter("skipped") }
}

const isSkipped = (cause: Cause.Cause<unknown>): boolean => {
  const error = Cause.squash(cause)
  return error instanceof CircuitBreaker.CircuitBreakerError && error.reason._tag === "CircuitOpen"
}
