/**
 * A pool of workers, each of which reads one document at a time. One worker serves all documents while it keeps up,
 * because each worker compiles its code anew and has memory of its own. Idle workers end and release theirs. Documents
 * wait in a queue that is fair to the tenants of their `Conversation`s, and no tenant takes the last worker from the
 * others.
 */
import { Bound, Conversation, type FairQueue, Permits, type Share, type WebError } from "@porthole/core"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Metric from "effect/Metric"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import * as WorkerSet from "./WorkerSet.ts"
import { readInWorker, type Limits, outOfMemory, type Read } from "./WorkerRead.ts"
import { failedReport, type Report, type Task } from "./Task.ts"
import type { Start } from "./Worker.ts"

/** The options of a pool. */
export interface Options extends Limits {
  readonly start: Start
  /** Maximum number of concurrent workers, including those that are being ended. */
  readonly size: number
  /** Modules that each worker loads immediately. A pool with any also starts its first worker immediately. */
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

/** Makes a pool; the end of its scope ends its workers. */
export const make = Effect.fnUntraced(function* (
  options: Options,
): Effect.fn.Return<(task: Task) => Effect.Effect<Report>, never, Scope.Scope> {
  const clock = yield* Clock.Clock
  const context = yield* Effect.context<never>()
  const pool: Pool = {
    options,
    patience: Duration.toMillis(options.patience ?? Duration.seconds(1)),
    workers: WorkerSet.make({
      start: options.start,
      size: options.size,
      preload: options.preload ?? [],
      idleTime: Duration.toMillis(options.idle ?? Duration.seconds(60)),
      count: (change) => workers.modifyUnsafe(change, context),
      onEnded: () => grow(pool),
    }),
    queue: Bound.queue("documents that wait", { maxWeight: maxQueueLength }),
    share: Bound.share("reader workers", shareOf(options.size), { now: () => clock.currentTimeMillisUnsafe() }),
    countWaiting: (change) => waiting.modifyUnsafe(change, context),
    assignedCount: 0,
  }
  yield* Effect.addFinalizer(() => pool.workers.close)
  if (options.preload !== undefined) pass(pool, pool.workers.start())

  return (task) =>
    readOnce(pool, task).pipe(
      Effect.filterOrElse(
        ({ canRepeat }) => !canRepeat,
        () => readOnce(pool, task),
      ),
      Effect.match({ onFailure: failedReport, onSuccess: ({ report }) => report }),
    )
})

// --- private --------------------------------------------------------------------------

/**
 * A document may take its whole timeout, so one worker stays for the others: while several tenants have documents, none
 * holds them all.
 */
const shareOf = (size: number): Share.Rule => ({
  capacity: size,
  reserve: Math.min(1, size - 1),
  reserveFor: "others",
  allIfAlone: true,
})

/** A pool's options, its workers and the documents that wait for one. */
interface Pool {
  readonly options: Options
  /** In milliseconds. */
  readonly patience: number
  readonly workers: WorkerSet.WorkerSet
  readonly queue: FairQueue.FairQueue<Waiter>
  readonly share: Share.Share
  /** Counts documents that begin (1) or stop (-1) to wait. */
  readonly countWaiting: (change: 1 | -1) => void
  /** The number of documents that have got a worker. */
  assignedCount: number
}

/** A document that waits for a worker. */
interface Waiter {
  readonly tenant: string
  readonly turn: Deferred.Deferred<WorkerSet.Member, WebError.WebError>
  member: WorkerSet.Member | undefined
  timer: NodeJS.Timeout | undefined
}

/** Reads a document; another worker may succeed where this one ended by itself, or had read others. */
const readOnce = (
  pool: Pool,
  task: Task,
): Effect.Effect<{ readonly report: Read; readonly canRepeat: boolean }, WebError.WebError> =>
  Effect.uninterruptibleMask((restore) =>
    Conversation.Conversation.use(({ tenant }) => {
      const waiter: Waiter = { tenant, turn: Deferred.makeUnsafe(), member: undefined, timer: undefined }
      enter(pool, waiter)
      return restore(turnOf(pool, waiter)).pipe(
        // If the wait is interrupted at the moment when a worker comes, the next document gets it.
        Effect.onExit((exit) => (Exit.isSuccess(exit) ? Effect.void : Effect.sync(() => leave(pool, waiter)))),
        Effect.flatMap((member) =>
          restore(readInWorker(member.worker, task, pool.options)).pipe(
            Effect.map((report) => ({ report, canRepeat: isWorkersFault(report, member) })),
            Effect.onExit((exit) =>
              Effect.sync(() => release(pool, member, tenant, Exit.isSuccess(exit) ? exit.value.report : undefined)),
            ),
          ),
        ),
      )
    }),
  )

/** The worker that a document has got, or will get. */
const turnOf = (pool: Pool, { member, turn }: Waiter): Effect.Effect<WorkerSet.Member, WebError.WebError> =>
  member === undefined
    ? Effect.timeoutOrElse(Deferred.await(turn), {
        duration: pool.options.maxWait,
        orElse: () => Effect.suspend(() => Effect.fail(overloaded(pool))),
      })
    : Effect.succeed(member)

const overloaded = ({ options }: Pool): WebError.WebError => Permits.overloaded("documents", options.maxWait)

/** Takes an idle worker, or starts one if its tenant has none; otherwise the document waits. */
const enter = (pool: Pool, waiter: Waiter): void => {
  const { countWaiting, queue, share } = pool
  share.see(waiter.tenant)
  if (share.mayTake(waiter.tenant)) {
    const member = pool.workers.takeIdle()
    if (member !== undefined) return give(pool, waiter, member)
    if (share.heldBy(waiter.tenant) === 0 && pool.workers.hasRoom()) return give(pool, waiter, pool.workers.start())
  }
  queue.add(waiter, waiter.tenant)
  countWaiting(1)
  watch(pool, waiter)
  for (const displaced of queue.trim()) {
    countWaiting(-1)
    clearTimeout(displaced.timer)
    Deferred.doneUnsafe(displaced.turn, Exit.fail(overloaded(pool)))
  }
}

const leave = (pool: Pool, waiter: Waiter): void => {
  clearTimeout(waiter.timer)
  if (waiter.member !== undefined) {
    pool.share.release(waiter.tenant)
    return pass(pool, waiter.member)
  }
  if (pool.queue.remove(waiter)) pool.countWaiting(-1)
}

/** Starts another worker once no document gets one any more, or this document has waited for long. */
const watch = (pool: Pool, waiter: Waiter, times = 1): void => {
  const before = pool.assignedCount
  waiter.timer = setTimeout(() => {
    if (pool.assignedCount === before || times === patientTimes) grow(pool)
    else watch(pool, waiter, times + 1)
  }, pool.patience)
}

const give = (pool: Pool, waiter: Waiter, member: WorkerSet.Member): void => {
  clearTimeout(waiter.timer)
  pool.assignedCount += 1
  member.documentCount += 1
  waiter.member = member
  pool.share.take(waiter.tenant)
  Deferred.doneUnsafe(waiter.turn, Exit.succeed(member))
}

/** Gives a worker to the next document; without one the worker is idle. */
const pass = (pool: Pool, member: WorkerSet.Member): void => {
  const next = pool.queue.take((_, tenant) => pool.share.mayTake(tenant))
  if (next !== undefined) {
    pool.countWaiting(-1)
    return give(pool, next, member)
  }
  pool.workers.putIdle(member)
}

/**
 * Takes a worker back, with the report of its document unless the reading was interrupted. A worker that can't be
 * reused is ended, and waiting documents get another one.
 */
const release = (pool: Pool, member: WorkerSet.Member, tenant: string, report: Read | undefined): void => {
  const { documentCount, worker } = member
  pool.share.release(tenant)
  if (documentCount < maxDocuments && !worker.isLost() && report !== undefined && isUnharmed(report))
    return pass(pool, member)
  pool.workers.end(member)
  serveIdle(pool)
  grow(pool)
}

/** Gives idle workers to documents whose tenant has got room again. */
const serveIdle = (pool: Pool): void => {
  const member = pool.queue.size() > 0 ? pool.workers.takeIdle() : undefined
  if (member !== undefined) pass(pool, member)
}

/** Starts a worker if a document waits for one. */
const grow = (pool: Pool): void => {
  if (pool.queue.size() > 0 && pool.workers.hasRoom() && !pool.workers.hasIdle()) pass(pool, pool.workers.start())
}

const isOutOfMemory = ({ outcome }: Report): boolean => Result.isFailure(outcome) && outcome.failure === outOfMemory

/**
 * Whether a failure may be the worker's: the system killed it, perhaps to free memory, or the garbage of earlier
 * documents took its memory.
 */
const isWorkersFault = (report: Report, { documentCount, worker }: WorkerSet.Member): boolean =>
  Result.isFailure(report.outcome) && (worker.isLost() || (isOutOfMemory(report) && documentCount > 1))

/** A worker that may still be busy isn't reused, nor one that was stopped during its work. */
const isUnharmed = (report: Read): boolean =>
  report.hasAnswered &&
  (Result.isSuccess(report.outcome) || (report.outcome.failure.error !== "timeout" && !isOutOfMemory(report)))
