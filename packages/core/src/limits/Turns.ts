/**
 * Callers of one bucket in line, first come, first served. Whoever comes is told at once when its turn
 * would come too late, instead of waiting in vain.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"

/**
 * Takes a turn at a key's bucket. `consume` succeeds with 0, or with the ms until the next token comes.
 * Fails with the ms that the caller would have to wait in all, where that ends after `endsAt` (ms since
 * the epoch).
 */
export type Turns = (key: string, consume: Effect.Effect<number>, endsAt: number) => Effect.Effect<void, number>

/** Makes the lines of buckets that gain a token every `interval` ms. A key that nobody waits for has none. */
export const make = (interval: number): Turns => {
  const lines = new Map<string, Waiting>()

  /** At the head of a line: takes a token, or waits for it. */
  const head = (line: Waiting, consume: Effect.Effect<number>, endsAt: number): Effect.Effect<void, number> =>
    Effect.flatMap(consume, (wait) => {
      if (wait === 0) return Effect.void
      return Effect.flatMap(Clock.currentTimeMillis, (now) => {
        line.nextAt = now + wait
        return line.nextAt >= endsAt
          ? Effect.fail(wait)
          : Effect.andThen(Effect.sleep(wait), head(line, consume, endsAt))
      })
    })

  /** Joins a line, its head `wait` ms before the next token, unless the turn would come too late. */
  const join = (
    key: string,
    consume: Effect.Effect<number>,
    endsAt: number,
    wait: number,
  ): Effect.Effect<void, number> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const line = lines.get(key) ?? { lock: Semaphore.makeUnsafe(1), length: 0, nextAt: now + wait }
        const total = Math.max(0, line.nextAt - now) + line.length * interval
        if (now + total >= endsAt) return Effect.fail(total)
        lines.set(key, line)
        line.length++
        return Effect.onExit(restore(line.lock.withPermits(1)(head(line, consume, endsAt))), () => {
          line.length--
          if (line.length === 0) lines.delete(key)
          return Effect.void
        })
      }),
    )

  return (key, consume, endsAt) =>
    Effect.suspend(() =>
      lines.has(key)
        ? join(key, consume, endsAt, 0)
        : Effect.flatMap(consume, (wait) => (wait === 0 ? Effect.void : join(key, consume, endsAt, wait))),
    )
}

// --- private --------------------------------------------------------------------------

interface Waiting {
  readonly lock: Semaphore.Semaphore
  length: number
  /** When the head of the line expects its token, in ms since the epoch. */
  nextAt: number
}
