/**
 * The program of a thread or process that reads documents, one after the other. Its arguments are URLs of readers to
 * load before the first task arrives. It reports `begun` when a task's reader is loaded, then the answer.
 */
import { DocumentFormat } from "@porthole/core"
import * as Effect from "effect/Effect"
import { parentPort } from "node:worker_threads"
import { run } from "./RunTask.ts"
import { type Answer, failed, type Task, toAnswer } from "./Task.ts"
import { begun } from "./Worker.ts"

const answerWith = (send: (message: Answer | typeof begun) => void): ((task: Task) => void) => {
  // A reader that can't be loaded fails its first task.
  for (const reader of process.argv.slice(2)) Effect.runFork(Effect.ignore(DocumentFormat.load(new URL(reader))))
  return (task) =>
    void Effect.runFork(
      DocumentFormat.load(new URL(task.reader)).pipe(
        Effect.tap(() => Effect.sync(() => send(begun))),
        Effect.flatMap((read) => run(read, task)),
        Effect.catch((error) => Effect.succeed(failed(error))),
        Effect.catchDefect((defect) => Effect.succeed(failed(DocumentFormat.crashed(defect)))),
        Effect.map((report) => send(toAnswer(report))),
      ),
    )
}

if (parentPort !== null) {
  const port = parentPort
  port.on(
    "message",
    answerWith((message) => port.postMessage(message)),
  )
} else
  process.on(
    "message",
    answerWith((message) => process.send?.(message)),
  )
