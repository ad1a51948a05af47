import { assert, describe, it } from "@effect/vitest"
import { Conversation, Network } from "@porthole/core"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as PinCache from "../../src/chain/PinCache.ts"

/** A resolver that takes a second, and a log of the names that it resolved. */
const slow = () => {
  const requested: Array<string> = []
  const resolve = (host: string) =>
    // clock: TestClock decides
    Effect.suspend(() => (requested.push(host), Effect.delay(Effect.succeed(["93.184.216.34"]), "1 second")))
  return { requested, layer: Layer.succeed(Network.Resolver, Network.Resolver.of({ resolve })) }
}

const as = (tenant: string, id: string) => Effect.provideService(Conversation.Conversation, { tenant, id })

describe("a first lookup", () => {
  it.effect("resolves once for all callers at the same time, also when the first of them leaves", () =>
    Effect.gen(function* () {
      const { requested, layer } = slow()
      yield* Effect.gen(function* () {
        const pins = yield* PinCache.make
        const [first, second] = [yield* Effect.forkChild(pins("a.test")), yield* Effect.forkChild(pins("a.test"))]
        yield* TestClock.adjust("100 millis")
        yield* Fiber.interrupt(first)
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(yield* Fiber.join(second), ["93.184.216.34"])
        assert.deepStrictEqual(requested, ["a.test"])
      }).pipe(Effect.provide(layer))
    }),
  )

  it.effect("abandoned by all callers leaves no pin and no failure", () =>
    Effect.gen(function* () {
      const { requested, layer } = slow()
      yield* Effect.gen(function* () {
        const pins = yield* PinCache.make
        const first = yield* Effect.forkChild(pins("a.test"))
        yield* TestClock.adjust("100 millis")
        yield* Fiber.interrupt(first)
        const second = yield* Effect.forkChild(pins("a.test"))
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(yield* Fiber.join(second), ["93.184.216.34"])
        assert.strictEqual(requested.length, 2)
      }).pipe(Effect.provide(layer))
    }),
  )
})

it.effect("a pin belongs to one conversation of one tenant", () =>
  Effect.gen(function* () {
    const { requested, layer } = slow()
    yield* Effect.gen(function* () {
      const pins = yield* PinCache.make
      const fiber = yield* Effect.forkChild(
        Effect.all([
          pins("a.test").pipe(as("t", "1")),
          pins("a.test").pipe(as("t", "1")),
          pins("a.test").pipe(as("t", "2")),
          pins("a.test").pipe(as("u", "1")),
          pins("a.test").pipe(as('t","1', "")),
          pins("b.test").pipe(as("t", "1")),
        ]),
      )
      yield* TestClock.adjust("10 seconds")
      yield* Fiber.join(fiber)
      assert.deepStrictEqual(requested, ["a.test", "a.test", "a.test", "a.test", "b.test"])
    }).pipe(Effect.provide(layer))
  }),
)
