import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Output } from "../src/Output.ts"
import * as Progress from "../src/Progress.ts"

it.effect("shows the pending step on a terminal after 300 ms, and wipes it away", () => {
  const printed: Array<string> = []
  const err = (text: string) => Effect.sync(() => void printed.push(text))
  const output = Layer.succeed(Output, {
    out: () => Effect.void,
    show: () => Effect.void,
    columns: undefined,
    err,
    colours: false,
    showsProgress: true,
    isInteractive: false,
  })
  return Effect.gen(function* () {
    // clock: TestClock decides
    const run = yield* Effect.forkChild(Progress.showWhile("Fetching", Effect.sleep("1400 millis")))
    yield* TestClock.adjust("299 millis")
    assert.deepStrictEqual(printed, [])
    yield* TestClock.adjust("1 millis")
    assert.deepStrictEqual(printed, ["\rFetching…"])
    yield* TestClock.adjust("2 seconds")
    yield* Fiber.join(run)
    assert.deepStrictEqual(printed, ["\rFetching…", "\rFetching… 1 s", "\r\u001b[K"])
  }).pipe(Effect.provide(output))
})
