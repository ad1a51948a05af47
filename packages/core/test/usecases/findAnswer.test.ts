/** Tests searches through a cache. */
import { assert, describe, it } from "@effect/vitest"
import { Conversation, searchAndFetch, Settings, WebError, webSearch } from "@porthole/core"
import { BoundedMemory, PersistedAnswers, RateLimitedBudget } from "@porthole/stores"
import { Doubles } from "@porthole/testing"
import { Effect, Exit, Layer } from "effect"
import { RateLimiter } from "effect/persistence"
import { TestClock } from "effect/testing"

const row = (n: number) => ({ title: `Hit ${n}`, url: `https://site${n}.example/`, content: "text" })
const threeHits = [1, 2, 3].map((n) => ({ title: "Hit", url: `https://site${n}.example/`, snippet: "text" }))
const hit = { title: "Hit", url: "https://site.example/", snippet: "text" }

const engine = (answer: (count: number) => unknown = () => [hit]) => {
  const requested: Array<unknown> = []
  const layer = Doubles.backend({
    search: (query) =>
      Effect.suspend(() => {
        requested.push(query)
        const result = answer(requested.length)
        if (result instanceof WebError.WebError) return Effect.fail(result)
        return Effect.succeed({ provider: "engine", rows: Array.isArray(result) ? result : [result] })
      }),
    extract: ({ url }) => Effect.succeed({ ...row(0), url, links: [], status_code: 200 }),
  })
  return { requested, layer }
}

const stores = () =>
  Layer.fresh(Layer.merge(PersistedAnswers.layerPages, PersistedAnswers.layerSearches)).pipe(
    Layer.provide(BoundedMemory.layer()),
  )

const as = (id: string, tenant = "default") => Effect.provideService(Conversation.Conversation, { id, tenant })

describe("a search", () => {
  it.effect("is answered from the cache for five minutes", () => {
    const { requested, layer } = engine()
    return Effect.gen(function* () {
      const first = yield* webSearch({ query: "x" })
      yield* TestClock.adjust("299 seconds")
      assert.deepStrictEqual(yield* webSearch({ query: "x" }), first)
      assert.lengthOf(requested, 1)
      yield* TestClock.adjust("1 seconds")
      yield* webSearch({ query: "x" })
      assert.lengthOf(requested, 2)
    }).pipe(Effect.provide(Layer.merge(layer, stores())))
  })

  it.effect("is another one with any other parameter, and the same in any order of them", () => {
    const { requested, layer } = engine()
    return Effect.gen(function* () {
      yield* webSearch({ query: "x", language: "en", category: "news" })
      yield* webSearch({ category: "news", language: "en", query: "x" })
      assert.lengthOf(requested, 1)
      for (const other of [
        { language: "de" },
        { max_results: 3 },
        { domains: ["site.example"] },
        { include_metadata: true },
      ]) {
        yield* webSearch({ query: "x", language: "en", category: "news", ...other })
      }
      assert.lengthOf(requested, 5)
    }).pipe(Effect.provide(Layer.merge(layer, stores())))
  })

  it.effect("is the same with the same domains in any spelling and order, and on its first page", () => {
    const { requested, layer } = engine()
    return Effect.gen(function* () {
      const query = { query: "x", domains: ["site.example", "b.example"], exclude_domains: ["c.example", "d.example"] }
      const other = { query: "x", domains: ["B.example.", "SITE.example"], exclude_domains: ["D.example", "c.example"] }
      for (const input of [query, other, { ...other, page: 1 }]) yield* webSearch(input)
      assert.lengthOf(requested, 1)
      yield* webSearch({ ...query, page: 2 })
      assert.lengthOf(requested, 2)
    }).pipe(Effect.provide(Layer.merge(layer, stores())))
  })

  it.effect("of the last days is another one tomorrow, one between two dates isn't", () => {
    const { requested, layer } = engine()
    const midnight = Date.UTC(2026, 2, 4)
    return Effect.gen(function* () {
      for (const [at, times] of [
        [midnight - 2, 3],
        [midnight - 1, 3],
        [midnight, 5],
      ] as const) {
        yield* TestClock.setTime(at)
        yield* webSearch({ query: "x", time_range: "day" })
        yield* webSearch({ query: "x", freshness_days: 2 })
        yield* webSearch({ query: "x", start_date: "2026-03-01", end_date: "2026-03-02" })
        assert.lengthOf(requested, times)
      }
    }).pipe(Effect.provide(Layer.merge(layer, stores())))
  })

  it.effect("is read by its tenant only", () => {
    const { requested, layer } = engine()
    return Effect.gen(function* () {
      yield* webSearch({ query: "x" }).pipe(as("one", "a"))
      yield* webSearch({ query: "x" }).pipe(as("two", "a"))
      assert.lengthOf(requested, 1)
      yield* webSearch({ query: "x" }).pipe(as("one", "b"))
      assert.lengthOf(requested, 2)
    }).pipe(Effect.provide(Layer.merge(layer, stores())))
  })

  it.effect.each([
    ["failed", WebError.make({ error: "web_search_unavailable", reason: "engine_unreachable" })],
    ["found nothing", []],
    ["had a bad row", [{ nonsense: true }]],
  ] as const)("that %s isn't kept", ([, answer]) => {
    const { requested, layer } = engine((count) => (count === 1 ? answer : [hit]))
    return Effect.gen(function* () {
      yield* Effect.exit(webSearch({ query: "x" }))
      assert.strictEqual((yield* webSearch({ query: "x" })).count, 1)
      assert.lengthOf(requested, 2)
    }).pipe(Effect.provide(Layer.merge(layer, stores())))
  })

  it.effect("at the same time as an equal one is sent once", () => {
    const { requested, layer } = engine()
    return Effect.gen(function* () {
      yield* Effect.all(
        Array.from({ length: 50 }, () => webSearch({ query: "x" })),
        { concurrency: 50 },
      )
      assert.lengthOf(requested, 1)
    }).pipe(Effect.provide(Layer.merge(layer, stores())))
  })

  it.effect.each<Settings.SettingsInput>([
    { provider: "wikipedia" },
    { search_mode: "fan_out" },
    { provider: ["wikipedia", "brave"] },
  ])("isn't reused if the settings choose other providers: %j", (settings) => {
    const { requested, layer } = engine()
    return Effect.gen(function* () {
      yield* webSearch({ query: "x" })
      yield* Effect.provide(webSearch({ query: "x" }), Settings.layer(settings))
      assert.lengthOf(requested, 2)
    }).pipe(Effect.provide(Layer.merge(layer, stores())))
  })

  it.effect("from the cache is filtered by the domains allowed now", () => {
    const { layer } = engine()
    return Effect.gen(function* () {
      assert.strictEqual((yield* webSearch({ query: "x" })).count, 1)
      const denied = yield* webSearch({ query: "x" }).pipe(
        Effect.provide(Settings.layer({ deny_domains: "site.example" })),
      )
      assert.deepInclude(denied, {
        count: 0,
        message: "No results in the domains that the settings allow. Try other words.",
      })
    }).pipe(Effect.provide(Layer.merge(layer, stores())))
  })
})

