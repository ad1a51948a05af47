import { assert, it } from "@effect/vitest"
import { Shortening } from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { Effect, Fiber, Layer, Queue } from "effect"
import { McpTest } from "effect/ai"
import { TestClock } from "effect/testing"
import { McpTools, WebTools } from "../../src/index.ts"
import { page } from "../support/backends.ts"

it.effect("reports figures that grow with each notification, and ends at the total", () =>
  Effect.gen(function* () {
    const begun = yield* Queue.unbounded<"read" | "shorten">()
    const bothBegin = Effect.andThen(Queue.take(begun), Queue.take(begun))
    const work = <A>(step: "read" | "shorten", answer: A) =>
      // clock: TestClock decides
      Effect.andThen(Queue.offer(begun, step), Effect.delay(Effect.succeed(answer), "7 seconds"))
    const web = Layer.mergeAll(
      Doubles.backend({ extract: () => work("read", page("The sea. ".repeat(5_000))) }),
      Layer.succeed(Shortening.Compressor, { compress: () => work("shorten", "Short.") }),
    )
    const registrations = McpTools.registrations.pipe(Layer.provide(WebTools.layer), Layer.provide(web))
    const client = yield* McpTest.makeClient(registrations, { protocols: McpTools.protocols })
    const urls = ["https://example.com/1", "https://example.com/2"]
    const call = yield* Effect.forkChild(
      client.callTool({ name: "web_fetch", arguments: { urls }, _meta: { progressToken: "p" } }),
    )
    yield* bothBegin
    yield* TestClock.adjust("7 seconds")
    yield* bothBegin
    yield* TestClock.adjust("7 seconds")
    assert.include(JSON.stringify((yield* Fiber.join(call)).content), "Short.")
    const reported = yield* Queue.takeAll(client.notifications)
    assert.deepStrictEqual(
      reported.flatMap(({ payload }) => (payload !== undefined && "progress" in payload ? [payload.progress] : [])),
      [0.5, 1 - 1 / 3, 1, 2],
    )
    assert.deepStrictEqual(
      reported.flatMap(({ payload }) => (payload !== undefined && "message" in payload ? [payload.message] : [])),
      ["Fetching from example.com.", "Fetching from example.com.", "Read 1 of 2 pages.", "Read 2 of 2 pages."],
    )
  }),
)
