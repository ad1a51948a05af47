/**
 * Stops synchronous work of the current thread that takes too long: V8 ends a script at its timeout, even within a
 * library or a regular expression. It costs about 0.1 ms, because Node starts a thread for each timeout.
 */
import { DocumentFormat, type WebError } from "@porthole/core"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import { createContext, Script } from "node:vm"

/** The limits of work, in ms. */
export interface Allowance {
  /** Wall-clock time. */
  readonly maxElapsed: number
  /** The thread's own processor time, which doesn't count the time of other programs. */
  readonly maxProcessorTime: number
}

/**
 * Runs work that can be repeated. V8 only knows wall-clock time: if the work was stopped because other programs used
 * the processor, it is repeated with the remaining time. Work that throws is `extraction_failed`.
 */
export const within = <A>(
  { maxElapsed, maxProcessorTime }: Allowance,
  work: () => A,
): Result.Result<A, WebError.WebError> => {
  const first = Math.min(maxElapsed, maxProcessorTime)
  const spent = processorTime()
  const done = attempt(first, work)
  if (done !== undefined) return done
  const canRepeat = spent() < maxSpentShare * maxProcessorTime && maxElapsed > first
  return (canRepeat ? attempt(maxElapsed - first, work) : undefined) ?? Result.fail(DocumentFormat.timeoutError)
}

/** Starts a counter of this thread's processor time; it returns the milliseconds since then. */
export const processorTime = (): (() => number) => {
  const before = process.threadCpuUsage()
  return () => {
    const { system, user } = process.threadCpuUsage(before)
    return (system + user) / 1_000
  }
}

// --- private --------------------------------------------------------------------------

/** A share of the allowed processor time: with more used, a second try would fail too. */
const maxSpentShare = 0.5

const box = createContext({ work: undefined })
const script = new Script("work()")

/** `undefined` after a timeout. */
const attempt = <A>(ms: number, work: () => A): Result.Result<A, WebError.WebError> | undefined => {
  box["work"] = work
  const done = Result.try({
    try: (): A => script.runInContext(box, { timeout: Math.max(1, Math.ceil(ms)) }),
    catch: (cause) => cause,
  })
  box["work"] = undefined
  if (Result.isSuccess(done)) return Result.succeed(done.success)
  return isTimeout(done.failure) ? undefined : Result.fail(DocumentFormat.crashError(done.failure))
}

/** The error of a timeout isn't an `Error` of this realm. */
const isTimeout = (cause: unknown): boolean =>
  Predicate.hasProperty(cause, "code") && cause.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
