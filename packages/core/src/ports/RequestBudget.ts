/**
 * The port to the budget of requests, which limits nothing by default. Every search and fetch that leaves the process
 * takes from the budget first. Cached answers are free.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Deadline from "../domain/time/Deadline.ts"
import type { WebError } from "../domain/WebError.ts"

/** Takes requests from the current conversation's budget. */
export interface RequestBudgetShape {
  /**
   * Takes one request. Waits for its turn if that comes before the current `Deadline`, else fails at once with
   * `rate_limited` and `retry_after`; fails with `budget_exceeded` if the conversation has no requests left.
   */
  readonly spend: Effect.Effect<void, WebError>
}

/** Limits nothing. */
export const noLimit: RequestBudgetShape = { spend: Effect.void }

/** The current budget; {@link noLimit} unless a layer is provided. */
export const RequestBudget: Context.Reference<RequestBudgetShape> = Context.Reference<RequestBudgetShape>(
  "@porthole/core/RequestBudget",
  { defaultValue: () => noLimit },
)

/**
 * Takes one request for a call with this `timeout`. Its turn must come while enough time is left: the last quarter of
 * the timeout, or two seconds.
 */
export const spend = (timeout: Duration.Duration): Effect.Effect<void, WebError> =>
  RequestBudget.use((budget) =>
    Deadline.withNearer(budget.spend, timeout, Math.min(2_000, Duration.toMillis(timeout) / 4)),
  )
