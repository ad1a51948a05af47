/** The time of a recording: a clock that runs like the surrounding one, some time away. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** A clock that shows a time now, in ms since the epoch. */
export const beginAt = (time: number): Effect.Effect<Clock.Clock> =>
  Effect.map(Clock.Clock, (clock) => shifted(clock, Math.round(time - clock.currentTimeMillisUnsafe())))

// --- private --------------------------------------------------------------------------

const shifted = (clock: Clock.Clock, offset: number): Clock.Clock => {
  const now = (): number => clock.currentTimeMillisUnsafe() + offset
  const nanos = (): bigint => clock.currentTimeNanosUnsafe() + BigInt(offset) * 1_000_000n
  return {
    monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: clock.monotonicTimeNanos,
    currentTimeMillisUnsafe: now,
    currentTimeMillis: Effect.sync(now),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    sleep: (duration) => clock.sleep(duration),
  }
}
