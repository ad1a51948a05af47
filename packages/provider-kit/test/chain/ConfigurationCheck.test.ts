/** Tests chains whose keys are in a store that is slow or hangs. */
import { assert, describe, it } from "@effect/vitest"
import type { WebBackend } from "@porthole/core"
import { chain, fanOut } from "@porthole/provider-kit/chain"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { endingAt, row, scripted } from "./scripted.ts"

const hanging = { isConfigured: Effect.never }
const after = (seconds: number, isConfigured: boolean) => ({
  // clock: TestClock decides
  isConfigured: Effect.as(Effect.sleep(seconds * 1_000), isConfigured),
})

/** The outcome of a search that has ended by its timeout. */
const outcomeOf = (search: WebBackend.Search) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(search({ query: "x" }))
    yield* TestClock.adjust("10 seconds")
    return yield* Effect.flatten(Fiber.await(fiber))
  })

/** The attempts of a search that answers. */
const attemptsOf = (search: WebBackend.Search) =>
  Effect.map(outcomeOf(search), (answer) => ("attempts" in answer ? answer.attempts : undefined))

describe.each([
  ["a chain", chain],
  ["a fan-out", fanOut],
] as const)("%s over a store of keys that is slow", (_, make) => {
  it.effect("goes on to the next provider, without a call of one whose key isn't known", () => {
    const slow = scripted("slow", () => [row("slow")], hanging)
    const next = scripted("next", () => [row("next")])
    return Effect.gen(function* () {
      const search = yield* make([slow.provider, next.provider])
      assert.deepStrictEqual(yield* attemptsOf(search), [
        { provider: "slow", outcome: "skipped", reason: "slow_not_configured" },
        { provider: "next", outcome: "answered" },
      ])
      assert.lengthOf(slow.requested, 0)
    })
  })

  it.effect("calls no public provider while it isn't known whether another one is configured", () => {
    const slow = scripted("slow", () => [row("slow")], hanging)
    const missing = scripted("missing", () => [], { isConfigured: Effect.succeed(false) })
    const open = scripted("open", () => [row("open")])
    return Effect.gen(function* () {
      const search = yield* make([slow.provider, missing.provider], { whenNoneConfigured: [open.provider] })
      const { wire } = yield* Effect.flip(outcomeOf(search))
      assert.strictEqual(wire.reason, "slow_not_configured")
      assert.include(wire.message, "couldn't be looked up in time")
      assert.deepStrictEqual([slow.requested.length, open.requested.length], [0, 0])
    })
  })

  it.effect("calls a provider whose key is found late, in the rest of its time", () => {
    const late = scripted("late", () => [row("late")], after(3, true))
    return Effect.gen(function* () {
      const search = yield* make([late.provider])
      assert.deepStrictEqual(yield* attemptsOf(search), [{ provider: "late", outcome: "answered" }])
      const [{ endsAt = 0 } = {}] = late.requested
      assert.isAtMost(endsAt, 10_000)
    })
  })

  it.effect("calls the public providers once it is known that no other one is configured", () => {
    const late = scripted("late", () => [row("late")], after(3, false))
    const open = scripted("open", () => [row("open")])
    return Effect.gen(function* () {
      const search = yield* make([late.provider], { whenNoneConfigured: [open.provider] })
      assert.deepStrictEqual(yield* attemptsOf(search), [
        { provider: "late", outcome: "skipped", reason: "late_not_configured" },
        { provider: "open", outcome: "answered" },
      ])
    })
  })

  it.effect("doesn't count as an outage of a provider", () => {
    let isSlow = true
    const one = scripted("one", () => [row("a")], {
      isConfigured: Effect.suspend(() => (isSlow ? Effect.never : Effect.succeed(true))),
    })
    return Effect.gen(function* () {
      const search = yield* make([one.provider])
      for (let times = 0; times < 4; times++) yield* Effect.flip(outcomeOf(search))
      isSlow = false
      assert.deepStrictEqual(yield* attemptsOf(search), [{ provider: "one", outcome: "answered" }])
    })
  })

  it.effect("ends the checks with the call", () => {
    let ended = 0
    const slow = scripted("slow", () => [], {
      isConfigured: Effect.onInterrupt(Effect.never, () => Effect.sync(() => void ended++)),
    })
    return Effect.gen(function* () {
      const search = yield* make([slow.provider, scripted("next", () => [row("next")]).provider])
      yield* outcomeOf(search)
      assert.strictEqual(ended, 1)
    })
  })

  it.effect("leaves time for the search to a call that has little", () => {
    const one = scripted("one", () => [row("a")], hanging)
    const two = scripted("two", () => [row("a")])
    return Effect.gen(function* () {
      const search = yield* make([one.provider, two.provider])
      const fiber = yield* Effect.forkChild(endingAt(800)(search({ query: "x" })))
      yield* TestClock.adjust("799 millis")
      assert.strictEqual(fiber.pollUnsafe()?._tag, "Success")
    })
  })

  it.effect("doesn't wait beyond the answers: a provider on cooldown is left out", () => {
    // clock: TestClock decides
    const no = scripted("no", () => [row("no")], { isConfigured: Effect.as(Effect.sleep("600 millis"), false) })
    // clock: TestClock decides
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
