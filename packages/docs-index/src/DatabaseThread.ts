/** The thread that has the databases, with its tasks as effects. */
import { Bound, DocsIndex } from "@porthole/core"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { Worker } from "node:worker_threads"
import type { Reply, Task } from "./worker/Protocol.ts"

/** Sends a task, and waits for its answer. */
export type Send = (task: Task) => Effect.Effect<unknown, DocsIndex.DocsIndexError>

/** Starts a thread at the first task, and another one if that has ended. It ends with the scope. */
export const make: Effect.Effect<Send, never, Scope.Scope> = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => new DatabaseThread()),
    (thread) => Effect.promise(() => thread.end()),
  ),
  (thread) => (task) => thread.send(task),
)

// --- private --------------------------------------------------------------------------

type Resume = (reply: Effect.Effect<unknown, DocsIndex.DocsIndexError>) => void

class DatabaseThread {
  readonly #waiting = new Map<number, Resume>()
  #worker: Worker | undefined
  #last = 0

  send(task: Task): Effect.Effect<unknown, DocsIndex.DocsIndexError> {
    return Effect.callback((resume) => {
      const id = ++this.#last
      const worker = (this.#worker ??= this.#start())
      this.#waiting.set(id, resume)
      worker.ref()
      worker.postMessage({ id, task }, [])
      return Effect.sync(() => void this.#waiting.delete(id))
    })
  }

  end(): Promise<unknown> {
    return this.#worker?.terminate() ?? Promise.resolve()
  }

  #start(): Worker {
    // Without the parent's streams, on which Node would write that SQLite is new.
    const worker = Bound.start(
      "documentation threads",
      () => new Worker(entry, { env: {}, execArgv: [], stdin: false, stdout: true, stderr: true }),
    )
    worker.on("message", (reply: Reply) => {
      const resume = this.#waiting.get(reply.id)
      this.#waiting.delete(reply.id)
      if (this.#waiting.size === 0) worker.unref()
      resume?.("failure" in reply ? Effect.fail(errorOf(reply.failure)) : Effect.succeed(reply.value))
    })
    const lose = (cause: unknown) => {
      // An error comes before the end: by then, another worker may have the tasks.
      if (this.#worker !== worker) return
      this.#worker = undefined
      // A caller may send its next task at once, to another worker.
      const resumes = Array.from(this.#waiting.values())
      this.#waiting.clear()
      for (const resume of resumes) resume(Effect.fail(lost(cause)))
    }
    worker.on("error", lose)
    worker.on("exit", (code) => lose(new Error(`The thread ended with ${code}.`)))
    return worker
  }
}

/** The program, beside this file in the sources, when compiled and in a bundle. */
const entry = new URL(
  import.meta.url.endsWith(".ts")
    ? "./worker/Entry.ts"
    : import.meta.url.endsWith("DatabaseThread.js")
      ? "./worker/Entry.js"
      : "./DocsIndexEntry.js",
  import.meta.url,
)

/** A failure of the thread as the port's error. */
export const errorOf = ({ detail, library, reason }: Extract<Reply, { readonly failure: unknown }>["failure"]) =>
  new DocsIndex.DocsIndexError({ reason, ...(library === undefined ? {} : { library }), cause: new Error(detail) })

const lost = (cause: unknown) => new DocsIndex.DocsIndexError({ reason: "failed", cause })
