/**
 * The deadline of a call. It is a reference in the call's context, so no function needs a parameter for it.
 *
 * Code within a call can extend its deadline. A fetch has `fetch_timeout` for the site; reading the document has its
 * own timeout, and so has the wait for a reader. So the transport extends the call's deadlines when it starts a reader.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as WebError from "../WebError.ts"

/** A deadline; {@link at} makes one. */
export interface DeadlineShape {
  /** When the caller gives up, in ms since the epoch, without extensions; infinite if there is no deadline. */
  readonly endsAt: number
  readonly outer: DeadlineShape | undefined
  /** Milliseconds that were added and haven't been used yet. */
  extension: number
}

/** The current deadline; none by default. */
export const Deadline: Context.Reference<DeadlineShape> = Context.Reference<DeadlineShape>("@porthole/core/Deadline", {
  defaultValue: () => at(Number.POSITIVE_INFINITY),
})

/** Makes a deadline, and doesn't enforce it; `endsAt` is in ms since the epoch. */
export const at = (endsAt: number, outer?: DeadlineShape): DeadlineShape => ({ endsAt, outer, extension: 0 })

/** How an effect is limited. */
export interface Options<A, E, R> {
  readonly duration: Duration.Input
  readonly orElse: () => Effect.Effect<A, E, R>
}

/**
 * Like `Effect.timeoutOrElse`, but the effect can read its deadline and {@link extend} it. A nested deadline ends no
 * later than the outer one.
 */
export const within = <A, E, R, B, E2, R2>(
  effect: Effect.Effect<A, E, R>,
  { duration, orElse }: Options<B, E2, R2>,
): Effect.Effect<A | B, E | E2, R | R2> =>
  Effect.withFiber((fiber) => {
    const deadline = nested(fiber, duration)
    return Effect.raceFirst(
      Effect.provideService(effect, Deadline, deadline),
      Effect.flatMap(Effect.andThen(Effect.sleep(duration), waitForExtensions(deadline)), orElse),
    )
  })

/** Sets a deadline, `duration` from now, for an effect that has none. Nothing enforces this deadline. */
export const withDefault = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  duration: Duration.Duration,
): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) =>
    Number.isFinite(fiber.getRef(Deadline).endsAt)
      ? effect
      : Effect.provideService(effect, Deadline, nested(fiber, duration)),
  )

/** The end of the call, in ms since the epoch: its deadline, or `timeout` from now if that is earlier. */
export const endsWithin = (timeout: Duration.Duration): Effect.Effect<number> =>
  Effect.withFiberSucceed((fiber) => nested(fiber, timeout).endsAt)

/** Extends the current deadline and every outer one. */
export const extend = (duration: Duration.Duration): Effect.Effect<void> =>
  Deadline.useSync((innermost) => {
    for (let deadline: DeadlineShape | undefined = innermost; deadline !== undefined; deadline = deadline.outer) {
      deadline.extension += Duration.toMillis(duration)
    }
  })

/** The failure of a search that exceeds its deadline. */
export const searchTimeoutError: WebError.WebError = WebError.make({
  error: "timeout",
  message: "The search took too long. Try once more.",
})

/** The failure of a page that exceeds its deadline. */
export const pageTimeoutError: WebError.WebError = WebError.make({
  error: "timeout",
  message: "Fetching the page took too long. Try once more, or use another page.",
})

// --- private --------------------------------------------------------------------------

const nested = (fiber: Fiber.Fiber<unknown, unknown>, duration: Duration.Input): DeadlineShape => {
  const outer = fiber.getRef(Deadline)
  const now = fiber.getRef(Clock.Clock).currentTimeMillisUnsafe()
  return at(Math.min(outer.endsAt, now + Duration.toMillis(duration)), outer)
}

/** Waits as long as the deadline was extended. */
const waitForExtensions = (deadline: DeadlineShape): Effect.Effect<void> =>
  Effect.suspend(() => {
    if (deadline.extension === 0) return Effect.void
    const { extension } = deadline
    deadline.extension = 0
    return Effect.andThen(Effect.sleep(extension), waitForExtensions(deadline))
  })
