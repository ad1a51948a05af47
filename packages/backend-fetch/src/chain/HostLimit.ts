/**
 * Limits the number of concurrent requests to one host (`per_host_concurrency`), and spaces them out if the site
 * demands it. Further requests wait for their turn: tenants take turns, and each one's requests keep their order.
 *
 * Requests with a {@link Pace} wait in a separate queue. Its first one waits for its time, then for a permit. So a
 * waiting request holds no permit, and requests without a pace overtake it.
 *
 * The queue of a host is on the path of every request, so it is our own: with 64 concurrent requests Effect's
 * `Semaphore`, which wakes waiting fibers in a later turn of the event loop, takes 3 µs (6 %) more processor time per
 * request.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import { Bound, Conversation, Deadline, type FairQueue, Recording, Settings } from "@porthole/core"

/** The minimum distance of a request from the previous one, and the failure if it would start too late. */
export interface Pace<E> {
  /** Milliseconds between two starts. */
  readonly interval: number
  /** Whether the next request waits for this one's end, and its distance begins there. Default: `false`. */
  readonly fromEnd?: boolean
  /** The longest foreseeable wait in milliseconds, in place of the deadline. */
  readonly patience?: number
  /** The failure of a wait that would exceed the current `Deadline`, returned at once; `wait` is in milliseconds. */
  readonly tooLong: (wait: number) => E
}

/**
 * Runs an effect under a permit of its host. The permit must cover the body, not just the head. The deadlines of a
 * patient caller, a job, stand still while it waits: its own pace never ends a page.
 */
export type HostLimit = <A, E, R>(
  host: string,
  effect: Effect.Effect<A, E, R>,
  pace?: Pace<E>,
  isPatient?: boolean,
) => Effect.Effect<A, E, R>

/** The longest foreseeable wait of a patient caller, in milliseconds: ten minutes. */
const patience = 600_000

/** At this number of paced queues, those that delay no request any more are removed. */
const sweepSize = 1_024

/** Makes the limit. It keeps nothing of an idle host except its last start, while that still delays others. */
export const make: Effect.Effect<HostLimit> = Effect.suspend(() =>
  Effect.map(
    makeTurns,
    (inTurn) =>
      (host, effect, pace, isPatient = false) =>
        isPatient
          ? Deadline.standing((goOn) => inTurn(host, Effect.andThen(goOn, effect), pace && { ...pace, patience }))
          : inTurn(host, effect, pace),
  ),
)

// --- private --------------------------------------------------------------------------

const makeTurns = Effect.gen(function* () {
  const { per_host_concurrency } = yield* Settings.Settings
  const queues = new Map<string, Queue>()
  const pacedQueues = new Map<string, PacedQueue>()

  const queueOf = (host: string): Queue => {
    const queue = queues.get(host) ?? new Queue(per_host_concurrency)
    queues.set(host, queue)
    return queue
  }

  const forget = (host: string, queue: Queue): boolean => queue.length === 0 && queues.delete(host)

  const limited = <A, E, R>(host: string, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      const queue = queueOf(host)
      return withPermit(queue, effect, () => forget(host, queue))
    })

  /** Takes a permit of a host until the scope ends. */
  const take = (host: string, scope: Scope.Scope): Effect.Effect<void> =>
    Effect.uninterruptibleMask((restore) =>
      Conversation.Conversation.use(({ tenant }) => {
        const queue = queueOf(host)
        const place = queue.enter(tenant)
        const leave = Effect.sync(() => {
          queue.leave(place)
          forget(host, queue)
        })
        return Effect.andThen(Scope.addFinalizer(scope, leave), restore(permitFor(place)))
      }),
    )

  /** Waits for the time of the queue's first request, then takes a permit of the host until the scope ends. */
  const takePaced = <E>(host: string, pace: Pace<E>, scope: Scope.Scope): Effect.Effect<void, E> =>
    Effect.flatMap(clockAndDeadline, ([clock, deadline]) => {
      const { interval, tooLong } = pace
      const now = clock.currentTimeMillisUnsafe()
      const pacedQueue = pacedQueueOf(pacedQueues, host, now)
      const wait = msUntil(pacedQueue.lastStart + interval, interval, now)
      if (isTooLong(pace, now, wait, deadline)) return Effect.fail(tooLong(wait))
      const start = Effect.map(take(host, scope), () => restart(pacedQueue, interval, clock))
      return wait === 0 ? start : Effect.andThen(Effect.sleep(wait), start)
    })

  const paced = <A, E, R>(host: string, effect: Effect.Effect<A, E, R>, pace: Pace<E>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Effect.all([Clock.Clock, Deadline.Deadline, Conversation.Conversation]), (services) => {
      const [clock, deadline, { tenant }] = services
      const now = clock.currentTimeMillisUnsafe()
      const { lastStart, queue } = pacedQueueOf(pacedQueues, host, now)
      const wait = msUntil(lastStart + pace.interval, pace.interval, now) + queue.ahead(tenant) * pace.interval
      if (isTooLong(pace, now, wait, deadline)) return Effect.fail(pace.tooLong(wait))
      const taken = (scope: Scope.Scope) => takePaced(host, pace, scope)
      if (pace.fromEnd !== true)
        return Effect.scopedWith((scope) => Effect.andThen(withPermit(queue, taken(scope)), effect))
      const run = Effect.scopedWith((scope) => Effect.andThen(taken(scope), effect))
      const end = Effect.sync(() => restart(pacedQueueOf(pacedQueues, host, now), pace.interval, clock))
      return withPermit(queue, Effect.ensuring(run, end))
    })

  return <A, E, R>(host: string, effect: Effect.Effect<A, E, R>, pace: Pace<E> | undefined) =>
    pace === undefined ? limited(host, effect) : unlessClosed(paced(host, effect, pace), limited(host, effect))
})

