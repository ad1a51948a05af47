/** Reads one document with the loaded module of its format, in the current thread, within the document's timeout. */
import { DocumentFormat } from "@porthole/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Report, Task } from "./Task.ts"
import * as Watchdog from "./Watchdog.ts"

/**
 * Runs a format's function. Never fails: one that throws or times out is a failed outcome. `isWatched` is whether V8
 * stops a synchronous one at the timeout. Node starts a thread to do so.
 */
export const run = Effect.fnUntraced(function* (
  read: DocumentFormat.Read,
  { fetched, isTraced, readers, timeout }: Omit<Task, "module">,
  isWatched: boolean,
): Effect.fn.Return<Report> {
  const clock = yield* Clock.Clock
  const startTime = clock.currentTimeMillisUnsafe()
  const elapsed = (): number => clock.currentTimeMillisUnsafe() - startTime
  const stages: Array<DocumentFormat.StageTrace> = []
  let attributes: Report["attributes"] = {}
  const start = () =>
    read(fetched, {
      timeout,
      isTimedOut: () => elapsed() > timeout,
      isTimeRunningOut: () => elapsed() > budgetShare * timeout,
      annotate: (more) => {
        attributes = { ...attributes, ...more }
      },
      ...(readers === undefined
        ? {}
        : { readers: { html: new URL(readers.html), markdown: new URL(readers.markdown) } }),
      ...(isTraced ? { trace: (stage) => void stages.push(stage) } : {}),
    })
  const begun = isWatched
    ? Watchdog.within({ maxElapsed: timeout, maxProcessorTime: timeout }, start)
    : Result.try({ try: start, catch: DocumentFormat.crashError })
  const outcome = Result.isFailure(begun) ? Result.fail(begun.failure) : begun.success
  return { outcome: Result.isResult(outcome) ? outcome : yield* settled(outcome, timeout), stages, attributes }
})

// --- private --------------------------------------------------------------------------

/** The share of the time after which a format of many parts stops, so that its result still arrives in time. */
const budgetShare = 0.6

const settled = (begun: Promise<DocumentFormat.Outcome>, timeout: number): Effect.Effect<DocumentFormat.Outcome> =>
  Effect.tryPromise({ try: () => begun, catch: DocumentFormat.crashError }).pipe(
    Effect.flatMap(Effect.fromResult),
    Effect.timeoutOrElse({ duration: timeout, orElse: () => Effect.fail(DocumentFormat.timeoutError) }),
    Effect.result,
  )
