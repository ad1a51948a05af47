import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Layer } from "effect"
import { TestConsole } from "effect/testing"
import { ServerLog, ServerSettings } from "../src/index.ts"

const linesBy = (log_format: "text" | "json") =>
  Effect.gen(function* () {
    const failing = Effect.logError("It failed.", Cause.die(new Error("a bug")))
    yield* Effect.logWarning("acme POST /search 503 12 ms").pipe(
      Effect.andThen(failing),
      Effect.annotateLogs({ request: "0011", [ServerLog.parts]: { status: 503 } }),
      Effect.provide(ServerLog.layer.pipe(Layer.provide(ServerSettings.layer({ log_format })))),
    )
    return (yield* TestConsole.errorLines).map(String)
  })

describe("the log", () => {
  it.effect("as text has date, zone, level and the request's id", () =>
    Effect.gen(function* () {
      const [line, bug = ""] = yield* linesBy("text")
      assert.strictEqual(line, "1970-01-01T00:00:00.000Z WARN acme POST /search 503 12 ms request=0011")
      assert.match(bug, /^1970-01-01T00:00:00\.000Z ERROR It failed\. request=0011\nError: a bug\n/)
    }),
  )

  it.effect("as JSON is an object a line", () =>
    Effect.gen(function* () {
      const lines = yield* linesBy("json")
      const message = "acme POST /search 503 12 ms"
      const [first, second] = lines.map((line) => JSON.parse(line))
      assert.deepStrictEqual(first, {
        timestamp: "1970-01-01T00:00:00.000Z",
        level: "WARN",
        message,
        request: "0011",
        status: 503,
      })
      assert.match(second.cause, /^Error: a bug/)
      assert.isTrue(lines.every((line) => !line.includes("\n")))
    }),
  )
})
