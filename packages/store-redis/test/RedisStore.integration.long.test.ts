/** Tests two processes over one real `redis-server`. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { type Searching, sharedCircuitTests } from "./support/SharedCircuitTests.ts"

const program = join(import.meta.dirname, "support/searchOnCommand.ts")

/** A process that searches on command and returns the outcome; it ends with the scope. */
const searching: Searching = (...args) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => spawn(process.execPath, [program, ...args], { stdio: ["pipe", "pipe", "inherit"] })),
      (child) => Effect.sync(() => void child.kill("SIGKILL")),
    ),
    (child) => {
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
      return Effect.promise(async () => {
        child.stdin.write("\n")
        const line = await lines.next()
        return line.done === true ? assert.fail("The process ended.") : JSON.parse(line.value)
      })
    },
  )

sharedCircuitTests("processes", searching)
