/**
 * Permits for work on whole texts at the main thread: ranking, cutting and quoting take memory in proportion to the
 * text while they are under way, so its characters are the permits' weight. Some work finishes however much there is,
 * because the rest waits, and memory is bounded whatever its number.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Bound from "../domain/share/Bound.ts"
import * as Deadline from "../domain/time/Deadline.ts"
import type * as WebError from "../domain/WebError.ts"

/**
 * Maximum characters of all texts that are being worked on. A ranking takes 11 bytes for each at most, and with its
 * garbage 40, so that these fit a heap of 512 MB beside the caches. A text longer than half of them counts as a half.
 */
export const maxCharacters = 4_000_000

/** The characters of them that are kept for tenants with short texts. */
export const reserve = 1_000_000

/** Maximum number of calls that wait. */
export const maxWaiting = 256

/** The wait of a call without a deadline. Another one waits for half of its time, so that some is left for the work. */
export const maxWait = Duration.seconds(30)

/** Runs work on a text of this length once it is its tenant's turn. Fails as `overloaded` if it gets none. */
export const hold =
  (characters: number) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | WebError.WebError, R> =>
    IsHeld.use((isHeld) =>
      isHeld
        ? work
        : Effect.flatMap(Deadline.timeLeft(Duration.times(maxWait, 2)), (left) =>
            permits.hold(characters, Duration.millis(left / 2))(Effect.provideService(work, IsHeld, true)),
          ),
    )

// --- private --------------------------------------------------------------------------

const permits = Bound.permits("texts", {
  capacity: maxCharacters,
  // A text that fits only into an idle process would wait for ever in a busy one.
  heaviest: maxCharacters / 2,
  perFree: 3,
  reserve,
  light: reserve / 4,
  maxWaiting,
  maxWait,
})

/** Whether the call holds permits already: were a part of its work to wait for others, calls could wait in a circle. */
const IsHeld: Context.Reference<boolean> = Context.Reference<boolean>("@porthole/core/TextWork", {
  defaultValue: () => false,
})
