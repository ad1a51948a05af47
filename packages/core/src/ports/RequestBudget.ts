/**
 * The port to the request budget: every search and fetch that leaves the process takes from it first. Cached answers
 * are free. Its default limits nothing.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Deadline from "../domain/Deadline.ts"
import type { WebError } from "../domain/WebError.ts"

/** Takes requests from the current conversation's budget. */
export interface RequestBudgetShape {
  /**
   * Takes one request. Waits for its turn if that comes before `endsAt` (ms since the epoch), else fails at once with
   * `rate_limited` and `retry_after`; fails with `budget_exceeded` if the conversation has no requests left.
   */
  readonly spend: (endsAt: number) => Effect.Effect<void, WebError>
}

/** Limits nothing. */
export const none: RequestBudgetShape = { spend: () => Effect.void }

/** The current budget; {@link none} unless a layer is provided. */
export const RequestBudget: Context.Reference<RequestBudgetShape> = Context.Reference<RequestBudgetShape>(
  "@porthole/core/RequestBudget",
  { defaultValue: () => none },
)

/**
 * Takes one request for a call with this `timeout`. Its turn must come while enough time is left: the last quarter of
 * the timeout, or two seconds.
 */
export const spend = (timeout: Duration.Duration): Effect.Effect<void, WebError> =>
  RequestBudget.use((budget) =>
    Effect.flatMap(Deadline.endsWithin(timeout), (endsAt) =>
      budget.spend(endsAt - Math.min(2_000, Duration.toMillis(timeout) / 4)),
    ),
  )
