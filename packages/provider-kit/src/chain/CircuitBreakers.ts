/**
 * The circuit breakers of providers. There are two kinds of circuits: a *cooldown* opens at the first refusal that says
 * "not now", for as long as it says; a *breaker* opens for 30 s after three outages in a row. After either, one call
 * goes through as a probe, and other calls go on to the next provider.
 *
 * Each circuit is kept twice: in this process, and in `SharedStores.CircuitStore`, if a store is set there.
 * So a circuit that this process opened stays open when that store is lost.
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import { BoundedMap, Conversation, SharedStores, WebError } from "@porthole/core"
import { StoreGuard } from "@porthole/stores"
import * as Operation from "./Operation.ts"

/** The provider wasn't called, because one of its circuits is open. */
export class CircuitOpen extends Data.TaggedError("CircuitOpen")<{
  /** The fault that opened it, as far as this process knows. */
  readonly fault: WebError.ProviderFault
  /** The time until the circuit lets a probe through; zero while a probe runs. */
  readonly retryAfter: Duration.Duration
}> {}

/** Makes a call, unless a circuit of its provider is open. The outcome decides whether one opens. */
export type CircuitBreakers = <A>(
  subject: Operation.Subject,
  call: Effect.Effect<A, WebError.WebError>,
  isOutage: (error: WebError.WebError) => boolean,
) => Effect.Effect<A, WebError.WebError | CircuitOpen>

/**
 * Makes the circuit breakers of one chain, over the store of `SharedStores.CircuitStore`. A quota belongs
 * to the provider, so its search and its pages share a cooldown. An outage of one says nothing about the other, so each
 * has a breaker.
 */
export const make = Effect.fnUntraced(function* (
  operation: "search" | "extract",
): Effect.fn.Return<CircuitBreakers, never, Scope.Scope> {
  const store = yield* SharedStores.CircuitStore
  const own = yield* circuitsOver(boundedStore())
  const shared = Option.isSome(store) ? yield* circuitsOver(yield* guardedStore(store.value)) : undefined
  const faults = BoundedMap.make<WebError.ProviderFault>({
    maxEntries: maxCircuits,
    maxWeight: maxCircuits,
  })

  return Effect.fnUntraced(function* <A>(
    subject: Operation.Subject,
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
        key: JSON.stringify(["breaker", operation, ...owner]),
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
        const fault = Operation.faultOf(error)
        if (fault !== undefined && Operation.cooldownOf(error) !== undefined) faults.set(key, fault, 1)
      }),
    )
    const guardedCall = shared === undefined ? notingFault : throughCircuits(shared, notingFault, rateLimited)
    return yield* throughCircuits(own, guardedCall, () => faults.get(key) ?? "rate_limited")
  })
})

/**
 * Guards a store that is shared with other processes: it fails no call, and after one lost answer it isn't used for a
 * while. A call uses it up to four times, but waits for it in vain only once. Without its answer every call goes
 * through, and its outcome isn't recorded.
 */
export const guardedStore = Effect.fnUntraced(function* (store: CircuitBreaker.CircuitBreakerStore["Service"]) {
  const guarded = yield* StoreGuard.make("of the providers' circuit breakers", 1)

  return CircuitBreaker.CircuitBreakerStore.of({
    admit: Effect.fnUntraced(function* (key) {
      const scope = yield* Effect.scope
      const verdict = yield* guarded(() =>
        store.admit(key).pipe(
          Effect.catchIf(isRejection, (rejection) => Effect.succeed(rejection)),
          Scope.provide(scope),
        ),
      )
      if (Option.isNone(verdict)) return unrecorded
      if (verdict.value instanceof CircuitBreaker.CircuitBreakerError) return yield* Effect.fail(verdict.value)
      return verdict.value
    }),
    record: (options) =>
      options.generation === unrecorded.generation
        ? Effect.undefined
        : Effect.map(
            guarded(() => store.record(options)),
            Option.getOrUndefined,
          ),
    state: store.state,
  })
})

/** The maximum number of remembered circuits; a forgotten one is closed. */
export const maxCircuits = 10_000

/**
 * Makes an empty store in memory. Effect's own keeps every key for an hour, and there may be many tenants. So each key
 * has a store of its own here, and the least recently used one is removed.
 */
export const boundedStore = (maxStores = maxCircuits): CircuitBreaker.CircuitBreakerStore["Service"] => {
  const stores = BoundedMap.make<Store>({ maxEntries: maxStores, maxWeight: maxStores })

  const withStore = <A, E, R>(key: string, use: (store: Store) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
    const known = stores.get(key)
    if (known !== undefined) return use(known)
    return Effect.flatMap(emptyStore, (store) => {
      const first = stores.get(key) ?? store
      stores.set(key, first, 1)
      return use(first)
    })
  }

  return CircuitBreaker.CircuitBreakerStore.of({
    admit: (key) => Effect.suspend(() => withStore(key, ({ admit }) => admit(key))),
    record: (options) => Effect.suspend(() => withStore(options.key, ({ record }) => record(options))),
    state: (key) => Effect.suspend(() => withStore(key, ({ state }) => state(key))),
  })
}

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
      maxOpenDuration: Operation.maxCooldown,
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
  const retryAfter = error === undefined ? undefined : Operation.cooldownOf(error)
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
    return Operation.isReachable(error) ? CircuitBreaker.success : CircuitBreaker.ignored
  }

/** A store that rejects a call has answered. */
const isRejection = ({ reason }: CircuitBreaker.CircuitBreakerError): boolean =>
  reason._tag !== "CircuitBreakerStoreError"

/** A store never returns this generation, because generations count upwards. */
const unrecorded: CircuitBreaker.Admission = {
  generation: -1,
  probe: false,
  consecutiveOpenings: 0,
  transition: undefined,
}

type Store = CircuitBreaker.CircuitBreakerStore["Service"]

const emptyStore: Effect.Effect<Store> = Effect.map(
  Effect.scoped(Layer.build(Layer.fresh(CircuitBreaker.layerStoreMemory({ idleTimeToLive: "1 day" })))),
  Context.get(CircuitBreaker.CircuitBreakerStore),
)
