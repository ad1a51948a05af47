/** Shows progress on stderr while something takes long and stderr is a terminal, and clears it afterwards. */
import * as Effect from "effect/Effect"
import { Output } from "./Output.ts"

/** How long to wait before showing anything. */
export const patience = "300 millis"

/** Runs an effect; after {@link patience} it shows `activity` (`Fetching`) with the elapsed seconds. */
export const showWhile = Effect.fnUntraced(function* <A, E, R>(activity: string, effect: Effect.Effect<A, E, R>) {
  const output = yield* Output
  if (!output.showsProgress) return yield* effect
  let seconds = -1
  const tick = Effect.suspend(() => output.err(`\r${activity}…${++seconds === 0 ? "" : ` ${seconds} s`}`))
  const ticks = Effect.andThen(Effect.delay(tick, patience), Effect.forever(Effect.delay(tick, "1 second")))
  return yield* Effect.raceFirst(effect, ticks).pipe(
    Effect.ensuring(Effect.suspend(() => (seconds < 0 ? Effect.void : output.err("\r\u001b[K")))),
  )
})
