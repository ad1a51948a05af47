/** Tests two processes that share their providers' cooldowns and circuits, over a real `redis-server` on loopback. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { join } from "node:path"
import { createInterface } from "node:readline"
import * as RedisServer from "./support/redis.ts"

const isMissing = RedisServer.isMissing()

/** A process that searches on command and returns the outcome; it ends with the scope. */
const searching = (port: number, does: "refuses" | "answers") =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() =>
        spawn(
          process.execPath,
          [join(import.meta.dirname, "support/searching.ts"), `redis://127.0.0.1:${port}`, does],
          { stdio: ["pipe", "pipe", "inherit"] },
        ),
      ),
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

describe.skipIf(isMissing)("two processes over one Redis", () => {
  const skipped = { provider: "first", outcome: "skipped", reason: "first_rate_limited" }

  it.live("share their cooldowns; without it each has its own, and both answer", () =>
    Effect.gen(function* () {
      const server = yield* RedisServer.make()
      const one = yield* searching(server.port, "refuses")
      const two = yield* searching(server.port, "answers")
      const failed = { provider: "first", outcome: "failed", reason: "first_rate_limited" }
      assert.deepStrictEqual(yield* one, { provider: "second", first: failed, requested: 1 })
      assert.deepStrictEqual(yield* two, { provider: "second", first: skipped, requested: 0 })
      assert.deepStrictEqual(yield* one, { provider: "second", first: skipped, requested: 1 })
      yield* server.kill
      assert.deepStrictEqual(yield* one, { provider: "second", first: skipped, requested: 1 })
      const answered = { provider: "first", outcome: "answered" }
      assert.deepStrictEqual(yield* two, { provider: "first", first: answered, requested: 1 })
    }),
  )

  it.live("answer when it freezes, too", () =>
    Effect.gen(function* () {
      const server = yield* RedisServer.make()
      const one = yield* searching(server.port, "answers")
      yield* one
      yield* server.freeze
      const first = { provider: "first", outcome: "answered" }
      assert.deepStrictEqual(yield* one, { provider: "first", first, requested: 2 })
      assert.deepStrictEqual(yield* one, { provider: "first", first, requested: 3 })
    }),
  )
})
