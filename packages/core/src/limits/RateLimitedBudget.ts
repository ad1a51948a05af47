/**
 * The {@link RequestBudget} over Effect's token bucket: `max_requests_per_minute` for a conversation or
 * a tenant (`rate_limit_by`), and `max_uses` for a conversation.
 *
 * Callers of one bucket stand in line: the first waits for the next token, and whoever would have to
 * wait beyond its deadline is told at once how long. A store that is lost, such as a Redis, gives way
 * to a bucket of this process until it answers again.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as RateLimiter from "effect/persistence/RateLimiter"
import * as BoundedMap from "../domain/BoundedMap.ts"
import { Conversation, type ConversationId } from "../domain/Conversation.ts"
import { Settings } from "../domain/Settings.ts"
import * as WebError from "../domain/WebError.ts"
import { RequestBudget } from "../ports/RequestBudget.ts"
import * as Guarded from "../stores/Guarded.ts"
import * as BoundedLimiterStore from "./BoundedLimiterStore.ts"
import * as Turns from "./Turns.ts"

/** The budget over the store provided. */
export const layer: Layer.Layer<never, never, RateLimiter.RateLimiterStore> = Layer.effect(
  RequestBudget,
  Effect.gen(function* () {
    const { max_requests_per_minute, max_uses, rate_limit_by } = yield* Settings
    const consume = yield* makeConsume(max_requests_per_minute)
    const turns = Turns.make(60_000 / max_requests_per_minute)
    const uses = countUses(max_uses)

    return {
      spend: Effect.fnUntraced(function* (endsAt) {
        const who = yield* Conversation
        const key = JSON.stringify(rate_limit_by === "tenant" ? [who.tenant] : [who.tenant, who.id])
        const use = uses.take(who)
        if (use === undefined) return yield* Effect.fail(exceeded)
        yield* turns(key, consume(key), endsAt).pipe(
          Effect.catch((wait) => Effect.fail(limited(wait, max_requests_per_minute))),
          Effect.onError(() => Effect.sync(use.giveBack)),
        )
      }),
    }
  }),
)

/** Takes one use of a conversation; `undefined` when it has none left. A use that came to nothing is given back. */
export interface UseCount {
  readonly take: (who: ConversationId) => { readonly giveBack: () => void } | undefined
}

/** Conversations that are remembered; beyond that the one that asked longest ago is forgotten. */
export const mostConversations = 10_000

/** Makes a count of at most `most` uses a conversation; without a limit nothing is counted. */
export const countUses = (most: number | undefined): UseCount => {
  if (most === undefined) return { take: () => free }
  const counts = BoundedMap.make<number>({ maxEntries: mostConversations, maxWeight: mostConversations })
  return {
    take: ({ id, tenant }) => {
      const key = JSON.stringify([tenant, id])
      const count = counts.get(key) ?? 0
      if (count >= most) return undefined
      counts.set(key, count + 1, 1)
      return { giveBack: () => counts.set(key, Math.max(0, (counts.get(key) ?? 0) - 1), 1) }
    },
  }
}

// --- private --------------------------------------------------------------------------

const exceeded = WebError.make({
  error: "budget_exceeded",
  message: "This conversation has no searches and fetches left. What has been read already can be read again.",
})

const limited = (wait: number, limit: number): WebError.WebError => {
  const retry_after = Math.max(1, Math.ceil(wait / 1_000))
  return WebError.make({
    error: "rate_limited",
    retry_after,
    message:
      `At most ${limit} searches and fetches a minute are allowed here (max_requests_per_minute). Try again in ` +
      `${retry_after} s. What has been read already can be read again at once.`,
  })
}

/** Takes a token of a key's bucket: succeeds with 0, or with the ms until the next token comes. */
type Consume = (key: string) => Effect.Effect<number>

const take = (
  limiter: RateLimiter.RateLimiter,
  limit: number,
  key: string,
): Effect.Effect<number, RateLimiter.RateLimiterError> =>
  limiter.consume({ key, limit, window: "1 minute", algorithm: "token-bucket", onExceeded: "fail" }).pipe(
    Effect.as(0),
    Effect.catchReason("RateLimiterError", "RateLimitExceeded", ({ retryAfter }) =>
      Effect.succeed(Math.max(1, Duration.toMillis(retryAfter))),
    ),
  )

const makeConsume = (limit: number): Effect.Effect<Consume, never, RateLimiter.RateLimiterStore | Scope.Scope> =>
  Effect.gen(function* () {
    const shared = yield* RateLimiter.make
    const own = yield* Effect.provide(RateLimiter.make, BoundedLimiterStore.layer)
    const guarded = yield* Guarded.make("of the rate limit")

    return (key) =>
      Effect.flatMap(
        guarded(() => take(shared, limit, key)),
        Option.match({ onNone: () => Effect.orDie(take(own, limit, key)), onSome: Effect.succeed }),
      )
  })

const free = { giveBack: () => {} }
