/**
 * The port to what a conversation may ask of the world: every search and every fetch that goes out is
 * paid for first. What a cache answers is free. Without one, nothing is limited.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { WebError } from "../domain/WebError.ts"

/** Pays for requests of the conversation in force. */
export class RequestBudget extends Context.Service<
  RequestBudget,
  {
    /**
     * Pays for one request. Waits for its turn where that comes before `endsAt` (ms since the epoch),
     * else fails at once with `rate_limited` and `retry_after`; `budget_exceeded` where the
     * conversation has no requests left at all.
     */
    readonly spend: (endsAt: number) => Effect.Effect<void, WebError>
  }
>()("@porthole/core/RequestBudget") {}

/**
 * Pays for one request where a budget is provided. `endsAt` (ms since the epoch) and `timeout` are the
 * call's: its turn has to come while there is time left to make use of it, the last quarter of the
 * timeout or two seconds of it.
 */
export const spend = (endsAt: number, timeout: Duration.Duration): Effect.Effect<void, WebError> =>
  Effect.flatMap(Effect.serviceOption(RequestBudget), (budget) =>
    Option.isNone(budget) ? Effect.void : budget.value.spend(endsAt - Math.min(2_000, Duration.toMillis(timeout) / 4)),
  )
