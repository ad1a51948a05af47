import { assert, describe, it } from "@effect/vitest"
import { Deadline, WebError } from "@porthole/core"
import { Duration, Effect, Exit, Fiber, Schema } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import * as Retry from "../../src/chain/Retry.ts"

const now = Date.UTC(2026, 0, 1, 12, 0, 0)
const isWire = Schema.is(WebError.Wire)

describe("Retry-After", () => {
  it.effect.each([
    ["7", 7_000],
    [" 7 ", 7_000],
    ["0", 0],
    ["Thu, 01 Jan 2026 12:00:04 GMT", 4_000],
    ["Wed, 31 Dec 2025 12:00:00 GMT", 0],
    ["99999999999999999999", 86_400_000],
    ["9".repeat(400), 86_400_000],
    ["Fri, 31 Dec 9999 23:59:59 GMT", 86_400_000],
    ["-5", undefined],
    ["1.5", undefined],
    ["1e9", undefined],
    ["soon", undefined],
    ["", undefined],
  ] as const)("of %j is a wait of %s ms", ([header, expected]) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now)
      const { error, retryAfter } = yield* Retry.fromStatus(503, header)
      assert.strictEqual(retryAfter === undefined ? undefined : Duration.toMillis(retryAfter), expected)
      assert.strictEqual(error.wire.retry_after, expected === undefined ? undefined : expected / 1_000)
    }),
  )

  it.effect("replaces the advice in the message of a temporary status", () =>
    Effect.gen(function* () {
      const messageOf = (header?: string) =>
        Effect.map(Retry.fromStatus(503, header), ({ error }) => error.wire.message)
      const reported = yield* messageOf("7")
      const untold = yield* messageOf()
      assert.isTrue(untold?.startsWith(`${reported} `), untold)
      assert.strictEqual(yield* messageOf("soon"), untold)
    }),
  )

  it("of any text gives an error of the contract", () =>
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 100, max: 999 }), (header, status) => {
        const exit = Effect.runSyncExit(Retry.fromStatus(status, header))
        assert.isTrue(Exit.isSuccess(exit) && isWire(exit.value.error.wire))
      }),
    ))
})

it.effect("a demand for payment is final, whatever else the site says", () =>
  Effect.gen(function* () {
    const { error, retryAfter, transient } = yield* Retry.fromStatus(402, "1")
    assert.deepInclude(error.wire, { error: "http_error", reason: "payment_required", status_code: 402 })
    assert.deepStrictEqual([transient, retryAfter], [false, undefined])
  }),
)

it.effect("the second attempt waits a quarter of a second if the site set no time", () =>
  Effect.gen(function* () {
    let tries = 0
    const failing = Effect.suspend(() => (tries++, Effect.fail(Retry.transient(WebError.make({ error: "timeout" })))))
    const fiber = yield* Effect.forkChild(Effect.exit(Retry.withSecondTry(failing)))
    yield* TestClock.adjust("249 millis")
    assert.strictEqual(tries, 1)
    yield* TestClock.adjust("1 millis")
    yield* Fiber.join(fiber)
    assert.strictEqual(tries, 2)
  }),
)

it.effect("the second attempt isn't made if it would begin at the deadline", () =>
  Effect.gen(function* () {
    let tries = 0
    const failing = Effect.suspend(() => (tries++, Effect.fail(Retry.transient(WebError.make({ error: "timeout" })))))
    const inTime = Deadline.within(Retry.withSecondTry(failing), { duration: 250, orElse: () => Effect.void })
    const fiber = yield* Effect.forkChild(Effect.exit(inTime), { startImmediately: true })
    assert.isDefined(fiber.pollUnsafe())
    assert.strictEqual(tries, 1)
  }),
)
