/**
 * The circuit breakers of providers. There are two kinds of circuits: a *cooldown* opens at the first refusal that says
 * "not now", for as long as it says; a *breaker* opens for 30 s after three outages in a row. After either, one call
 * goes through as a probe, and other calls go on to the next provider.
 *
 * Each circuit is kept twice: in this process, and in `SharedStores.CircuitStore`, if a store is set there.
 * So a circuit that this process opened stays open when that store is lost.
 */
import * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import { Bound, Conversation, SharedStores, WebError } from "@porthole/core"
import type * as ProviderMethod from "./ProviderMethod.ts"
import * as ProviderFault from "./ProviderFault.ts"
import { boundedStore, maxCircuits } from "./BoundedCircuits.ts"
import { guardedStore } from "./GuardedCircuits.ts"

/** The provider wasn't called, because one of its circuits is open. */
export class CircuitOpen extends Data.TaggedError("CircuitOpen")<{
  /** The fault that opened it, as far as this process knows. */
  readonly fault: WebError.ProviderFault
  /** The time until the circuit lets a probe through; zero while a probe runs. */
  readonly retryAfter: Duration.Duration
}> {}

/** Makes a call, unless a circuit of its provider is open. The outcome decides whether one opens. */
export type CircuitBreakers = <A>(
  subject: ProviderMethod.Subject,
  call: Effect.Effect<A, WebError.WebError>,
  isOutage: (error: WebError.WebError) => boolean,
) => Effect.Effect<A, WebError.WebError | CircuitOpen>

/**
 * Makes the circuit breakers of one chain, over the store of `SharedStores.CircuitStore`. A quota belongs
 * to the provider, so its search and its pages share a cooldown. An outage of one says nothing about the other, so each
 * has a breaker.
 */
export const make = Effect.fnUntraced(function* (
  method: "search" | "extract",
): Effect.fn.Return<CircuitBreakers, never, Scope.Scope> {
  const store = yield* SharedStores.CircuitStore
  const own = yield* circuitsOver(boundedStore())
  const shared = Option.isSome(store) ? yield* circuitsOver(yield* guardedStore(store.value)) : undefined
  const faults = Bound.memory<WebError.ProviderFault>("circuits", {
    maxEntries: maxCircuits,
    maxWeight: maxCircuits,
  })

  return Effect.fnUntraced(function* <A>(
    subject: ProviderMethod.Subject,
    call: Effect.Effect<A, WebError.WebError>,
    isOutage: (error: WebError.WebError) => boolean,
  ): Effect.fn.Return<A, WebError.WebError | CircuitOpen> {
    const { tenant } = yield* Conversation.Conversation
    const owner = subject.sharedByTenants ? [subject.provider] : [subject.provider, tenant]
    const key = JSON.stringify(["cooldown", ...owner])
    const throughCircuits = (
      { breaker, cooldown }: Circuits,
      inner: Effect.Effect<A, WebError.WebError | CircuitOpen>,
      fault: OpenFault,
    ) => {
      const behindBreaker = breaker.execute(inner, {
        key: JSON.stringify(["breaker", method, ...owner]),
        classify: breakerOutcome(isOutage),
      })
      const behindCooldown = cooldown.execute(
        Effect.catchTag(behindBreaker, "CircuitBreakerError", failWithCircuitOpen(unreachable)),
        {
          key,
          classify: cooldownOutcome,
        },
      )
      return Effect.catchTag(behindCooldown, "CircuitBreakerError", failWithCircuitOpen(fault))
    }
    const notingFault = Effect.tapError(call, (error) =>
      Effect.sync(() => {
        const fault = ProviderFault.faultOf(error)
        if (fault !== undefined && ProviderFault.cooldownOf(error) !== undefined) faults.set(key, fault, 1)
      }),
    )
    const guardedCall = shared === undefined ? notingFault : throughCircuits(shared, notingFault, rateLimited)
    return yield* throughCircuits(own, guardedCall, () => faults.get(key) ?? "rate_limited")
  })
})

// --- private --------------------------------------------------------------------------

interface Circuits {
  readonly cooldown: CircuitBreaker.CircuitBreaker
  readonly breaker: CircuitBreaker.CircuitBreaker
}

const circuitsOver = (
  store: CircuitBreaker.CircuitBreakerStore["Service"],
): Effect.Effect<Circuits, never, Scope.Scope> =>
  Effect.all({
    // A provider's `Retry-After` can only lengthen the time that a circuit is open.
    cooldown: CircuitBreaker.make({
      tripPolicy: CircuitBreaker.consecutive(1),
      openDuration: "1 second",
      maxOpenDuration: ProviderFault.maxCooldown,
    }),
    breaker: CircuitBreaker.make({ tripPolicy: CircuitBreaker.consecutive(3), openDuration: "30 seconds" }),
  }).pipe(Effect.provideService(CircuitBreaker.CircuitBreakerStore, store))

type OpenFault = () => WebError.ProviderFault

/** The only known reason of a cooldown that another process began. */
const rateLimited: OpenFault = () => "rate_limited"
const unreachable: OpenFault = () => "unreachable"

/** A store that failed lets calls through, so the remaining error is an open circuit. */
const failWithCircuitOpen =
  (fault: OpenFault) =>
  ({ reason }: CircuitBreaker.CircuitBreakerError): Effect.Effect<never, CircuitOpen> =>
    Effect.fail(
      new CircuitOpen({
        fault: fault(),
        retryAfter: reason._tag === "CircuitOpen" ? reason.retryAfter : Duration.zero,
      }),
    )

/** The error that a call failed with; `undefined` for an open circuit, a defect or an interruption. */
const errorOf = (cause: Cause.Cause<WebError.WebError | CircuitOpen>): WebError.WebError | undefined => {
  if (Cause.hasDies(cause)) return undefined
  const error = Option.getOrUndefined(Cause.findErrorOption(cause))
  return error instanceof WebError.WebError ? error : undefined
}

const cooldownOutcome = <A>(exit: Exit.Exit<A, WebError.WebError | CircuitOpen>): CircuitBreaker.Outcome => {
  if (Exit.isSuccess(exit)) return CircuitBreaker.success
  const error = errorOf(exit.cause)
  const retryAfter = error === undefined ? undefined : ProviderFault.cooldownOf(error)
  return retryAfter === undefined ? CircuitBreaker.ignored : CircuitBreaker.failure({ retryAfter })
}

/** A provider that refuses has answered. */
const breakerOutcome =
  (isOutage: (error: WebError.WebError) => boolean) =>
  <A>(exit: Exit.Exit<A, WebError.WebError | CircuitOpen>): CircuitBreaker.Outcome => {
    if (Exit.isSuccess(exit)) return CircuitBreaker.success
    const error = errorOf(exit.cause)
    if (error === undefined) return CircuitBreaker.ignored
    if (isOutage(error)) return CircuitBreaker.failure()
    return ProviderFault.isReachable(error) ? CircuitBreaker.success : CircuitBreaker.ignored
  }
