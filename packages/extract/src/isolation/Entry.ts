/**
 * The program of a thread or process that reads documents: it says when it is ready, and then answers one
 * task after the other. Until the first one comes it warms up (`WarmUp.ts`). Whoever started it ends it.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { parentPort } from "node:worker_threads"
import { make, type Task } from "../ReadDocument.ts"
import * as Watchdog from "../Watchdog.ts"
import * as Answer from "./Answer.ts"
import { ready } from "./Peer.ts"
import * as WarmUp from "./WarmUp.ts"

const read = make()

const answerWith = (send: (answer: Answer.Answer | typeof ready) => void): ((task: Task) => void) => {
  let endWarmUp: (() => void) | undefined
  let isAsked = false
  // Most documents are HTML: what reads it is loaded before the first one comes. What can't be loaded says so then.
  import("../Pipeline.ts").then(
    (pipeline) => {
      send(ready)
      if (!isAsked) endWarmUp = WarmUp.begin(pipeline)
    },
    () => send(ready),
  )
  return (task) => {
    isAsked = true
    endWarmUp?.()
    Effect.runFork(
      Effect.map(
        Effect.catchDefect(read(task), (defect) => Effect.succeed({ outcome: Result.fail(Watchdog.gaveUp(defect)) })),
        (report) => send(Answer.ofReport(report)),
      ),
    )
  }
}

if (parentPort !== null) {
  const port = parentPort
  port.on(
    "message",
    answerWith((answer) => port.postMessage(answer)),
  )
} else
  process.on(
    "message",
    answerWith((answer) => process.send?.(answer)),
  )
