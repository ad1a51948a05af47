/** Tests when a browser counts as blocked, without a browser. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as Watchdog from "../../src/browser/Watchdog.ts"

/** A browser whose answers and whose processor time the test gives. */
const watched = Effect.gen(function* () {
  const browser = { pings: 0, used: 0, answers: true }
  const ping = Effect.suspend(() => {
    browser.pings++
    return browser.answers ? Effect.void : Effect.never
  })
  const blocked = yield* Effect.forkChild(Watchdog.blocked({ ping, processorTime: Effect.sync(() => browser.used) }), {
    startImmediately: true,
  })
  const isBlocked = () => blocked.pollUnsafe() !== undefined
  /** Half a second, in which the browser uses so many milliseconds of processor time. */
  const pass = (used: number) =>
    Effect.suspend(() => {
      browser.used += used
      return TestClock.adjust("500 millis")
    })
  return { browser, blocked, isBlocked, pass }
})

describe("the watchdog", () => {
  it.effect("condemns a browser that is busy and misses two pings", () =>
    Effect.gen(function* () {
      const { browser, isBlocked, pass } = yield* watched
      browser.answers = false
      yield* pass(0)
      for (let miss = 0; miss < 4 && !isBlocked(); miss++) yield* pass(500)
      assert.isTrue(isBlocked())
      assert.strictEqual(browser.pings, 3)
    }),
  )

  it.effect("lets a browser be that answers, however busy it is", () =>
    Effect.gen(function* () {
      const { browser, isBlocked, pass } = yield* watched
      for (let time = 0; time < 100; time++) yield* pass(500)
      assert.isFalse(isBlocked())
      assert.isAtLeast(browser.pings, 100)
    }),
  )

  it.effect("lets a browser be that gets no processor, however long it takes", () =>
    Effect.gen(function* () {
      const { browser, isBlocked, pass } = yield* watched
      browser.answers = false
      for (let time = 0; time < 100; time++) yield* pass(0)
      assert.isFalse(isBlocked())
      for (let time = 0; time < 4; time++) yield* pass(200)
      assert.isTrue(isBlocked())
    }),
  )

  it.effect("forgets a miss after an answer", () =>
    Effect.gen(function* () {
      const { browser, isBlocked, pass } = yield* watched
      for (let time = 0; time < 20; time++) {
        browser.answers = false
        const { pings } = browser
        while (browser.pings < pings + 1) yield* pass(0)
        browser.answers = true
        yield* pass(500)
        yield* pass(0)
      }
      assert.isFalse(isBlocked())
    }),
  )

  it.effect("ends with the browser", () =>
    Effect.gen(function* () {
      const end = yield* Deferred.make<never, string>()
      const blocked = yield* Effect.forkChild(
        Effect.flip(Watchdog.blocked({ ping: Deferred.await(end), processorTime: Effect.succeed(0) })),
      )
      yield* Deferred.fail(end, "closed")
      assert.strictEqual(yield* Fiber.join(blocked), "closed")
    }),
  )
})
