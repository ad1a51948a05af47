/**
 * The {@link RequestBudget} over Effect's token bucket: `max_requests_per_minute` for a conversation or a tenant
 * (`rate_limit_by`), and `max_uses` for a conversation.
 *
 * Callers of one bucket form a queue: the first waits for the next token, and a caller that would wait beyond its
 * deadline fails at once with the wait. If a store such as a Redis is lost, a bucket of this process replaces it until
 * it answers again.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as RateLimiter from "effect/persistence/RateLimiter"
import { Conversation, Recording, RequestBudget, Settings, WebError } from "@porthole/core"
import * as BoundedLimiterStore from "./BoundedLimiterStore.ts"
import * as StoreGuard from "./StoreGuard.ts"
import * as Turns from "./Turns.ts"
import * as UseCount from "./UseCount.ts"

/** Requests by `outcome`: `admitted`, `rate_limited`, `budget_exceeded`, or `interrupted` while waiting. */
export const requests: Metric.Counter<number> = Metric.counter("porthole_budget_requests_total", {
  description: "Searches and fetches that asked for their budget, by outcome",
  incremental: true,
})

/** The budget over the provided store. */
export const layer: Layer.Layer<never, never, RateLimiter.RateLimiterStore> = Layer.effect(
  RequestBudget.RequestBudget,
  Effect.gen(function* () {
    const { max_requests_per_minute, max_uses, rate_limit_by } = yield* Settings.Settings
    const consume = yield* makeConsume(max_requests_per_minute)
    const turns = Turns.make(60_000 / max_requests_per_minute)
    const uses = UseCount.make(max_uses)

    return {
      spend: Effect.gen(function* () {
        const caller = yield* Conversation.Conversation
        const key = JSON.stringify(rate_limit_by === "tenant" ? [caller.tenant] : [caller.tenant, caller.id])
        const use = uses.take(caller)
        if (use === undefined) return yield* Effect.fail(exceededError)
        if (yield* Recording.isClosed) return
        yield* turns(key, consume(key)).pipe(
          Effect.catch((wait) => Effect.fail(rateLimitError(wait, max_requests_per_minute, rate_limit_by))),
          Effect.onError(() => Effect.sync(use.giveBack)),
        )
      }).pipe(Effect.onExit((exit) => Metric.update(outcomes[outcomeOf(exit)], 1))),
    }
  }),
)

// --- private --------------------------------------------------------------------------

const outcomes = {
  admitted: Metric.withAttributes(requests, { outcome: "admitted" }),
  rate_limited: Metric.withAttributes(requests, { outcome: "rate_limited" }),
  budget_exceeded: Metric.withAttributes(requests, { outcome: "budget_exceeded" }),
  interrupted: Metric.withAttributes(requests, { outcome: "interrupted" }),
}

const outcomeOf = (exit: Exit.Exit<void, WebError.WebError>): keyof typeof outcomes => {
  if (Exit.isSuccess(exit)) return "admitted"
  const error = Option.getOrUndefined(Cause.findErrorOption(exit.cause))?.error
  return error === "rate_limited" || error === "budget_exceeded" ? error : "interrupted"
}

const exceededError = WebError.make({
  error: "budget_exceeded",
  message:
    "This conversation has used up its searches and fetches. Answer with what you have; cached pages stay readable.",
})

const rateLimitError = (
  wait: number,
  limit: number,
  owner: Settings.SettingsShape["rate_limit_by"],
): WebError.WebError => {
  const retry_after = Math.max(1, Math.ceil(wait / 1_000))
  return WebError.make({
    error: "rate_limited",
    retry_after,
    message:
      `This ${owner}'s limit of ${limit} searches and fetches a minute (max_requests_per_minute) is reached. ` +
      `Try again in ${retry_after} s; cached pages can be read at once.`,
  })
}

/** Takes a token of a key's bucket: succeeds with 0, or with the ms until the next token. */
type Consume = (key: string) => Effect.Effect<number>

const take = (limiter: RateLimiter.RateLimiter, limit: number, key: string) =>
  Turns.takeToken(limiter, { key, limit, window: "1 minute" })

const makeConsume = (limit: number): Effect.Effect<Consume, never, RateLimiter.RateLimiterStore | Scope.Scope> =>
  Effect.gen(function* () {
    const shared = yield* RateLimiter.make
    const own = yield* Effect.provide(RateLimiter.make, BoundedLimiterStore.layer)
    const guarded = yield* StoreGuard.make("porthole_rate_limit")

    return (key) =>
      Effect.flatMap(
        guarded(() => take(shared, limit, key)),
        Option.match({ onNone: () => Effect.orDie(take(own, limit, key)), onSome: Effect.succeed }),
      )
  })
