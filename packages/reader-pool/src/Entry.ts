/**
 * The program of a thread or process that reads documents, one after the other. Its arguments are URLs of modules to
 * load before the first task arrives. It reports `begun` when a task's module is loaded, then the answer. No module is
 * loaded before the network is refused.
 */
import { DocumentFormat } from "@porthole/core"
import * as Effect from "effect/Effect"
import v8 from "node:v8"
import { parentPort } from "node:worker_threads"
import { lockDown } from "./Lockdown.ts"
import { run } from "./RunTask.ts"
import { type EncodedReport, failedReport, type Task, encodeReport } from "./Task.ts"
import { begun } from "./Worker.ts"

/** `isWatched`: whether a reading stops itself at its timeout. */
const answerWith = (
  send: (message: EncodedReport | typeof begun) => void,
  isWatched: boolean,
): ((task: Task) => void) => {
  // A module that can't be loaded fails its first task.
  for (const module of process.argv.slice(2)) Effect.runFork(Effect.ignore(DocumentFormat.load(new URL(module))))
  return (task) =>
    void Effect.runFork(
      DocumentFormat.load(new URL(task.module)).pipe(
        Effect.tap(() => Effect.sync(() => send(begun))),
        Effect.flatMap((read) => run(read, task, isWatched)),
        Effect.catch((error) => Effect.succeed(failedReport(error))),
        Effect.catchDefect((defect) => Effect.succeed(failedReport(DocumentFormat.crashError(defect)))),
        Effect.map((report) => send(encodeReport(report))),
      ),
    )
}

// If some objects of a page live long, V8 later allocates such objects directly in its old generation. There they
// outlive their page until a full garbage collection. As an argument of the process the flag would invalidate the
// compiled code that Node comes with; threads have the flags of their program.
if (parentPort === null) v8.setFlagsFromString("--no-allocation-site-pretenuring")
lockDown()
if (parentPort !== null) {
  const port = parentPort
  port.on(
    "message",
    // The pool ends a thread that reads too long, and the end of this program ends it, too.
    answerWith((message) => port.postMessage(message), false),
  )
} else {
  process.on(
    "message",
    answerWith((message) => process.send?.(message), true),
  )
  process.on("disconnect", () => process.exit())
  // A terminal and a service manager signal the whole group: the program decides whether the page under way is read.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {})
}
