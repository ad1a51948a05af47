/**
 * Limits the number of concurrent requests to one host (`per_host_concurrency`), and spaces them out if the site
 * demands it; more wait for their turn, first come, first served.
 *
 * Requests with a {@link Pace} wait in a separate queue. Its first one waits for its time, then for a permit. So a
 * waiting request holds no permit, and requests without a pace overtake it.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import { Settings } from "@porthole/core"

/** The minimum distance of a request from the previous one, and the maximum wait for it. */
export interface Pace<E> {
  /** Milliseconds between two starts. */
  readonly apart: number
  /** The end of the wait, in milliseconds since the epoch. */
  readonly endsAt: number
  /** The failure of a wait that would exceed it, returned at once; `wait` is in milliseconds. */
  readonly tooLong: (wait: number) => E
}

/** Runs an effect under a permit of its host. The permit must cover the body, not just the head. */
export type HostLimit = <A, E, R>(
  host: string,
  effect: Effect.Effect<A, E, R>,
  pace?: Pace<E>,
) => Effect.Effect<A, E, R>

/** Once the last starts of this many hosts are kept, those that delay nothing any more are removed. */
const maxPaces = 1_024

/** Makes the limit. It keeps nothing of an idle host except its last start, while that still delays others. */
export const make: Effect.Effect<HostLimit> = Effect.gen(function* () {
  const { per_host_concurrency } = yield* Settings.Settings
  const lines = new Map<string, Line>()
  const paces = new Map<string, Starts>()

  const lineOf = (host: string): Line => {
    const line = lines.get(host) ?? makeLine(per_host_concurrency)
    lines.set(host, line)
    return line
  }

  const forget = (host: string, line: Line): void => {
    if (line.length === 0) lines.delete(host)
  }

  const limited = <A, E, R>(host: string, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      const line = lineOf(host)
      return within(line, line.permits.withPermit(effect), () => forget(host, line))
    })

  /** Takes a permit of a host until the scope ends. */
  const take = (host: string, scope: Scope.Scope): Effect.Effect<void> =>
    Effect.uninterruptibleMask((restore) => {
      const line = lineOf(host)
      line.length++
      const leave = Effect.sync(() => {
        line.length--
        forget(host, line)
      })
      const permit = Scope.provide(line.permits.takeScoped(1), scope)
      return Effect.andThen(Scope.addFinalizer(scope, leave), restore(permit))
    })

  const startsOf = (host: string, now: number): Starts => {
    const known = paces.get(host)
    if (known !== undefined) return known
    if (paces.size >= maxPaces) {
      for (const [host, { line, next }] of paces) if (line.length === 0 && next <= now) paces.delete(host)
    }
    const starts = { line: makeLine(1), last: -Infinity, next: -Infinity }
    paces.set(host, starts)
    return starts
  }

  /** The first of the queue waits for its time, then for a permit. */
  const inFront = <E>(host: string, { apart, endsAt, tooLong }: Pace<E>, scope: Scope.Scope): Effect.Effect<void, E> =>
    Clock.clockWith((clock) => {
      const now = clock.currentTimeMillisUnsafe()
      const starts = startsOf(host, now)
      const wait = waitUntil(starts.last + apart, apart, now)
      if (isTooLong(now, wait, endsAt)) return Effect.fail(tooLong(wait))
      const start = Effect.map(take(host, scope), () => {
        starts.last = clock.currentTimeMillisUnsafe()
        starts.next = starts.last + apart
      })
      return wait === 0 ? start : Effect.andThen(Effect.sleep(wait), start)
    })

  const paced = <A, E, R>(host: string, effect: Effect.Effect<A, E, R>, pace: Pace<E>): Effect.Effect<A, E, R> =>
    Clock.clockWith((clock) => {
      const now = clock.currentTimeMillisUnsafe()
      const { last, line } = startsOf(host, now)
      const wait = waitUntil(last + pace.apart, pace.apart, now) + line.length * pace.apart
      if (isTooLong(now, wait, pace.endsAt)) return Effect.fail(pace.tooLong(wait))
      return Effect.scopedWith((scope) =>
        Effect.andThen(within(line, line.permits.withPermit(inFront(host, pace, scope))), effect),
      )
    })

  return (host, effect, pace) => (pace === undefined ? limited(host, effect) : paced(host, effect, pace))
})

// --- private --------------------------------------------------------------------------

/** A queue before permits; first come, first served. */
interface Line {
  readonly permits: Semaphore.Semaphore
  /** The number of callers that hold a permit or wait for one. */
  length: number
}

const makeLine = (permits: number): Line => ({ permits: Semaphore.makeUnsafe(permits), length: 0 })

/** Counts a running effect as part of the queue. */
const within = <A, E, R>(
  line: Line,
  effect: Effect.Effect<A, E, R>,
  left: () => void = () => {},
): Effect.Effect<A, E, R> =>
  Effect.uninterruptibleMask((restore) => {
    line.length++
    return Effect.onExit(restore(effect), () => {
      line.length--
      left()
      return Effect.void
    })
  })

/** The queue of requests with a pace, when the last of them began, and when it stops delaying the next one. */
interface Starts {
  readonly line: Line
  last: number
  next: number
}

/** Never longer than the distance itself, even if the clock was set back. */
const waitUntil = (next: number, apart: number, now: number): number => Math.min(apart, Math.max(0, next - now))

const isTooLong = (now: number, wait: number, endsAt: number): boolean => wait > 0 && now + wait >= endsAt
