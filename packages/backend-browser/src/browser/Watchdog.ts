/**
 * Finds a browser whose process is so busy for one page that the others wait. A cheap command goes to it at an
 * interval. The browser has missed it if it doesn't answer for a while in which it used processor time: the time alone
 * would condemn the browser of a busy machine.
 */
import * as Effect from "effect/Effect"

/** A browser, as the watchdog knows it. */
export interface Watched<E> {
  /** Sends the command and waits for the answer. */
  readonly ping: Effect.Effect<unknown, E>
  /** Milliseconds of processor time that the browser has used. */
  readonly processorTime: Effect.Effect<number>
}

/** Succeeds once the browser has missed two pings one after the other. */
export const blocked = Effect.fnUntraced(function* <E>(browser: Watched<E>): Effect.fn.Return<void, E> {
  for (let missed = 0; missed < maxMissed;) {
    missed = (yield* isAnswered(browser)) ? 0 : missed + 1
    yield* Effect.sleep(interval)
  }
})

// --- private --------------------------------------------------------------------------

const maxMissed = 2

const interval = "250 millis"

/**
 * The time for an answer, and the processor time that the browser must have used in it, ms. An answer needs 1 ms; two
 * scripts of 9 MB, which a page may have, keep the browser from it for 270 ms.
 */
const patience = "500 millis"
const minUsed = 200

const isAnswered = Effect.fnUntraced(function* <E>({ ping, processorTime }: Watched<E>) {
  const before = yield* processorTime
  const isMissed = Effect.gen(function* () {
    do yield* Effect.sleep(patience)
    while ((yield* processorTime) - before < minUsed)
    return false
  })
  return yield* Effect.raceFirst(Effect.as(ping, true), isMissed)
})
