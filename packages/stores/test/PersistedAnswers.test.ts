/** Tests the contracts of the caches over a store in memory. */
import { describe, it } from "@effect/vitest"
import { AnswerCache, SearchAnswer } from "@porthole/core"
import { BoundedMemory, PersistedAnswers } from "@porthole/stores"
import { AnswerCacheSuite } from "@porthole/stores/testing"
import { type Contract, PageSamples } from "@porthole/testing"
import { Context, Effect, Layer, ManagedRuntime } from "effect"
import type { Persistence } from "effect/persistence"

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
