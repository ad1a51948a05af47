/** A sign of life on stderr while something takes long and a person is watching; wiped away afterwards. */
import * as Effect from "effect/Effect"
import { Output } from "./Output.ts"

/** How long nothing is said. */
export const patience = "300 millis"

/**
 * Runs an effect; once it has taken {@link patience}, `activity` (`Fetching`) is shown with the seconds that have
 * passed.
 */
export const during = Effect.fnUntraced(function* <A, E, R>(activity: string, effect: Effect.Effect<A, E, R>) {
  const output = yield* Output
  if (!output.watched) return yield* effect
  let seconds = -1
  const tick = Effect.suspend(() => output.err(`\r${activity}…${++seconds === 0 ? "" : ` ${seconds} s`}`))
  const ticks = Effect.andThen(Effect.delay(tick, patience), Effect.forever(Effect.delay(tick, "1 second")))
  return yield* Effect.raceFirst(effect, ticks).pipe(
    Effect.ensuring(Effect.suspend(() => (seconds < 0 ? Effect.void : output.err("\r\u001b[K")))),
  )
})
