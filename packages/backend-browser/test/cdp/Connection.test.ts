/** Tests the driver over a pipe of the test's own. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import * as Connection from "../../src/cdp/Connection.ts"
import * as FakePipe from "../support/FakePipe.ts"

const connect = (fake: FakePipe.FakePipe) => Connection.make(fake.pipe, { maxMessageBytes: 1_000 })

describe("a connection", () => {
  it.effect("gives each command its own answer, in any order", () =>
    Effect.gen(function* () {
      const fake = FakePipe.make()
      const connection = connect(fake)
      const first = yield* Effect.forkChild(connection.send("One"), { startImmediately: true })
      const second = yield* Effect.forkChild(connection.send("Two", { a: 1 }, "S"), { startImmediately: true })
      assert.deepStrictEqual(fake.sent, [
        { id: 1, method: "One", params: {} },
        { id: 2, method: "Two", params: { a: 1 }, sessionId: "S" },
      ])
      fake.tell({ id: 2, result: "two" })
      fake.tell({ id: 1, result: "one" })
      assert.deepStrictEqual([yield* Fiber.join(first), yield* Fiber.join(second)], ["one", "two"])
    }),
  )

  it.effect("fails a command that the browser refuses, with its words", () =>
    Effect.gen(function* () {
      const fake = FakePipe.make()
      const asked = yield* Effect.forkChild(Effect.flip(connect(fake).send("One")), { startImmediately: true })
      fake.tell({ id: 1, error: { code: -1, message: "No such thing" } })
      const error = yield* Fiber.join(asked)
      assert.deepInclude(error, { reason: "refused", method: "One", detail: "No such thing" })
    }),
  )

  it.effect("tells every listener of events, and ignores answers that nobody awaits", () =>
    Effect.sync(() => {
      const fake = FakePipe.make()
      const connection = connect(fake)
      const events: Array<unknown> = []
      connection.listen((event) => events.push(event))
      fake.tell({ id: 77, result: {} })
      const event = { method: "A.b", params: { x: 1 }, sessionId: "S" }
      fake.tell(event)
      fake.tell({ neither: true })
      assert.deepStrictEqual(events, [{ ...event, size: JSON.stringify(event).length }])
    }),
  )

  it.effect("fails a command whose answer is too long, and no other", () =>
    Effect.gen(function* () {
      const fake = FakePipe.make()
      const connection = connect(fake)
      const long = yield* Effect.forkChild(Effect.flip(connection.send("One")), { startImmediately: true })
      const short = yield* Effect.forkChild(connection.send("Two"), { startImmediately: true })
      fake.tell({ id: 1, result: "x".repeat(2_000) })
      fake.tell({ id: 2, result: "two" })
      assert.deepInclude(yield* Fiber.join(long), { reason: "refused", method: "One" })
      assert.strictEqual(yield* Fiber.join(short), "two")
    }),
  )

  it.effect("doesn't parse an answer that is too long for its method", () =>
    Effect.gen(function* () {
      const fake = FakePipe.make()
      const connection = Connection.make(fake.pipe, { maxMessageBytes: 1_000, maxAnswers: { One: 100 } })
      const long = yield* Effect.forkChild(Effect.flip(connection.send("One")), { startImmediately: true })
      const other = yield* Effect.forkChild(connection.send("Two"), { startImmediately: true })
      const short = yield* Effect.forkChild(connection.send("One"), { startImmediately: true })
      fake.tell(`{"id":1,"result":${"no JSON".repeat(20)}\0`)
      fake.tell({ id: 2, result: "x".repeat(101) })
      fake.tell({ id: 3, result: "x" })
      assert.deepInclude(yield* Fiber.join(long), { reason: "refused", method: "One" })
      assert.lengthOf(String(yield* Fiber.join(other)), 101)
      assert.strictEqual(yield* Fiber.join(short), "x")
    }),
  )

  it.effect("fails what waits, and what follows, once the browser is gone", () =>
    Effect.gen(function* () {
      for (const end of [
        (fake: FakePipe.FakePipe) => fake.end(),
        (_: FakePipe.FakePipe, connection: Connection.Connection) => connection.abandon(),
        (fake: FakePipe.FakePipe) => fake.tell("no JSON\0"),
        (fake: FakePipe.FakePipe) => fake.tell("[1]\0".repeat(2)),
        (fake: FakePipe.FakePipe) => fake.tell("x".repeat(1_001)),
      ]) {
        const fake = FakePipe.make()
        const connection = connect(fake)
        const asked = yield* Effect.forkChild(Effect.flip(connection.send("One")), { startImmediately: true })
        assert.isFalse(connection.hasEnded())
        end(fake, connection)
        assert.isTrue(connection.hasEnded())
        assert.strictEqual((yield* Fiber.join(asked)).reason, "closed")
        assert.strictEqual((yield* Effect.flip(connection.send("Two"))).reason, "closed")
        assert.include(["closed", "malformed", "oversized"], (yield* Effect.flip(connection.ended)).reason)
        assert.lengthOf(fake.sent, 1)
      }
    }),
  )
})
