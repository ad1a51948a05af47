/**
 * The port to what a conversation may ask of the world: every search and every fetch that goes out is
 * paid for first. What a cache answers is free. Its default limits nothing.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Deadline from "../domain/Deadline.ts"
import type { WebError } from "../domain/WebError.ts"

/** Pays for requests of the conversation in force. */
export interface RequestBudgetShape {
  /**
   * Pays for one request. Waits for its turn where that comes before `endsAt` (ms since the epoch),
   * else fails at once with `rate_limited` and `retry_after`; `budget_exceeded` where the
   * conversation has no requests left at all.
   */
  readonly spend: (endsAt: number) => Effect.Effect<void, WebError>
}

/** Limits nothing. */
export const none: RequestBudgetShape = { spend: () => Effect.void }

/** The budget in force; {@link none} unless a layer is provided. */
export const RequestBudget: Context.Reference<RequestBudgetShape> = Context.Reference<RequestBudgetShape>(
  "@porthole/core/RequestBudget",
  { defaultValue: () => none },
)

/**
 * Pays for one request of a call that may take `timeout`: its turn has to come while there is time left to make
 * use of it, the last quarter of the timeout or two seconds of it.
 */
export const spend = (timeout: Duration.Duration): Effect.Effect<void, WebError> =>
  Effect.flatMap(RequestBudget, (budget) =>
    Effect.flatMap(Deadline.endsWithin(timeout), (endsAt) =>
      budget.spend(endsAt - Math.min(2_000, Duration.toMillis(timeout) / 4)),
    ),
  )
