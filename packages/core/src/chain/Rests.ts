/**
 * Which providers aren't asked for a while. Two circuits a provider: a *cooldown* opens at the first refusal that says "not
 * now", for as long as it says; a *breaker* opens for 30 s after three outages in a row. After either, one call goes
 * through as a probe while the others pass on.
 *
 * Each circuit is kept twice: in this process, and in the `CircuitBreakerStore` that is provided, which other
 * processes share. So a rest that this process knows of holds where that store is lost. Loaded when a chain is made, since
 * Effect's circuit breaker isn't for everybody who loads the kernel.
 */
import * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import type * as Scope from "effect/Scope"
import { Conversation } from "../domain/Conversation.ts"
import { type ProviderFault, WebError } from "../domain/WebError.ts"
import * as BoundedMap from "../stores/BoundedMap.ts"
import * as BoundedCircuits from "./BoundedCircuits.ts"
import * as Verdict from "./Verdict.ts"
import * as SharedCircuits from "./SharedCircuits.ts"

/** The provider rests, and wasn't asked. */
export class Resting extends Data.TaggedError("Resting")<{
  /** What made it rest, as far as this process knows. */
  readonly fault: ProviderFault
  /** When to come back; nothing where a probe is under way. */
  readonly retryAfter: Duration.Duration
}> {}

/** Whose rests they are. */
export interface Subject {
  readonly provider: string
  /** Whether all tenants share them. */
  readonly keyless: boolean
}

/** Makes a call, unless its provider rests; what comes of it decides whether it will. */
export type Rests = <A>(
  subject: Subject,
  call: Effect.Effect<A, WebError>,
  isOutage: (error: WebError) => boolean,
) => Effect.Effect<A, WebError | Resting>

/**
 * Makes the rests of one chain, over the `CircuitBreakerStore` of the context, where there is one. A quota is the provider's, so
 * its search and its pages share a cooldown; that one of them is down says nothing about the other, so each has a breaker.
 */
export const make = Effect.fnUntraced(function* (
  half: "search" | "extract",
): Effect.fn.Return<Rests, never, Scope.Scope> {
  const store = yield* Effect.serviceOption(CircuitBreaker.CircuitBreakerStore)
  const own = yield* circuitsOver(BoundedCircuits.make())
  const shared = Option.isSome(store) ? yield* circuitsOver(yield* SharedCircuits.make(store.value)) : undefined
  const faults = BoundedMap.make<ProviderFault>({
    maxEntries: BoundedCircuits.mostCircuits,
    maxWeight: BoundedCircuits.mostCircuits,
  })

  return Effect.fnUntraced(function* <A>(
    subject: Subject,
    call: Effect.Effect<A, WebError>,
    isOutage: (error: WebError) => boolean,
  ): Effect.fn.Return<A, WebError | Resting> {
    const { tenant } = yield* Conversation
    const who = subject.keyless ? [subject.provider] : [subject.provider, tenant]
    const key = JSON.stringify(["cooldown", ...who])
    const under = ({ breaker, cooldown }: Circuits, inner: Effect.Effect<A, WebError | Resting>, fault: WhyResting) => {
      const broken = breaker.execute(inner, {
        key: JSON.stringify(["breaker", half, ...who]),
        classify: breakerOutcome(isOutage),
      })
      const cooling = cooldown.execute(Effect.catchTag(broken, "CircuitBreakerError", resting(unreachable)), {
        key,
        classify: cooldownOutcome,
      })
      return Effect.catchTag(cooling, "CircuitBreakerError", resting(fault))
    }
    const noted = Effect.tapError(call, (error) =>
      Effect.sync(() => {
        const fault = Verdict.faultOf(error)
        if (fault !== undefined && Verdict.cooldownOf(error) !== undefined) faults.set(key, fault, 1)
      }),
    )
    const asked = shared === undefined ? noted : under(shared, noted, rateLimited)
    return yield* under(own, asked, () => faults.get(key) ?? "rate_limited")
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
    // A hint can only lengthen an opening.
    cooldown: CircuitBreaker.make({
      tripPolicy: CircuitBreaker.consecutive(1),
      openDuration: "1 second",
      maxOpenDuration: Verdict.longestCooldown,
    }),
    breaker: CircuitBreaker.make({ tripPolicy: CircuitBreaker.consecutive(3), openDuration: "30 seconds" }),
  }).pipe(Effect.provideService(CircuitBreaker.CircuitBreakerStore, store))

type WhyResting = () => ProviderFault

/** All that is known of a cooldown that another process began. */
const rateLimited: WhyResting = () => "rate_limited"
const unreachable: WhyResting = () => "unreachable"

/** A store that failed lets calls through, so what is left is a circuit that isn't closed. */
const resting =
  (fault: WhyResting) =>
  ({ reason }: CircuitBreaker.CircuitBreakerError): Effect.Effect<never, Resting> =>
    Effect.fail(
      new Resting({ fault: fault(), retryAfter: reason._tag === "CircuitOpen" ? reason.retryAfter : Duration.zero }),
    )

/** The error that a call failed with; `undefined` where it rests in another circuit, died or was interrupted. */
const errorOf = (exit: Exit.Exit<unknown, WebError | Resting>): WebError | undefined => {
  if (Exit.isSuccess(exit) || Cause.hasDies(exit.cause)) return undefined
  const error = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
  return error instanceof WebError ? error : undefined
}

const cooldownOutcome = <A>(exit: Exit.Exit<A, WebError | Resting>): CircuitBreaker.Outcome => {
  if (Exit.isSuccess(exit)) return CircuitBreaker.success
  const error = errorOf(exit)
  const retryAfter = error === undefined ? undefined : Verdict.cooldownOf(error)
  return retryAfter === undefined ? CircuitBreaker.ignored : CircuitBreaker.failure({ retryAfter })
}

/** A provider that refuses is one that answers. */
const breakerOutcome =
  (isOutage: (error: WebError) => boolean) =>
  <A>(exit: Exit.Exit<A, WebError | Resting>): CircuitBreaker.Outcome => {
    if (Exit.isSuccess(exit)) return CircuitBreaker.success
    const error = errorOf(exit)
    if (error === undefined) return CircuitBreaker.ignored
    if (isOutage(error)) return CircuitBreaker.failure()
    return Verdict.isWell(error) ? CircuitBreaker.success : CircuitBreaker.ignored
  }
