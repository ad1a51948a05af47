/** Tests chains whose keys are in a store that is slow or hangs. */
import { assert, describe, it } from "@effect/vitest"
import { chain, fanOut } from "@porthole/core/chain"
import { Clock, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { endingAt, row, scripted } from "./scripted.ts"

const hanging = { isConfigured: Effect.never }

describe.each([
  ["a chain", chain],
  ["a fan-out", fanOut],
] as const)("%s over a store of keys that hangs", (_, make) => {
  it.effect("counts its providers as configured after one second for all, and calls no public one instead", () => {
    const providers = ["a", "b", "c"].map((name) => scripted(name, () => [row(name)], hanging))
    const open = scripted("open", () => [row("open")])
    return Effect.gen(function* () {
      const search = yield* make(
        providers.map(({ provider }) => provider),
        { whenNoneConfigured: [open.provider] },
      )
      const fiber = yield* Effect.forkChild(search({ query: "x" }))
      yield* TestClock.adjust("999 millis")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(fiber.pollUnsafe()?._tag, "Success")
      assert.lengthOf(providers[0]?.requested ?? [], 1)
      assert.lengthOf(open.requested, 0)
    })
  })

  it.effect("waits for a quarter of a call that has less time", () => {
    const one = scripted("one", () => [row("a")], hanging)
    return Effect.gen(function* () {
      const search = yield* make([one.provider])
      yield* TestClock.setTime(3_600_000)
      const begin = yield* Clock.currentTimeMillis
      const fiber = yield* Effect.forkChild(endingAt(begin + 800)(search({ query: "x" })))
      yield* TestClock.adjust("200 millis")
      assert.strictEqual(fiber.pollUnsafe()?._tag, "Success")
      yield* Fiber.join(fiber)
    })
  })

  it.effect("doesn't wait beyond the answers: a provider on cooldown is left out", () => {
    const no = scripted("no", () => [row("no")], { isConfigured: Effect.as(Effect.sleep("600 millis"), false) })
    const yes = scripted("yes", () => [row("yes")], { isConfigured: Effect.as(Effect.sleep("600 millis"), true) })
    return Effect.gen(function* () {
      const search = yield* make([no.provider, yes.provider])
      const fiber = yield* Effect.forkChild(search({ query: "x" }))
      yield* TestClock.adjust("600 millis")
      assert.strictEqual(fiber.pollUnsafe()?._tag, "Success")
      assert.deepStrictEqual([no.requested.length, yes.requested.length], [0, 1])
    })
  })
})
