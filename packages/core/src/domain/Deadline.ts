/**
 * Deadlines that can be extended from within. A fetch has `fetch_timeout` for the site; reading what the site sent has a
 * time of its own, and so has the wait for a reader. So whoever hands a document to a reader extends the deadlines around it.
 *
 * What a call fails with whose deadline passed, whoever of those that keep it notices first.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as WebError from "./WebError.ts"

/** How an effect is limited. */
export interface Options<A, E, R> {
  readonly duration: Duration.Input
  readonly orElse: () => Effect.Effect<A, E, R>
}

/** As `Effect.timeoutOrElse`, but {@link extend} within the effect adds to its time. */
export const within = <A, E, R, B, E2, R2>(
  effect: Effect.Effect<A, E, R>,
  { duration, orElse }: Options<B, E2, R2>,
): Effect.Effect<A | B, E | E2, R | R2> =>
  Effect.flatMap(Current, (outer) => {
    const deadline: Deadline = { outer, extension: 0 }
    const over = Effect.gen(function* () {
      yield* Effect.sleep(duration)
      while (deadline.extension > 0) {
        const { extension } = deadline
        deadline.extension = 0
        yield* Effect.sleep(extension)
      }
    })
    return Effect.raceFirst(Effect.provideService(effect, Current, deadline), Effect.flatMap(over, orElse))
  })

/** Adds time to every deadline around. */
export const extend = (duration: Duration.Duration): Effect.Effect<void> =>
  Effect.map(Current, (innermost) => {
    for (let deadline = innermost; deadline !== undefined; deadline = deadline.outer) {
      deadline.extension += Duration.toMillis(duration)
    }
  })

/** A search's. */
export const lateSearch: WebError.WebError = WebError.make({ error: "timeout", message: "The search took too long." })

/** A page's. */
export const latePage: WebError.WebError = WebError.make({
  error: "timeout",
  message: "Fetching the page took too long.",
})

// --- private --------------------------------------------------------------------------

interface Deadline {
  readonly outer: Deadline | undefined
  /** Milliseconds that were added and haven't been used yet. */
  extension: number
}

const Current: Context.Reference<Deadline | undefined> = Context.Reference<Deadline | undefined>(
  "@porthole/core/Deadline",
  { defaultValue: () => undefined },
)
