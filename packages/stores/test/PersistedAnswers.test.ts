/** Tests the contracts of the caches over a store in memory. */
import { assert, describe, it } from "@effect/vitest"
import { AnswerCache, SearchAnswer } from "@porthole/core"
import { BoundedMemory, PersistedAnswers } from "@porthole/stores"
import { AnswerCacheSuite } from "@porthole/stores/testing"
import { type Contract, PageSamples } from "@porthole/testing"
import { Context, Effect, Layer, ManagedRuntime } from "effect"
import type { Persistence } from "effect/persistence"
import { TestClock } from "effect/testing"

const run = (cases: ReadonlyArray<Contract.Case>) => {
  for (const { name, run } of cases) it.effect(name, () => run)
}

/** One store for all caches of a suite, as processes share one. */
const shared = ManagedRuntime.make(BoundedMemory.layer())

const over = <A>(layer: Layer.Layer<A, never, Persistence.BackingPersistence>) =>
  Effect.flatMap(shared.contextEffect, (store) =>
    Layer.build(Layer.fresh(layer).pipe(Layer.provide(Layer.succeedContext(store)))),
  )

describe("PageCache over a store in memory", () =>
  run(
    AnswerCacheSuite.cases({
      open: Effect.map(over(PersistedAnswers.layerPages), Context.get(AnswerCache.PageCache)),
      one: PageSamples.page("one"),
      other: PageSamples.page("other, with half a pair \ud800"),
      isShared: true,
    }),
  ))

describe("SearchCache over a store in memory", () =>
  run(
    AnswerCacheSuite.cases({
      open: Effect.map(over(PersistedAnswers.layerSearches), Context.get(AnswerCache.SearchCache)),
      one: { provider: "one", rows: SearchAnswer.ofChecked([]) },
      other: {
        provider: "other",
        rows: SearchAnswer.ofChecked([{ title: "x", url: "https://x.test/", snippet: "" }]),
        ignored: ["language"],
      },
      isShared: true,
    }),
  ))

describe("A search whose provider", () =>
  it.effect.each([
    ["failed", "brave", "failed", "brave_unreachable", 30],
    ["was left out after failures", "brave", "skipped", "brave_rate_limited", 30],
    ["isn't configured", "brave", "skipped", "brave_not_configured", 300],
    ["is an engine that failed", "searxng:google", "failed", "timeout", 300],
  ] as const)("%s is kept for a time of its own", ([, provider, outcome, reason, seconds]) =>
    Effect.gen(function* () {
      const cache = Context.get(yield* over(PersistedAnswers.layerSearches), AnswerCache.SearchCache)
      const attempts = [{ provider, outcome, reason }]
      yield* cache.keep(reason, { provider: "tavily", rows: SearchAnswer.ofChecked([]), attempts }, 1_000)
      yield* TestClock.adjust(`${seconds - 1} seconds`)
      assert.isTrue((yield* cache.find(reason, 1_000))?.isFresh)
      yield* TestClock.adjust("2 seconds")
      assert.isUndefined(yield* cache.find(reason, 1_000))
    }),
  ))
