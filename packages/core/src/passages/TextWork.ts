/**
 * Permits for work on whole texts at the main thread: ranking, cutting and quoting take memory in proportion to the
 * text while they are under way, so its characters are the permits' weight. Some work finishes however much there is,
 * because the rest waits, and memory is bounded whatever its number.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Bound from "../domain/share/Bound.ts"
import type * as WebError from "../domain/WebError.ts"

/**
 * Maximum characters of all texts that are being worked on. A ranking takes 11 bytes for each at most, and with its
 * garbage 40, so that these fit a heap of 512 MB beside the caches. A longer text is worked on alone.
 */
export const maxCharacters = 4_000_000

/** Maximum number of calls that wait, and their wait. */
export const maxWaiting = 256
export const maxWait = Duration.seconds(10)

/** Runs work on a text of this length once it is its tenant's turn. Fails as `overloaded` if it gets none. */
export const hold =
  (characters: number) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | WebError.WebError, R> =>
    IsHeld.use((isHeld) => (isHeld ? work : permits.hold(characters)(Effect.provideService(work, IsHeld, true))))

// --- private --------------------------------------------------------------------------

const permits = Bound.permits("texts at work", {
  capacity: maxCharacters,
  perFree: 3,
  reserve: maxCharacters / 8,
  maxWaiting,
  maxWait,
})

/** Whether the call holds permits already: were a part of its work to wait for others, calls could wait in a circle. */
const IsHeld: Context.Reference<boolean> = Context.Reference<boolean>("@porthole/core/TextWork", {
  defaultValue: () => false,
})
