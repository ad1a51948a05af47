/** Tests several providers in parallel. */
import { assert, describe, it } from "@effect/vitest"
import { WebError } from "@porthole/core"
import { fanOut } from "@porthole/provider-kit/chain"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { endingAt, fault, row, scripted, wireOf } from "./scripted.ts"

const timeout = WebError.make({ error: "timeout", message: "Late." })

describe("a fan-out", () => {
  it.effect("calls all in parallel and merges their hits", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const waits = scripted("a", () => Effect.as(Deferred.await(gate), { provider: "a", rows: [row("1"), row("2")] }))
      const opens = scripted("b", () =>
        Effect.as(Deferred.succeed(gate, undefined), { provider: "b", rows: [row("2"), row("3")], ignored: ["page"] }),
      )
      const search = yield* fanOut([waits.provider, opens.provider])
      assert.deepStrictEqual(yield* search({ query: "x" }), {
        provider: "a+b",
        rows: [row("2"), row("1"), row("3")],
        ignored: ["page"],
        attempts: [
          { provider: "a", outcome: "answered" },
          { provider: "b", outcome: "answered" },
        ],
      })
    }),
  )

  it.effect("is satisfied with the answers in time, and skips open circuits as a chain does", () => {
    const slow = scripted("slow", () => Effect.never)
    const short = scripted("short", () => Effect.never, { deadline: "1 second" })
    const out = scripted("out", () => fault("out", "rate_limited", 60))
    const missing = scripted("missing", () => [], { isConfigured: Effect.succeed(false) })
    const good = scripted("good", () => [row("1")])
    return Effect.gen(function* () {
      const search = yield* fanOut([slow.provider, short.provider, out.provider, missing.provider, good.provider])
      const call = Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(search({ query: "x" }))
        yield* TestClock.adjust("8 seconds")
        return yield* Fiber.join(fiber)
      })
      const attempts = (ofOut: "failed" | "skipped"): ReadonlyArray<WebError.Attempt> => [
        { provider: "slow", outcome: "failed", reason: "timeout" },
        { provider: "short", outcome: "failed", reason: "timeout" },
        { provider: "out", outcome: ofOut, reason: "out_rate_limited" },
        { provider: "missing", outcome: "skipped", reason: "missing_not_configured" },
        { provider: "good", outcome: "answered" },
      ]
      assert.deepStrictEqual(yield* call, { provider: "good", rows: [row("1")], attempts: attempts("failed") })
      assert.deepStrictEqual([slow.requested[0]?.endsAt, short.requested[0]?.endsAt], [7_920, 1_000])
      assert.deepInclude(yield* call, { attempts: attempts("skipped") })
      assert.deepStrictEqual([out.requested.length, missing.requested.length], [1, 0])
    })
  })

  it.effect("whose providers all fail fails with the error of the last configured one", () =>
    Effect.gen(function* () {
      const search = yield* fanOut(
        [
          scripted("a", () => timeout).provider,
          scripted("b", () => fault("b", "unauthorized")).provider,
          scripted("c", () => [], { isConfigured: Effect.succeed(false) }).provider,
        ],
        { setUpHint: "Set C_KEY." },
      )
      assert.deepStrictEqual(yield* wireOf(search({ query: "x" })), {
        error: "web_search_unavailable",
        reason: "b_unauthorized",
        message: "The provider says unauthorized.",
        attempts: [
          { provider: "a", outcome: "failed", reason: "timeout" },
          { provider: "b", outcome: "failed", reason: "b_unauthorized" },
        ],
      })
    }),
  )

  it.effect("gives the others a quarter of the time after the first answer, and lists those that timed out", () =>
    Effect.gen(function* () {
      const search = yield* fanOut([
        scripted("quick", () => [row("1")]).provider,
        scripted("slow", () => Effect.never).provider,
      ])
      yield* TestClock.setTime(1_000_000)
      const fiber = yield* Effect.forkChild(endingAt(1_008_000)(search({ query: "x" })))
      yield* TestClock.adjust("1900 millis")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("100 millis")
      assert.deepInclude(yield* Fiber.join(fiber), {
        provider: "quick",
        attempts: [
          { provider: "quick", outcome: "answered" },
          { provider: "slow", outcome: "failed", reason: "timeout" },
        ],
      })
    }),
  )

  it.effect("gives the others all their time after a failure", () =>
    Effect.gen(function* () {
      const search = yield* fanOut([
        scripted("broken", () => fault("broken", "unreachable")).provider,
        // clock: TestClock decides
        scripted("slow", () => Effect.as(Effect.sleep("5 seconds"), [row("1")])).provider,
      ])
      const fiber = yield* Effect.forkChild(search({ query: "x" }))
      yield* TestClock.adjust("5 seconds")
      assert.deepInclude(yield* Fiber.join(fiber), { provider: "slow", rows: [row("1")] })
    }),
  )

  it.effect("counts the unusable results of all providers", () =>
    Effect.gen(function* () {
      const partial = (provider: string, unusable: number) =>
        scripted(provider, () => Effect.succeed({ provider, rows: [row(provider)], unusable })).provider
      const search = yield* fanOut([partial("a", 1), scripted("b", () => [row("b")]).provider, partial("c", 2)])
      assert.propertyVal(yield* search({ query: "x" }), "unusable", 3)
    }),
  )

  it.effect("without a configured provider leaves the call to the public ones, one after the other", () => {
    const none = { isConfigured: Effect.succeed(false) }
    const last = scripted("last", () => [row("1")])
    return Effect.gen(function* () {
      const search = yield* fanOut([scripted("a", () => [], none).provider], {
        whenNoneConfigured: [scripted("open", () => [row("2")]).provider, last.provider],
        skippedUnconfigured: "omitted",
      })
      assert.deepStrictEqual(yield* search({ query: "x" }), {
        provider: "open",
        rows: [row("2")],
        attempts: [{ provider: "open", outcome: "answered" }],
      })
      assert.lengthOf(last.requested, 0)
    })
  })

  it.effect("ends with a refusal of ours and with a bug, for any other answers", () => {
    const refused = WebError.make({ error: "budget_exceeded" })
    const good = scripted("good", () => [row("1")])
    return Effect.gen(function* () {
      const ours = yield* fanOut([good.provider, scripted("a", () => refused).provider])
      assert.deepStrictEqual(yield* wireOf(ours({ query: "x" })), refused.wire)
      const bug = yield* fanOut([good.provider, scripted("a", () => Effect.die("bug")).provider])
      assert.isTrue(Exit.hasDies(yield* Effect.exit(bug({ query: "x" }))))
      assert.strictEqual((yield* wireOf(endingAt(-1)(ours({ query: "x" })))).error, "timeout")
    })
  })
})
