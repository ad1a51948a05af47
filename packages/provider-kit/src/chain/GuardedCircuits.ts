/** A store of circuits that is shared with other processes, guarded so that it fails no call. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import { StoreGuard } from "@porthole/stores"

/**
 * Guards a store that is shared with other processes: it fails no call, and after one lost answer it isn't used for a
 * while. A call uses it up to four times, but waits for it in vain only once. Without its answer every call goes
 * through, and its outcome isn't recorded.
 */
export const guardedStore = Effect.fnUntraced(function* (store: CircuitBreaker.CircuitBreakerStore["Service"]) {
  const guarded = yield* StoreGuard.make("porthole_circuits", 1)

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
