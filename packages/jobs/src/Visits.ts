/**
 * Visits what waits in a frontier, by hosts: the host that may be visited since the longest time gets a turn. Up to
 * {@link maxBrisk} turns run at the same time, because each loses its page if the process is killed. A turn that waits
 * long for its host doesn't count as one of them, up to {@link maxTurns}. One whose page is being read does: else a
 * busy machine, where all turns take long, would begin ever more of them.
 *
 * It asks the frontier, at least every few seconds, and waits for no signal: so a host comes back by itself when its
 * rest ends, when its owner's lease has ended, or when another owner has added to it.
 */
import { Frontier, type Visits } from "@porthole/core"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Option from "effect/Option"
import * as Turn from "./Turn.ts"

/** Maximum number of turns at the same time, without those that wait for longer than {@link long}. */
export const maxBrisk = 16

/** Maximum number of turns at the same time. */
export const maxTurns = 64

/** The wait for a host, in milliseconds, that is long. */
export const long = 3_000

/** Visits until nothing waits, or until it is stopped. */
export const run = Effect.fnUntraced(function* <E, R>(
  options: Visits.Options<E, R>,
): Effect.fn.Return<void, E | Frontier.FrontierError, R | Frontier.Frontier> {
  const frontier = yield* Frontier.Frontier
  const job: Job = { bell: new Bell(), owner: crypto.randomUUID(), turns: new Set(), isStopped: false }
  const stop = Effect.andThen(options.stop ?? Effect.never, () => {
    job.isStopped = true
    job.bell.ring()
    return Effect.never
  })
  yield* Effect.scoped(
    Effect.gen(function* () {
      const turns = yield* FiberSet.make<void, E | Frontier.FrontierError>()
      const begin = (leased: Leased) => {
        const shared: Turn.Shared = { isStopped: () => job.isStopped, waits: new Set() }
        job.turns.add(shared)
        const end = Effect.sync(() => {
          job.turns.delete(shared)
          job.bell.ring()
        })
        return FiberSet.run(turns, Effect.ensuring(Turn.take(frontier, options, leased, shared), end))
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
  /** The turns under way. */
  readonly turns: Set<Turn.Shared>
  isStopped: boolean
}

/** A lease, and when it was asked for. */
interface Leased {
  readonly lease: Frontier.Lease
  readonly leasedAt: number
}

/** After this many milliseconds the frontier is asked again, whatever it said before. */
const sweep = 5_000

/** After this many milliseconds turns that run are looked at again: some may wait long by then. */
const glance = 500

/** Whether no other turn may begin now. */
const isFull = ({ turns }: Job, now: number): boolean =>
  turns.size >= maxTurns ||
  Array.from(turns).filter(({ waits }) => Array.from(waits).every(({ since }) => now - since < long)).length >= maxBrisk

/** Begins turns, until nothing waits or the job is stopped, and the last turn has ended. */
const dispatch = Effect.fnUntraced(function* <R>(
  frontier: Frontier.Frontier["Service"],
  job: Job,
  begin: (leased: Leased) => Effect.Effect<unknown, never, R>,
) {
  for (;;) {
    const rung = job.bell.next
    const leasedAt = yield* Clock.currentTimeMillis
    if (job.isStopped && job.turns.size === 0) return
    if (job.isStopped || isFull(job, leasedAt)) {
      yield* Effect.raceFirst(rung, Effect.sleep(glance))
      continue
    }
    const lease = yield* frontier.lease(job.owner, Turn.ttl)
    if (Option.isSome(lease)) {
      yield* begin({ lease: lease.value, leasedAt })
      continue
    }
    const next = yield* frontier.nextVisit
    if (Option.isNone(next) && job.turns.size === 0) return
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
