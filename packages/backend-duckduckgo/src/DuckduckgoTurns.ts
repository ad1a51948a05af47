/**
 * At most one query every five seconds: DuckDuckGo blocks an address that asks more often, for an hour or so. The
 * turns are in the limiter's store that is provided, so that processes over one store share them, else in memory.
 */
import * as Effect from "effect/Effect"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as RateLimiter from "effect/persistence/RateLimiter"
import { WebError } from "@porthole/core"
import { BoundedLimiterStore, Turns } from "@porthole/core/limits"

/** In ms. */
export const interval = 5_000

/** Waits for a turn, or fails at once where that comes after `endsAt` (ms since the epoch). Whoever stops waiting takes none. */
export type Turn = (endsAt: number) => Effect.Effect<void, WebError.WebError>

/** Makes the turns of one half. */
export const make: Effect.Effect<Turn> = Effect.gen(function* () {
  const own = yield* Effect.provide(RateLimiter.make, BoundedLimiterStore.layer)
  const store = yield* Effect.serviceOption(RateLimiter.RateLimiterStore)
  const consume = Option.match(store, {
    onNone: () => Effect.orDie(take(own)),
    onSome: (given) =>
      Effect.provideService(Effect.flatMap(RateLimiter.make, take), RateLimiter.RateLimiterStore, given).pipe(
        Effect.timeout(patience),
        Effect.catch(() => Effect.orDie(take(own))),
      ),
  })
  const turns = Turns.make(interval)
  return (endsAt) => Effect.mapError(turns(key, consume, endsAt), limited)
})

// --- private --------------------------------------------------------------------------

/** What is blocked is the address, whoever asked. */
const key = "duckduckgo"

/** How long a store may take to answer, in ms. */
const patience = 1_000

/** Takes the turn: succeeds with 0, or with the ms until there is one. */
const take = (limiter: RateLimiter.RateLimiter): Effect.Effect<number, RateLimiter.RateLimiterError> =>
  limiter.consume({ key, limit: 1, window: interval, algorithm: "token-bucket", onExceeded: "fail" }).pipe(
    Effect.as(0),
    Effect.catchReason("RateLimiterError", "RateLimitExceeded", ({ retryAfter }) =>
      Effect.succeed(Math.max(1, Duration.toMillis(retryAfter))),
    ),
  )

const limited = (wait: number): WebError.WebError =>
  WebError.make({
    error: "web_search_unavailable",
    reason: "duckduckgo_rate_limited",
    message: "DuckDuckGo is asked once in five seconds at most.",
    retry_after: Math.max(1, Math.ceil(wait / 1_000)),
  })
