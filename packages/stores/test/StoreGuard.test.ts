import { assert, describe, it } from "@effect/vitest"
import { Settings } from "@porthole/core"
import { StoreGuard } from "@porthole/stores"
import { Effect, Layer, Metric, Option } from "effect"
import { TestClock } from "effect/testing"

describe("a call of a store that never answers", () => {
  it.effect.each([
    [{}, 1_000],
    [{ search_timeout: "1 s" }, 100],
    [{ fetch_timeout: "5 s" }, 500],
    [{ search_timeout: "60 s", fetch_timeout: "120 s" }, 6_000],
  ] as const)("ends after a tenth of the shorter timeout: %j, %d ms", ([settings, ms]) =>
    Effect.gen(function* () {
      const guarded = yield* StoreGuard.make("test")
      const call = yield* Effect.forkChild(
        guarded(() => Effect.never),
        { startImmediately: true },
      )
      yield* TestClock.adjust(ms - 1)
      assert.isUndefined(call.pollUnsafe())
      yield* TestClock.adjust(1)
      const exit = call.pollUnsafe()
      assert.isTrue(exit?._tag === "Success" && Option.isNone(exit.value))
    }).pipe(Effect.provide(Layer.orDie(Settings.layer(settings)))),
  )
})

describe("the metrics", () => {
  it.effect("count a store's answers, its failures, and the calls that it was spared", () =>
    Effect.gen(function* () {
      const guarded = yield* StoreGuard.make("counted", 2)
      const count = (outcome: string) =>
        Effect.map(
          Metric.value(Metric.withAttributes(StoreGuard.calls, { store: "counted", outcome })),
          ({ count }) => count,
        )
      yield* guarded(() => Effect.succeed(1))
      for (let times = 0; times < 3; times++) yield* guarded(() => Effect.fail("down"))
      assert.deepStrictEqual(yield* Effect.forEach(["answered", "failed", "skipped"], count), [1, 2, 1])
    }),
  )
})
