/**
 * A pool of workers, each of which reads one document at a time. One worker serves all documents while it keeps up,
 * because each worker compiles its code anew and has memory of its own. Idle workers end and release theirs. A worker
 * that is being ended counts until it has ended: V8 can't stop a thread within a native call. Documents wait in a queue
 * that is fair to the tenants of their `Conversation`s, and no tenant takes the last worker from the others.
 */
import { Conversation, WebError } from "@porthole/core"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Metric from "effect/Metric"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import * as FairQueue from "./FairQueue.ts"
import * as WorkerShares from "./WorkerShares.ts"
import { readInWorker, type Limits, outOfMemory } from "./WorkerRead.ts"
import { failedReport, type Report, type Task } from "./Task.ts"
import { startOrLose, type Start, type Worker } from "./Worker.ts"

/** The options of a pool. */
export interface Options extends Limits {
  readonly start: Start
  /** Maximum number of concurrent workers, including those that are being ended. */
  readonly size: number
  /** Readers that each worker loads immediately. A pool with any also starts its first worker immediately. */
  readonly preload?: ReadonlyArray<string>
  /** Maximum wait of a document for a worker. */
  readonly maxWait: Duration.Duration
  /**
   * The time without any document getting a worker after which another worker is started. A document that waits while
   * others get one waits {@link patientTimes} times as long. Default: 1 s.
   */
  readonly patience?: Duration.Duration
  /** How long an idle worker lives. Default: 60 s. */
  readonly idle?: Duration.Duration
}

/**
 * Maximum number of documents per worker; then it ends, with everything that its libraries and the compiler have
 * accumulated.
 */
export const maxDocuments = 5_000

/** How many times the pool's patience a document waits while others get a worker. */
export const patientTimes = 5

/** Maximum number of waiting documents. */
export const maxQueueLength = 256

/** The workers of all pools of this process, including those that are idle or being ended. */
export const workers: Metric.Gauge<number> = Metric.gauge("porthole_reader_workers", {
  description: "Workers that read documents",
})

/** The documents that wait for a worker of any pool of this process. */
export const waiting: Metric.Gauge<number> = Metric.gauge("porthole_reader_waiting", {
  description: "Documents that wait for a worker",
})

/** How long the end of a pool waits for its workers. */
export const maxEnding: Duration.Duration = Duration.seconds(2)