describe("the cost", () => {
  const budgeted = (settings: Settings.SettingsInput) =>
    Layer.fresh(RateLimitedBudget.layer).pipe(
      Layer.provide(RateLimiter.layerStoreMemory),
      Layer.provideMerge(Layer.orDie(Settings.layer(settings))),
    )

  it.effect("of a search with its pages is one and each page that isn't cached; cached ones are free", () => {
    const { layer } = engine(() => threeHits)
    return Effect.gen(function* () {
      const first = yield* searchAndFetch({ query: "x" })
      assert.deepStrictEqual(
        first.pages.map((page) => "error" in page),
        [false, false, false],
      )
      for (let n = 0; n < 10; n++) yield* searchAndFetch({ query: "x" })
      // Four of five uses are spent.
      yield* webSearch({ query: "y" })
      assert.strictEqual((yield* Effect.flip(webSearch({ query: "z" }))).error, "budget_exceeded")
      const none = yield* searchAndFetch({ query: "x" })
      assert.strictEqual(none.count, 3)
    }).pipe(Effect.provide(Layer.mergeAll(layer, stores(), budgeted({ max_uses: 5 }))))
  })

  it.effect("that can't pay for some pages is reported in their place", () => {
    const { layer } = engine(() => threeHits)
    return Effect.gen(function* () {
      const found = yield* searchAndFetch({ query: "x" })
      assert.deepStrictEqual(found.pages.map((page) => ("error" in page ? page.error : "page")).toSorted(), [
        "budget_exceeded",
        "page",
        "page",
      ])
    }).pipe(Effect.provide(Layer.mergeAll(layer, stores(), budgeted({ max_uses: 3 }))))
  })

  it.effect("of a search and of a page are one bucket", () => {
    const { layer } = engine()
    return Effect.gen(function* () {
      yield* webSearch({ query: "x" })
      assert.isTrue(Exit.isFailure(yield* Effect.exit(webSearch({ query: "y" }))))
    }).pipe(Effect.provide(Layer.mergeAll(layer, stores(), budgeted({ max_requests_per_minute: 1 }))))
  })
})
