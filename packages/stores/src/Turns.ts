/** Turns of calls at rate limits: each key has a bucket of tokens, and calls without a token wait in its queue. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as RateLimiter from "effect/persistence/RateLimiter"
import type * as Semaphore from "effect/Semaphore"
import { Bound, Deadline } from "@porthole/core"

/**
 * Takes a turn at a key's bucket. `consume` succeeds with 0, or with the ms until the next token. Fails with the total
 * wait in ms if that ends after the current deadline.
 */
export type Turns = (key: string, consume: Effect.Effect<number>) => Effect.Effect<void, number>

/** Makes the queues of buckets that gain a token every `interval` ms. A key without waiting callers has none. */
export const make = (interval: number): Turns => {
  const lines = new Map<string, Waiting>()

  /** At the head of a queue: takes a token, or waits for it. */
  const head = (line: Waiting, consume: Effect.Effect<number>): Effect.Effect<void, number> =>
    Effect.flatMap(consume, (wait) => {
      if (wait === 0) return Effect.void
      return Effect.flatMap(nowAndDeadline, ([now, { endsAt }]) => {
        line.nextAt = now + wait
        return line.nextAt >= endsAt ? Effect.fail(wait) : Effect.andThen(Effect.sleep(wait), head(line, consume))
      })
    })

  /** Joins a queue whose head is `wait` ms before the next token, unless the turn would come too late. */
  const join = (key: string, consume: Effect.Effect<number>, wait: number): Effect.Effect<void, number> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(nowAndDeadline, ([now, { endsAt }]) => {
        const line = lines.get(key) ?? { lock: Bound.semaphore("turns at rate limits"), length: 0, nextAt: now + wait }
        const total = Math.max(0, line.nextAt - now) + line.length * interval
        if (now + total >= endsAt) return Effect.fail(total)
        lines.set(key, line)
        line.length++
        return Effect.onExit(restore(line.lock.withPermits(1)(head(line, consume))), () => {
          line.length--
          if (line.length === 0) lines.delete(key)
          return Effect.void
        })
      }),
    )

  return (key, consume) =>
    Effect.suspend(() =>
      lines.has(key)
        ? join(key, consume, 0)
        : Effect.flatMap(consume, (wait) => (wait === 0 ? Effect.void : join(key, consume, wait))),
    )
}

/** Takes a token of a key's bucket: succeeds with 0, or with the ms until the next token. */
export const takeToken = (
  limiter: RateLimiter.RateLimiter,
  bucket: { readonly key: string; readonly limit: number; readonly window: Duration.Input },
): Effect.Effect<number, RateLimiter.RateLimiterError> =>
  limiter.consume({ ...bucket, algorithm: "token-bucket", onExceeded: "fail" }).pipe(
    Effect.as(0),
    Effect.catchReason("RateLimiterError", "RateLimitExceeded", ({ retryAfter }) =>
      Effect.succeed(Math.max(1, Duration.toMillis(retryAfter))),
    ),
  )

// --- private --------------------------------------------------------------------------

interface Waiting {
  readonly lock: Semaphore.Semaphore
  length: number
  /** When the head of the queue expects its token, in ms since the epoch. */
  nextAt: number
}

const nowAndDeadline = Effect.all([Clock.currentTimeMillis, Deadline.Deadline])
