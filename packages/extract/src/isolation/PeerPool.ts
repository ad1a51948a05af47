/**
 * Documents read elsewhere: a pool of threads or processes, each of which reads one document at a
 * time. One that overruns its document's time, is lost or is no longer waited for is ended and
 * replaced; the others don't notice. So is one that has read {@link documents}, whatever they were.
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

/**
 * How many documents one reads before another takes its place: what libraries and the compiler keep of all that they saw
 * goes with it. With 150 it would be replaced so often that reading takes a seventh longer, for code that has run for a
 * while runs faster; with 1,000 that can't be measured (`bench/extract/fuzz.ts`).
 */
export const documents = 1_000

/** Makes a pool. One peer is started at once, others when they are needed; those that idle for a minute are ended. */
export const make = Effect.fnUntraced(function* ({
  size,
  start,
}: Options): Effect.fn.Return<(task: Task) => Effect.Effect<Report>, never, Scope.Scope> {
  const pool = yield* Pool.makeWithTTL({
    acquire: Effect.acquireRelease(
      Effect.sync((): Member => ({ peer: start(), asked: 0 })),
      ({ peer }) => Effect.promise(() => peer.end()),
    ).pipe(Effect.tap(({ peer }) => Effect.promise(() => peer.isReady))),
    min: 1,
    max: Math.max(1, size),
    timeToLive: "1 minute",
  })
  const idle = Pool.get(pool)
  // One that was lost while it had nothing to do is replaced; if the next one is lost as well, the caller is told.
  const alive = Effect.flatMap(idle, (member) =>
    member.peer.isLost() ? Effect.andThen(Pool.invalidate(pool, member), idle) : Effect.succeed(member),
  )
  // The one that comes after it starts while it reads its last document.
  const count = (member: Member) =>
    Effect.suspend(() => (++member.asked < documents ? Effect.void : Pool.invalidate(pool, member)))
  return (task) =>
    Effect.scoped(
      Effect.flatMap(alive, (member) =>
        Effect.andThen(count(member), ask(member.peer, task)).pipe(
          Effect.onExit((exit) =>
            Exit.isSuccess(exit) && isUnharmed(member.peer, exit.value) ? Effect.void : Pool.invalidate(pool, member),
          ),
        ),
      ),
    )
})

// --- private --------------------------------------------------------------------------

/** A peer, and how many documents it was asked to read. */
interface Member {
  readonly peer: Peer
  asked: number
}

/** How long after its time a peer may still say by itself that the time is over, in ms. */
const grace = 250

/** Most memory of a peer's heap, in MiB, what is garbage of documents before included. */
const mostHeap = 512

/** When it is first looked at how long a peer kept a processor busy and how much memory it takes, and how often after that: arrays double. */
const look = Duration.millis(100)
const lookAgain = Duration.millis(25)

const overdue: Effect.Effect<Report> = Effect.succeed({ outcome: Result.fail(Watchdog.overdue) })

const ask = (peer: Peer, { processor = Number.POSITIVE_INFINITY, ...task }: Task): Effect.Effect<Report> =>
  answered(peer, task).pipe(
    Effect.raceFirst(overspent(peer, processor)),
    Effect.timeoutOrElse({ duration: task.timeout + grace, orElse: () => overdue }),
  )

const tooLarge = WebError.make({ error: "extraction_failed", message: "The document takes more memory than it may." })

/** Comes back when a peer has spent all the processor time that it was allowed from now on, or takes too much memory. */
const overspent = Effect.fnUntraced(function* (peer: Peer, allowed: number) {
  // Most documents are read before anybody looks.
  yield* Effect.sleep(look)
  const time = Effect.promise(() => peer.processorTime().catch(() => 0))
  const before = (yield* time) - Duration.toMillis(look)
  const heap = Effect.promise(() => peer.heap().catch(() => 0))
  while ((yield* time) - before < allowed) {
    if ((yield* heap) > mostHeap) return { outcome: Result.fail(tooLarge) }
    yield* Effect.sleep(lookAgain)
  }
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
  !peer.isLost() && (Result.isSuccess(outcome) || (outcome.failure.error !== "timeout" && outcome.failure !== tooLarge))
