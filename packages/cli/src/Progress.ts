/** A sign of life on stderr while something takes long and a person is watching; wiped away afterwards. */
import * as Effect from "effect/Effect"
import { Output } from "./Output.ts"

/** How long nothing is said. */
export const patience = "1 second"

/** Runs an effect, counting the seconds after `activity` (`Fetching`) once it has taken {@link patience}. */
export const during = Effect.fnUntraced(function* <A, E, R>(activity: string, effect: Effect.Effect<A, E, R>) {
  const output = yield* Output
  if (!output.watched) return yield* effect
  let seconds = 0
  const tick = Effect.suspend(() => output.err(`\r${activity}… ${++seconds} s`)).pipe(Effect.delay(patience))
  return yield* Effect.raceFirst(effect, Effect.forever(tick)).pipe(
    Effect.ensuring(Effect.suspend(() => (seconds === 0 ? Effect.void : output.err("\r\u001b[K")))),
  )
})
