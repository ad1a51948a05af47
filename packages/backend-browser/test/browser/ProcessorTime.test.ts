/** Tests whose processor time is read, by processes of the test's own. clock: real, since processes are. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { spawn } from "node:child_process"
import * as ProcessorTime from "../../src/browser/ProcessorTime.ts"

/** Ends its own child when its input ends. */
const keeper = `sh -c "$1" & p=$!; read -r _; kill -KILL $p`

/** The processor time below a shell that waits for another one, which runs some lines. */
const readerOf = Effect.fnUntraced(function* (lines: string) {
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => spawn("sh", ["-c", keeper, "sh", lines], { stdio: ["pipe", "pipe", "ignore"] })),
    (child) => Effect.promise(() => new Promise((resolve) => child.once("exit", resolve) && child.stdin.end())),
  )
  yield* Effect.promise(() => new Promise((resolve) => child.stdout.once("data", resolve)))
  return yield* ProcessorTime.reader(child.pid ?? 0)
})

describe.runIf(process.platform === "linux")("the processor time of a browser", () => {
  it.live("is that of the last process below its keeper", () =>
    Effect.gen(function* () {
      const read = yield* readerOf("echo; while :; do :; done")
      // clock: polls until the system has counted a tenth of a second
      while ((yield* read) < 100) yield* Effect.sleep("50 millis")
      assert.isAtLeast(yield* read, 100)
    }),
  )

  it.effect("is a tenth of the time that passes where the system lists no children", () =>
    Effect.gen(function* () {
      const read = yield* ProcessorTime.reader(process.pid, "/proc/none")
      const before = yield* read
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual((yield* read) - before, 200)
    }),
  )

  it.live("is 0 of a process that is gone", () =>
    Effect.gen(function* () {
      const read = yield* ProcessorTime.reader(2 ** 30)
      assert.strictEqual(yield* read, 0)
    }),
  )
})
