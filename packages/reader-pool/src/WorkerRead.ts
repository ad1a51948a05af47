/** One document read by one worker, whose time and memory are limited from outside. */
import { DocumentFormat, WebError } from "@porthole/core"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Result from "effect/Result"
import { failedReport, type Report, type Task, decodeReport } from "./Task.ts"
import type { Worker } from "./Worker.ts"

/** MiB of memory that a worker may use, including garbage of earlier documents. */
export interface Limits {
  readonly memory: number
}

/** A report, and whether it is the worker's own: then it waits for the next task, and else it may be busy with this. */
export interface Read extends Report {
  readonly hasAnswered: boolean
}

/** The failure of a document that needs too much memory. */
export const outOfMemory = WebError.make({
  error: "extraction_failed",
  message: "The document needs more memory than allowed. Use a smaller one.",
})

/**
 * Reads a document. The worker isn't ended here; one that hasn't answered must not be used again, because its late
 * answer would be taken for that of the next document.
 */
export const readInWorker = (worker: Worker, task: Task, limits: Limits): Effect.Effect<Read> =>
  Effect.suspend(() => {
    const begun = Deferred.makeUnsafe<void>()
    const answer = Deferred.makeUnsafe<Read>()
    const settle = (report: Report, hasAnswered: boolean): void =>
      void Deferred.doneUnsafe(answer, Exit.succeed({ ...report, hasAnswered }))
    worker.listen({
      begun: () => void Deferred.doneUnsafe(begun, Exit.void),
      answered: (value) =>
        settle(decodeReport(value) ?? failure("The reader returned no valid page. Use another page.", value), true),
      lost: (cause) => settle(failure(Deferred.isDoneUnsafe(begun) ? crashed : unstartable, cause), false),
    })
    const sent = Result.try(() => worker.send(task))
    if (Result.isFailure(sent))
      settle(failure("The page can't be sent to its reader. Use another page.", sent.failure), false)
    const late = Effect.map(exceeded(worker, task, limits, begun), (report) => ({ ...report, hasAnswered: false }))
    return Deferred.await(answer).pipe(
      Effect.raceFirst(late),
      Effect.onExit(() => Effect.sync(() => worker.listen(undefined))),
    )
  })

// --- private --------------------------------------------------------------------------

const crashed = "The page can't be read, because its reader crashed. Use another page."
/** No page has been read yet, so another page doesn't help. */
const unstartable = "The reader can't be started. Restart porthole."

/** Milliseconds for starting a worker and loading a module, which takes seconds on a busy machine. */
const startTimeout = 30_000

/** Milliseconds after the document's timeout in which a worker may still report the timeout itself. */
const grace = 250

/**
 * Milliseconds until a worker is first checked, and between later checks. Most documents are read before the first
 * check, and need no other timer.
 */
const firstLook = 100
const pollInterval = 25

/** The assumed maximum growth of a worker until the next check, as a share of its memory. */
const maxGrowth = 0.25

/** The machine's fault, and not the page's. */
const tooLate = WebError.make({
  error: "extraction_failed",
  reason: "overloaded",
  message: "The reader didn't start in time. Try once more.",
})

const timedOut = failedReport(DocumentFormat.timeoutError)

/**
 * Succeeds when a worker has exceeded a limit. The time counts from the start of the reading, or from the sending if
 * the reading begins before the first look.
 */
const exceeded = Effect.fnUntraced(function* (
  worker: Worker,
  { timeout }: Task,
  { memory }: Limits,
  begun: Deferred.Deferred<void>,
) {
  yield* Effect.sleep(firstLook)
  if (!Deferred.isDoneUnsafe(begun)) {
    const start = yield* Effect.timeoutOption(Deferred.await(begun), startTimeout - firstLook)
    if (start._tag === "None") return failedReport(tooLate)
    yield* Effect.sleep(firstLook)
  }
  return yield* Effect.timeoutOrElse(overused(worker, { memory, maxProcessorTime: timeout }), {
    duration: timeout + grace - firstLook,
    orElse: () => Effect.succeed(timedOut),
  })
})

/** Succeeds when a worker has used more than its memory, or more processor time since before the first look. */
const overused = Effect.fnUntraced(function* (worker: Worker, most: { memory: number; maxProcessorTime: number }) {
  const usage = Effect.promise(() => worker.usage().catch(() => ({ processorTime: 0, memory: 0 })))
  const first = yield* usage
  const before = first.processorTime - firstLook
  for (let last = first.memory; ;) {
    const { memory, processorTime } = yield* usage
    // A growing worker keeps growing until it has ended.
    const growth = Math.min(Math.max(0, memory - last), most.memory * maxGrowth)
    if (memory + growth > most.memory) return failedReport(outOfMemory)
    last = memory
    if (processorTime - before > most.maxProcessorTime) return timedOut
    yield* Effect.sleep(pollInterval)
  }
})

const failure = (message: string, cause: unknown): Report =>
  failedReport(WebError.make({ error: "extraction_failed", message }, cause))
