/**
 * The deadline of a call: only this module starts, nests and enforces one. It is a reference in the call's context, so
 * no function needs a parameter for it. Other code reads when it ends, or asks how much time is left.
 *
 * A part of a call may have time of its own ({@link ownTime}), which its deadlines don't count. A fetch has
 * `fetch_timeout` for the site; reading the document, with the wait for a worker, is such a part. And a deadline stands
 * still while a job waits for its own pace at a host ({@link standing}).
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as WebError from "../WebError.ts"

/** A deadline; {@link at} makes one. */
export interface DeadlineShape {
  /** When the caller gives up, in ms since the epoch, if no part has time of its own; infinite without a deadline. */
  readonly endsAt: number
  readonly outer: DeadlineShape | undefined
}

/** The current deadline; none by default. */
export const Deadline: Context.Reference<DeadlineShape> = Context.Reference<DeadlineShape>("@porthole/core/Deadline", {
  defaultValue: () => at(Number.POSITIVE_INFINITY),
})

/** Makes a deadline, and doesn't enforce it; `endsAt` is in ms since the epoch. */
export const at = (endsAt: number, outer?: DeadlineShape): DeadlineShape => ({
  get endsAt() {
    return endsAt + (stops.get(this)?.total ?? 0)
  },
  outer,
})

/** How an effect is limited. */
export interface Options<A, E, R> {
  readonly duration: Duration.Input
  readonly orElse: () => Effect.Effect<A, E, R>
}

/**
 * Like `Effect.timeoutOrElse`, but the effect can read its deadline, and the time of its parts with {@link ownTime}
 * doesn't count. A nested deadline ends no later than the outer one.
 */
export const within = <A, E, R, B, E2, R2>(
  effect: Effect.Effect<A, E, R>,
  { duration, orElse }: Options<B, E2, R2>,
): Effect.Effect<A | B, E | E2, R | R2> =>
  Effect.withFiber((fiber) => {
    const deadline = nested(fiber, duration)
    return Effect.raceFirst(
      Effect.provideService(effect, Deadline, deadline),
      Effect.flatMap(Effect.andThen(Effect.sleep(duration), waitForParts(deadline)), orElse),
    )
  })

/** Sets a deadline, `duration` from now, for an effect that has none. Nothing enforces this deadline. */
export const withDefault = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  duration: Duration.Duration,
): Effect.Effect<A, E, R> =>
  Deadline.use(({ endsAt }) => (Number.isFinite(endsAt) ? effect : withNearer(effect, duration)))

/** Sets a nearer deadline for an effect: `duration` from now, less `reserve` ms. Nothing enforces this deadline. */
export const withNearer = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  duration: Duration.Duration,
  reserve = 0,
): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) => {
    const { endsAt, outer } = nested(fiber, duration)
    return Effect.provideService(effect, Deadline, at(endsAt - reserve, outer))
  })

/** The end of the call, in ms since the epoch: its deadline, or `timeout` from now if that is earlier. */
export const endsWithin = (timeout: Duration.Duration): Effect.Effect<number> =>
  Effect.withFiberSucceed((fiber) => nested(fiber, timeout).endsAt)

/** The call's remaining time in ms: until its deadline, `timeout` at most and 1 at least. */
export const timeLeft = (timeout: Duration.Duration): Effect.Effect<number> =>
  Effect.withFiberSucceed((fiber) => Math.max(1, nested(fiber, timeout).endsAt - nowOf(fiber)))

/**
 * Runs a part of a call that has a limit of its own, in place of the call's: the current deadline and every outer one
 * wait for it that much longer.
 */
export const ownTime = <A, E, R, B, E2, R2>(
  part: Effect.Effect<A, E, R>,
  limit: Options<B, E2, R2>,
): Effect.Effect<A | B, E | E2, R | R2> =>
  Deadline.use((innermost) => {
    const millis = Duration.toMillis(limit.duration)
    for (let deadline: DeadlineShape | undefined = innermost; deadline !== undefined; deadline = deadline.outer)
      addTime(deadline, millis)
    return Effect.timeoutOrElse(part, limit)
  })

/**
 * Runs an effect that begins with a wait: the current deadline and every outer one stand still until the effect runs
 * `goOn`, or ends.
 */
export const standing = <A, E, R>(
  effect: (goOn: Effect.Effect<void>) => Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) => {
    const since = nowOf(fiber)
    const stopped: Array<DeadlineShape> = []
    for (let deadline: DeadlineShape | undefined = fiber.getRef(Deadline); deadline; deadline = deadline.outer)
      stopped.push(deadline)
    for (const deadline of stopped) stop(deadline)
    let isWaiting = true
    const goOn = Effect.sync(() => {
      if (isWaiting) for (const deadline of stopped) start(deadline, nowOf(fiber) - since)
      isWaiting = false
    })
    return Effect.ensuring(effect(goOn), goOn)
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

const nowOf = (fiber: Fiber.Fiber<unknown, unknown>): number => fiber.getRef(Clock.Clock).currentTimeMillisUnsafe()

const nested = (fiber: Fiber.Fiber<unknown, unknown>, duration: Duration.Input): DeadlineShape => {
  const outer = fiber.getRef(Deadline)
  return at(Math.min(outer.endsAt, nowOf(fiber) + Duration.toMillis(duration)), outer)
}

/** Milliseconds of parts with {@link ownTime}, and of waits, for which a deadline hasn't waited yet. */
const partTimes = new WeakMap<DeadlineShape, number>()

/** The waits of a deadline that stands still, or did. */
interface Stop {
  /** Milliseconds of those that are over. */
  total: number
  /** The number of those under way. */
  waits: number
  /** Completes when none is under way. */
  over: Deferred.Deferred<void>
}

const stops = new WeakMap<DeadlineShape, Stop>()

const stop = (deadline: DeadlineShape): void => {
  const known = stops.get(deadline)
  if (known === undefined) stops.set(deadline, { total: 0, waits: 1, over: Deferred.makeUnsafe() })
  else known.waits++
}

const start = (deadline: DeadlineShape, waited: number): void => {
  const known = stops.get(deadline)
  if (known === undefined) return
  known.total += waited
  addTime(deadline, waited)
  if (--known.waits > 0) return
  Deferred.doneUnsafe(known.over, Effect.void)
  known.over = Deferred.makeUnsafe()
}

const addTime = (deadline: DeadlineShape, millis: number): void =>
  void partTimes.set(deadline, (partTimes.get(deadline) ?? 0) + millis)

/** Waits until no wait is under way, without counting this time twice. */
const waitForStop = (deadline: DeadlineShape, { over }: Stop): Effect.Effect<void> =>
  Effect.withFiber((fiber) => {
    const since = nowOf(fiber)
    return Effect.map(Deferred.await(over), () => addTime(deadline, since - nowOf(fiber)))
  })

const waitForParts = (deadline: DeadlineShape): Effect.Effect<void> =>
  Effect.suspend(() => {
    const stop = stops.get(deadline)
    if (stop !== undefined && stop.waits > 0) return Effect.andThen(waitForStop(deadline, stop), waitForParts(deadline))
    const millis = partTimes.get(deadline)
    partTimes.delete(deadline)
    if (millis === undefined || millis <= 0) return Effect.void
    return Effect.andThen(Effect.sleep(millis), waitForParts(deadline))
  })