/** The first effect; the second while everything comes from a recording. */
const unlessClosed = <A, E, R>(open: Effect.Effect<A, E, R>, closed: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Recording.isClosed, (isClosed) => (isClosed ? closed : open))

/**
 * A queue for permits, in which tenants take turns. Each call waits once at most, so the number of calls bounds it.
 *
 * A caller keeps its place from the moment it enters until it leaves, and a permit goes straight to the next waiting
 * place. So no permit is lost between its grant and its use, whenever a caller is interrupted.
 */
class Queue {
  #free: number
  readonly #permits: number
  #waiting: FairQueue.FairQueue<Place> | undefined

  constructor(permits: number) {
    this.#permits = permits
    this.#free = permits
  }

  /** The number of callers that hold a permit or wait for one. */
  get length(): number {
    return this.#permits - this.#free + (this.#waiting?.size() ?? 0)
  }

  /** The number of callers that have their turns before one of this tenant. */
  ahead(tenant: string): number {
    return this.#permits - this.#free + (this.#waiting?.ahead(tenant) ?? 0)
  }

  /** Takes a place, which has a permit at once if one is free. */
  enter(tenant: string): Place {
    const place: Place = { hasPermit: this.#free > 0, onPermit: undefined }
    if (place.hasPermit) this.#free--
    else (this.#waiting ??= Bound.queue("permits of hosts", { maxWeight: Number.POSITIVE_INFINITY })).add(place, tenant)
    return place
  }

  /** Gives a place up, once. */
  leave(place: Place): void {
    if (!place.hasPermit) {
      this.#waiting?.remove(place)
      return
    }
    const next = this.#waiting?.take(() => true)
    if (next === undefined) {
      this.#free++
      return
    }
    next.hasPermit = true
    // In a microtask, so that a long queue of calls that end at once doesn't nest.
    if (next.onPermit !== undefined) queueMicrotask(next.onPermit)
  }
}

interface Place {
  hasPermit: boolean
  onPermit: (() => void) | undefined
}

/** Waits for the permit of a place. */
const permitFor = (place: Place): Effect.Effect<void> =>
  place.hasPermit
    ? Effect.void
    : Effect.callback<void>((resume) => {
        if (place.hasPermit) return resume(Effect.void)
        place.onPermit = () => resume(Effect.void)
      })

/** Runs an effect under a permit of a queue. */
const withPermit = <A, E, R>(
  queue: Queue,
  effect: Effect.Effect<A, E, R>,
  onExit: () => void = () => {},
): Effect.Effect<A, E, R> =>
  Effect.uninterruptibleMask((restore) =>
    Conversation.Conversation.use(({ tenant }) => {
      const place = queue.enter(tenant)
      return Effect.onExit(restore(place.hasPermit ? effect : Effect.andThen(permitFor(place), effect)), () => {
        queue.leave(place)
        onExit()
        return Effect.void
      })
    }),
  )

/** The requests with a pace to one host. The times are in ms since the epoch. */
interface PacedQueue {
  readonly queue: Queue
  /** The start of the last request. */
  lastStart: number
  /** The earliest start of the next request, by the last one's pace. */
  nextStart: number
}

const pacedQueueOf = (pacedQueues: Map<string, PacedQueue>, host: string, now: number): PacedQueue => {
  const known = pacedQueues.get(host)
  if (known !== undefined) return known
  if (pacedQueues.size >= sweepSize) sweep(pacedQueues, now)
  const pacedQueue = { queue: new Queue(1), lastStart: -Infinity, nextStart: -Infinity }
  pacedQueues.set(host, pacedQueue)
  return pacedQueue
}

/** Lets the distance of the next request begin now. */
const restart = (pacedQueue: PacedQueue, interval: number, clock: Clock.Clock): void => {
  pacedQueue.lastStart = clock.currentTimeMillisUnsafe()
  pacedQueue.nextStart = pacedQueue.lastStart + interval
}

/** Forgets the queues that delay no request any more. */
const sweep = (pacedQueues: Map<string, PacedQueue>, now: number): void => {
  for (const [host, { nextStart, queue }] of pacedQueues)
    if (queue.length === 0 && nextStart <= now) pacedQueues.delete(host)
}

const clockAndDeadline = Effect.all([Clock.Clock, Deadline.Deadline])

/** The wait for a time; never longer than the interval, even if the clock was set back. */
const msUntil = (next: number, interval: number, now: number): number => Math.min(interval, Math.max(0, next - now))

const isTooLong = ({ patience }: Pace<unknown>, now: number, wait: number, { endsAt }: Deadline.DeadlineShape) =>
  wait > 0 && (patience === undefined ? now + wait >= endsAt : wait > patience)
