/**
 * Documents read elsewhere: a pool of threads or processes, each of which reads one document at a
 * time. One that overruns its document's time, is lost or is no longer waited for is ended and
 * replaced; the others don't notice.
 */
import { WebError } from "@porthole/core"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Pool from "effect/Pool"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import type { Report, Task } from "../ReadDocument.ts"
import * as Watchdog from "../Watchdog.ts"
import * as Answer from "./Answer.ts"
import type { Peer } from "./Peer.ts"

/** How a pool is made. */
export interface Options {
  readonly start: () => Peer
  /** Most documents that are read at a time. */
  readonly size: number
}

/** Makes a pool. One peer is started at once, others when they are needed; those that idle for a minute are ended. */
export const make = Effect.fnUntraced(function* ({
  size,
  start,
}: Options): Effect.fn.Return<(task: Task) => Effect.Effect<Report>, never, Scope.Scope> {
  const pool = yield* Pool.makeWithTTL({
    acquire: Effect.tap(
      Effect.acquireRelease(Effect.sync(start), (peer) => Effect.promise(() => peer.end())),
      (peer) => Effect.promise(() => peer.isReady),
    ),
    min: 1,
    max: Math.max(1, size),
    timeToLive: "1 minute",
  })
  const idle = Pool.get(pool)
  // One that was lost while it had nothing to do is replaced; if the next one is lost as well, the caller is told.
  const alive = Effect.flatMap(idle, (peer) =>
    peer.isLost() ? Effect.andThen(Pool.invalidate(pool, peer), idle) : Effect.succeed(peer),
  )
  return (task) =>
    Effect.scoped(
      Effect.flatMap(alive, (peer) =>
        ask(peer, task).pipe(
          Effect.onExit((exit) =>
            Exit.isSuccess(exit) && isUnharmed(peer, exit.value) ? Effect.void : Pool.invalidate(pool, peer),
          ),
        ),
      ),
    )
})

// --- private --------------------------------------------------------------------------

/** How long after its time a peer may still say by itself that the time is over, in ms. */
const grace = 250

/** How often it is looked at how long a peer kept a processor busy. */
const look = Duration.millis(100)

const overdue: Effect.Effect<Report> = Effect.succeed({ outcome: Result.fail(Watchdog.overdue) })

const ask = (peer: Peer, { processor = Number.POSITIVE_INFINITY, ...task }: Task): Effect.Effect<Report> =>
  answered(peer, task).pipe(
    Effect.raceFirst(overspent(peer, processor)),
    Effect.timeoutOrElse({ duration: task.timeout + grace, orElse: () => overdue }),
  )

/** Comes back when a peer has spent all the processor time that it was allowed from now on. */
const overspent = Effect.fnUntraced(function* (peer: Peer, allowed: number) {
  // Most documents are read before anybody looks.
  yield* Effect.sleep(look)
  const time = Effect.promise(() => peer.processorTime().catch(() => 0))
  const before = (yield* time) - Duration.toMillis(look)
  while ((yield* time) - before < allowed) yield* Effect.sleep(look)
  return yield* overdue
})

const answered = (peer: Peer, task: Task): Effect.Effect<Report> =>
  Effect.callback<Report>((resume) => {
    const answer = (report: Report): void => {
      peer.await(undefined)
      resume(Effect.succeed(report))
    }
    peer.await({
      answered: (value) => answer(Answer.toReport(value) ?? failed("The reader's answer is none.", value)),
      lost: (cause) => answer(failed("The page can't be read: it took its reader down.", cause)),
    })
    const sent = Result.try(() => peer.send(task))
    if (Result.isFailure(sent)) answer(failed("The page can't be handed to its reader.", sent.failure))
    return Effect.sync(() => peer.await(undefined))
  })

const failed = (message: string, cause: unknown): Report => ({
  outcome: Result.fail(WebError.make({ error: "extraction_failed", message }, cause)),
})

/** What was stopped in the midst of its work isn't used again. */
const isUnharmed = (peer: Peer, { outcome }: Report): boolean =>
  !peer.isLost() && (Result.isSuccess(outcome) || outcome.failure.error !== "timeout")
