import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { WebError } from "@porthole/core"
import * as Watchdog from "../src/Watchdog.ts"

const enough = { maxElapsed: 3_600_000, maxProcessorTime: 3_600_000 }
const brief = { maxElapsed: 150, maxProcessorTime: 100 }

const forever = (): never => {
  for (;;);
}

const errorOf = (result: Result.Result<unknown, WebError.WebError>): string =>
  Result.match(result, { onSuccess: () => "done", onFailure: ({ error }) => error })

describe("work under a watchdog", () => {
  it("returns the format's result", () => {
    assert.deepStrictEqual(
      Watchdog.within(enough, () => ({ done: true })),
      Result.succeed({ done: true }),
    )
  })

  it("that throws is extraction_failed, with the thrown value as its cause", () => {
    const fault = new Error("odd")
    const result = Watchdog.within(enough, () => {
      throw fault
    })
    assert.strictEqual(errorOf(result), "extraction_failed")
    if (Result.isFailure(result)) assert.strictEqual(WebError.causeOf(result.failure), fault)
  })

  it.each<readonly [name: string, work: () => unknown]>([
    ["a loop", forever],
    ["a regular expression", () => /^(a|a)*$/.test("a".repeat(50) + "b")],
    ["what is caught within it", () => Result.try(forever)],
    ["what a promise began with", () => new Promise(forever)],
  ])("is stopped while it runs: %s", (_, work) => {
    assert.strictEqual(errorOf(Watchdog.within(brief, work)), "timeout")
    assert.strictEqual(errorOf(Watchdog.within(enough, () => 1)), "done")
  })

  it("may stop a part of itself, and continues", () => {
    const result = Watchdog.within(enough, () => [errorOf(Watchdog.within(brief, forever)), "then"])
    assert.deepStrictEqual(result, Result.succeed(["timeout", "then"]))
  })

  it("is stopped during a part with more time, and doesn't continue", () => {
    const reached: Array<string> = []
    const result = Watchdog.within(brief, () => {
      Watchdog.within(enough, forever)
      reached.push("then")
    })
    assert.strictEqual(errorOf(result), "timeout")
    assert.deepStrictEqual(reached, [])
  })

  it("that got too little processor time is started again", () => {
    let calls = 0
    const shared = new Int32Array(new SharedArrayBuffer(4))
    const result = Watchdog.within({ maxElapsed: 60_000, maxProcessorTime: 200 }, () => {
      calls++
      // A wait longer than the first attempt may take, without processor time.
      const pauses = calls === 1 ? 100 : 0
      for (let pause = 0; pause < pauses; pause++) Atomics.wait(shared, 0, 0, 10)
      return calls
    })
    assert.deepStrictEqual(result, Result.succeed(2))
  })

  it("isn't started again if it had its processor time", () => {
    const spent: Array<number> = []
    const counted = Watchdog.processorTime()
    const result = Watchdog.within({ maxElapsed: 600, maxProcessorTime: 100 }, () => {
      spent.push(counted())
      forever()
    })
    assert.strictEqual(errorOf(result), "timeout")
    // A second attempt is right only if other processes used most of the first one's time.
    for (const before of spent.slice(1)) assert.isBelow(before, 75)
  })
})