/** Makes a pool; the end of its scope ends its workers. */
export const make = Effect.fnUntraced(function* (
  options: Options,
): Effect.fn.Return<(task: Task) => Effect.Effect<Report>, never, Scope.Scope> {
  const { maxWait, size } = options
  const patience = Duration.toMillis(options.patience ?? Duration.seconds(1))
  const idleTime = Duration.toMillis(options.idle ?? Duration.seconds(60))
  const members = new Set<Member>()
  const ending = new Set<Promise<unknown>>()
  const idle: Array<Member> = []
  const queue = FairQueue.make<Waiter>(maxQueueLength)
  const clock = yield* Clock.Clock
  const shares = WorkerShares.make(size, () => clock.currentTimeMillisUnsafe())
  /** The number of documents that have got a worker. */
  let assignedCount = 0
  let isOpen = true
  const context = yield* Effect.context<never>()
  const count = (gauge: Metric.Gauge<number>, change: number): void => gauge.modifyUnsafe(change, context)

  const hasRoom = (): boolean => isOpen && members.size + ending.size < size

  /** Ends a worker. When it has ended, a waiting document gets another one. */
  const end = (member: Member): void => {
    clearTimeout(member.timer)
    if (!members.delete(member)) return
    const at = idle.indexOf(member)
    if (at >= 0) idle.splice(at, 1)
    const ended: Promise<void> = member.worker.end().then(
      () => forget(ended),
      () => forget(ended),
    )
    ending.add(ended)
  }
  const forget = (ended: Promise<void>): void => {
    ending.delete(ended)
    count(workers, -1)
    grow()
  }
  yield* Effect.addFinalizer(() => {
    isOpen = false
    for (const member of members) end(member)
    const allEnded = Effect.promise(() => Promise.all(ending))
    return Effect.ignore(Effect.timeoutOption(Effect.interruptible(allEnded), maxEnding))
  })

  const started = (): Member => {
    const worker = startOrLose(options.start, options.preload ?? [])
    const member: Member = { worker, documentCount: 0, timer: undefined }
    members.add(member)
    count(workers, 1)
    return member
  }

  const give = (waiter: Waiter, member: Member): void => {
    clearTimeout(waiter.timer)
    assignedCount += 1
    member.documentCount += 1
    waiter.member = member
    shares.take(waiter.tenant)
    Deferred.doneUnsafe(waiter.turn, Exit.succeed(member))
  }

  /** Gives a worker to the next document; without one the worker is idle. */
  const pass = (member: Member): void => {
    const next = queue.take(shares.mayTake)
    if (next !== undefined) {
      count(waiting, -1)
      return give(next, member)
    }
    idle.push(member)
    member.timer = setTimeout(() => end(member), idleTime).unref()
  }

  const grow = (): void => {
    if (queue.length() > 0 && hasRoom() && idle.length === 0) pass(started())
  }

  /** Starts another worker once no document gets one any more, or this document has waited for long. */
  const watch = (waiter: Waiter, times = 1): void => {
    const before = assignedCount
    waiter.timer = setTimeout(() => {
      if (assignedCount === before || times === patientTimes) grow()
      else watch(waiter, times + 1)
    }, patience)
  }

  /** Gives idle workers to documents whose tenant has got room again. */
  const serveIdle = (): void => {
    const member = queue.length() > 0 ? idleWorker() : undefined
    if (member !== undefined) pass(member)
  }

  /** Takes a worker out of the idle ones, with the timer that would end it. */
  const idleWorker = (): Member | undefined => {
    for (let member = idle.pop(); member !== undefined; member = idle.pop()) {
      clearTimeout(member.timer)
      if (!member.worker.isLost()) return member
      end(member)
    }
    return undefined
  }

  /** Takes an idle worker, or starts one if its tenant has none; otherwise the document waits. */
  const enter = (waiter: Waiter): void => {
    shares.see(waiter.tenant)
    if (shares.mayTake(waiter.tenant)) {
      const member = idleWorker()
      if (member !== undefined) return give(waiter, member)
      if (shares.holdsNone(waiter.tenant) && hasRoom()) return give(waiter, started())
    }
    const displaced = queue.add(waiter)
    if (displaced === undefined) count(waiting, 1)
    else Deferred.doneUnsafe(displaced.turn, Exit.fail(overloaded()))
    if (displaced !== waiter) watch(waiter)
  }

  const leave = (waiter: Waiter): void => {
    clearTimeout(waiter.timer)
    if (waiter.member !== undefined) {
      shares.release(waiter.tenant)
      return pass(waiter.member)
    }
    if (queue.remove(waiter)) count(waiting, -1)
  }

  const overloaded = (): WebError.WebError =>
    WebError.make({
      error: "extraction_failed",
      message: `The reader is overloaded: ${queue.length()} documents wait. Try again later.`,
      retry_after: Math.ceil(Duration.toSeconds(maxWait)),
    })

  /** Takes a worker back. One that can't be reused is ended, and waiting documents get another one. */
  const release = (member: Member, tenant: string, exit: Exit.Exit<Report>): void => {
    const { documentCount, worker } = member
    shares.release(tenant)
    if (documentCount < maxDocuments && !worker.isLost() && Exit.isSuccess(exit) && isUnharmed(exit.value))
      return pass(member)
    end(member)
    serveIdle()
    grow()
  }

  /** Reads a document; another worker may succeed where this one ended by itself, or had read others. */
  const once = (task: Task): Effect.Effect<{ report: Report; canRepeat: boolean }, WebError.WebError> =>
    Effect.uninterruptibleMask((restore) =>
      Conversation.Conversation.use(({ tenant }) => {
        const waiter: Waiter = { tenant, turn: Deferred.makeUnsafe(), member: undefined, timer: undefined }
        enter(waiter)
        const wait =
          waiter.member === undefined
            ? Effect.timeoutOrElse(Deferred.await(waiter.turn), {
                duration: maxWait,
                orElse: () => Effect.suspend(() => Effect.fail(overloaded())),
              })
            : Effect.succeed(waiter.member)
        return restore(wait).pipe(
          // If the wait is interrupted at the moment when a worker comes, the next document gets it.
          Effect.onExit((exit) => (Exit.isSuccess(exit) ? Effect.void : Effect.sync(() => leave(waiter)))),
          Effect.flatMap((member) =>
            restore(readInWorker(member.worker, task, options)).pipe(
              Effect.map((report) => ({ report, canRepeat: isWorkersFault(report, member) })),
              Effect.onExit((exit) =>
                Effect.sync(() =>
                  release(
                    member,
                    tenant,
                    Exit.map(exit, ({ report }) => report),
                  ),
                ),
              ),
            ),
          ),
        )
      }),
    )

  if (options.preload !== undefined) pass(started())

  return (task) =>
    once(task).pipe(
      Effect.filterOrElse(
        ({ canRepeat }) => !canRepeat,
        () => once(task),
      ),
      Effect.match({ onFailure: failedReport, onSuccess: ({ report }) => report }),
    )
})

// --- private --------------------------------------------------------------------------

/** A worker, the number of its documents, and the timer that ends it when it is idle. */
interface Member {
  readonly worker: Worker
  documentCount: number
  timer: NodeJS.Timeout | undefined
}

/** A document that waits for a worker. */
interface Waiter extends FairQueue.Owned {
  readonly turn: Deferred.Deferred<Member, WebError.WebError>
  member: Member | undefined
  timer: NodeJS.Timeout | undefined
}

const isOutOfMemory = ({ outcome }: Report): boolean => Result.isFailure(outcome) && outcome.failure === outOfMemory

/**
 * Whether a failure may be the worker's: the system killed it, perhaps to free memory, or the garbage of earlier
 * documents took its memory.
 */
const isWorkersFault = (report: Report, { documentCount, worker }: Member): boolean =>
  Result.isFailure(report.outcome) && (worker.isLost() || (isOutOfMemory(report) && documentCount > 1))

/** A worker that was stopped during its work isn't reused. */
const isUnharmed = (report: Report): boolean =>
  Result.isSuccess(report.outcome) || (report.outcome.failure.error !== "timeout" && !isOutOfMemory(report))
