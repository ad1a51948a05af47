/**
 * The end of the process. `process.exit` joins other threads, and may wait for them without end: one of libuv for a
 * look-up without an answer, one of V8 for a garbage collection by this thread (nodejs/node#54918). So on Linux a
 * program that only ends with the code takes the process over.
 */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { accessSync, constants } from "node:fs"
import { release } from "./Signals.ts"

/** Ends the process. */
export const exit = (code: number): never => {
  if (process.platform === "linux" && !isAwaited()) Effect.runSync(Effect.ignore(Effect.try(() => takeOver(code))))
  release()
  process.exit(code)
}

// --- private --------------------------------------------------------------------------

/** Whether something is left to do at an exit: flags of Node may ask for a trace, and preloads send theirs. */
const isAwaited = (): boolean => process.execArgv.length > 0 || process.listenerCount("exit") > 0

const shell = "/bin/sh"

/** Throws without a shell. Where there is none, `process.execve` would abort the process. */
const takeOver = (code: number): void => {
  accessSync(shell, constants.X_OK)
  for (const stream of [process.stdin, process.stdout, process.stderr]) block(Reflect.get(stream, "_handle"))
  process.execve?.(shell, ["sh", "-c", `exit ${code}`], {})
}

/** Lets a pipe block again: other programs share it, and expect that. */
const block = (handle: unknown): void => {
  if (!Predicate.hasProperty(handle, "setBlocking") || !Predicate.isFunction(handle.setBlocking)) return
  Reflect.apply(handle.setBlocking, handle, [true])
}
