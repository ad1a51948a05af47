/**
 * Visits what waits in a frontier, by hosts: the host that may be visited since the longest time gets a turn, and up to
 * {@link maxHosts} hosts have theirs at the same time.
 *
 * It asks the frontier, at least every few seconds, and waits for no signal: so a host comes back by itself when its
 * rest ends, when its owner's lease has ended, or when another owner has added to it.
 */
import { Frontier } from "@porthole/core"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Option from "effect/Option"
import * as Turn from "./Turn.ts"

/** How a job visits hosts, and when it stops. */
export interface Options<E, R> extends Turn.Options<E, R> {
  /** When it completes, no more visits begin; those under way end. */
  readonly stop?: Effect.Effect<void> | undefined
}

/** Maximum number of hosts that have a turn at the same time. */
export const maxHosts = 32

/** Visits until nothing waits, or until it is stopped. */
export const run = Effect.fnUntraced(function* <E, R>(
  options: Options<E, R>,
): Effect.fn.Return<void, E | Frontier.FrontierError, R | Frontier.Frontier> {
  const frontier = yield* Frontier.Frontier
  const job: Job = { bell: new Bell(), owner: crypto.randomUUID(), running: 0, isStopped: false }
  const stop = Effect.andThen(options.stop ?? Effect.never, () => {
    job.isStopped = true
    job.bell.ring()
    return Effect.never
  })
  yield* Effect.scoped(
    Effect.gen(function* () {
      const turns = yield* FiberSet.make<void, E | Frontier.FrontierError>()
      const begin = (lease: Frontier.Lease) => {
        job.running++
        const turn = Turn.take(frontier, options, lease, () => job.isStopped)
        const end = Effect.sync(() => {
          job.running--
          job.bell.ring()
        })
        return FiberSet.run(turns, Effect.ensuring(turn, end))
      }
      // The first failure of a turn ends the others.
      yield* Effect.raceAllFirst([dispatch(frontier, job, begin), FiberSet.join(turns), stop])
    }),
  )
})

// --- private --------------------------------------------------------------------------

interface Job {
  readonly bell: Bell
  readonly owner: string
  /** The number of turns under way. */
  running: number
  isStopped: boolean
}

/** After this many milliseconds the frontier is asked again, whatever it said before. */
const sweep = 5_000

/** Begins turns, until nothing waits or the job is stopped, and the last turn has ended. */
const dispatch = Effect.fnUntraced(function* <R>(
  frontier: Frontier.Frontier["Service"],
  job: Job,
  begin: (lease: Frontier.Lease) => Effect.Effect<unknown, never, R>,
) {
  for (;;) {
    const rung = job.bell.next
    if (job.isStopped && job.running === 0) return
    if (job.isStopped || job.running >= maxHosts) {
      yield* rung
      continue
    }
    const lease = yield* frontier.lease(job.owner, Turn.ttl)
    if (Option.isSome(lease)) {
      yield* begin(lease.value)
      continue
    }
    const next = yield* frontier.nextVisit
    if (Option.isNone(next) && job.running === 0) return
    yield* Effect.raceFirst(
      rung,
      Effect.sleep(Option.match(next, { onNone: () => sweep, onSome: (wait) => Math.min(wait, sweep) })),
    )
  }
})

/** A bell that fibers wait for. */
class Bell {
  #rung = Deferred.makeUnsafe<void>()

  /** Completes when the bell rings after now. */
  get next(): Effect.Effect<void> {
    return Deferred.await(this.#rung)
  }

  ring(): void {
    const rung = this.#rung
    this.#rung = Deferred.makeUnsafe()
    Deferred.doneUnsafe(rung, Effect.void)
  }
}
