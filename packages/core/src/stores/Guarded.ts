/**
 * Asking a store that may be down, slow or broken: it is waited for {@link patience} at most, and after three failures
 * in a row (unless told otherwise) it isn't asked at all for ten seconds. So it costs its callers little time, and
 * never a failure.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import type * as Scope from "effect/Scope"

/** How long a store may take to answer, in ms, unless its caller has less time. */
export const patience = 1_000

/** Asks a store; none where it gave no answer. What dies in a store of others is such a case, too. */
export type Guarded = <A>(
  operation: () => Effect.Effect<A, unknown>,
  patience?: number,
) => Effect.Effect<Option.Option<A>>

/** Makes the guard of one store, which is named in the log, and is left alone after so many failures in a row. */
export const make = (name: string, failures = 3): Effect.Effect<Guarded, never, Scope.Scope> =>
  Effect.map(
    CircuitBreaker.make({ tripPolicy: CircuitBreaker.consecutive(failures), openDuration: "10 seconds" }).pipe(
      Effect.provide(CircuitBreaker.layerStoreMemory()),
    ),
    (breaker) =>
      (operation, given = patience) =>
        Effect.suspend(operation).pipe(
          Effect.timeout(Math.min(given, patience)),
          (bounded) => breaker.execute(bounded, { key: name }),
          Effect.asSome,
          Effect.catchCause((cause) =>
            Effect.as(Effect.logDebug(`The store ${name} didn't answer.`, cause), Option.none()),
          ),
        ),
  )
