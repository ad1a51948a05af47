/**
 * A store of circuits that is shared with other processes, such as a Redis, and may be down or slow: it fails no call, and
 * one that gave no answer within a second isn't asked again for a while. It is asked up to four times a call, but only once in vain.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import * as Scope from "effect/Scope"
import * as Guarded from "../stores/Guarded.ts"

/** The store, guarded: where it gives no answer every call is let through, and its outcome is told to nobody. */
export const make = Effect.fnUntraced(function* (store: CircuitBreaker.CircuitBreakerStore["Service"]) {
  const guarded = yield* Guarded.make("of the providers' rests", 1)

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

// --- private --------------------------------------------------------------------------

/** A store that says no has answered. */
const isRejection = ({ reason }: CircuitBreaker.CircuitBreakerError): boolean =>
  reason._tag !== "CircuitBreakerStoreError"

/** No store gives this generation: they count upwards. */
const unrecorded: CircuitBreaker.Admission = {
  generation: -1,
  probe: false,
  consecutiveOpenings: 0,
  transition: undefined,
}
