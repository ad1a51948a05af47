/** The thread that has a frontier, with its tasks as effects. */
import { Bound, Frontier } from "@porthole/core"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { Worker } from "node:worker_threads"
import type { Reply, Task } from "./worker/Protocol.ts"

/** Sends a task, and waits for its answer. */
export type Send = (task: Task) => Effect.Effect<unknown, Frontier.FrontierError>

/** Starts the thread, which ends with the scope. Once it has ended, all tasks fail. */
export const make: Effect.Effect<Send, never, Scope.Scope> = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => new FrontierThread()),
    (thread) => Effect.promise(() => thread.end()),
  ),
  (thread) => (task) => thread.send(task),
)

// --- private --------------------------------------------------------------------------

type Resume = (reply: Effect.Effect<unknown, Frontier.FrontierError>) => void

class FrontierThread {
  readonly #waiting = new Map<number, Resume>()
  readonly #worker: Worker
  #last = 0
  #lost: Frontier.FrontierError | undefined

  constructor() {
    // Without the parent's streams, on which Node would write that SQLite is new.
    const streams = { stdin: false, stdout: true, stderr: true }
    this.#worker = Bound.start(
      "frontier threads",
      () => new Worker(entry, { env: {}, execArgv: [], ...streams, resourceLimits }),
    )
    this.#worker.on("message", (reply: Reply) => {
      const resume = this.#waiting.get(reply.id)
      this.#waiting.delete(reply.id)
      resume?.("failure" in reply ? Effect.fail(errorOf(reply.failure)) : Effect.succeed(reply.value))
    })
    this.#worker.on("error", (cause) => this.#lose(cause))
    this.#worker.on("exit", (code) => this.#lose(new Error(`The thread ended with ${code}.`)))
  }

  /** An interrupted task is still done: its transaction is in the thread. */
  send(task: Task): Effect.Effect<unknown, Frontier.FrontierError> {
    return Effect.callback((resume) => {
      if (this.#lost !== undefined) return resume(Effect.fail(this.#lost))
      const id = ++this.#last
      this.#waiting.set(id, resume)
      this.#worker.postMessage({ id, task }, [])
      return Effect.sync(() => void this.#waiting.delete(id))
    })
  }

  end(): Promise<unknown> {
    return this.#worker.terminate()
  }

  #lose(cause: unknown): void {
    const error = (this.#lost ??= new Frontier.FrontierError({ reason: "failed", cause }))
    for (const resume of this.#waiting.values()) resume(Effect.fail(error))
    this.#waiting.clear()
  }
}

/**
 * The bounds of the thread's heap, in MiB. Without them V8 collects so seldom that the heap grows with the number of
 * items, although a task needs only a few MiB.
 */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 6 }

/** The program, beside this file in the sources, when compiled and in a bundle. */
const entry = new URL(
  import.meta.url.endsWith(".ts")
    ? "./worker/Entry.ts"
    : import.meta.url.endsWith("FrontierThread.js")
      ? "./worker/Entry.js"
      : "./FrontierEntry.js",
  import.meta.url,
)

const errorOf = ({ detail, reason }: Extract<Reply, { readonly failure: unknown }>["failure"]) =>
  new Frontier.FrontierError({ reason, cause: new Error(detail) })
