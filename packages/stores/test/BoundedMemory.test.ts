import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import * as Persistence from "effect/persistence/Persistence"
import { TestClock } from "effect/testing"
import { Settings } from "@porthole/core"
import { BoundedMemory } from "@porthole/stores"
import { BackingStoreSuite } from "@porthole/stores/testing"

/** Two stores over one memory. */
const stores = (options: BoundedMemory.Options) =>
  Effect.gen(function* () {
    const { make } = yield* BoundedMemory.make(options)
    return { pages: yield* make("pages"), searches: yield* make("searches") }
  })

const text = (length: number) => ({ text: "x".repeat(length) })

describe("BoundedMemory", () => {
  const fixture = { layer: BoundedMemory.layer(), passTime: TestClock.adjust("100 millis") }
  for (const { name, run } of BackingStoreSuite.cases(fixture)) it.effect(name, () => run)

  it.effect("limits the entries of all stores together, and drops the least recently used one", () =>
    Effect.gen(function* () {
      const { pages, searches } = yield* stores({ maxEntries: 3 })
      yield* pages.set("a", { at: "a" }, undefined)
      yield* searches.set("a", { at: "search" }, undefined)
      yield* pages.set("b", { at: "b" }, undefined)
      yield* pages.get("a")
      yield* pages.set("c", { at: "c" }, undefined)
      assert.isUndefined(yield* searches.get("a"))
      assert.deepStrictEqual(yield* pages.getMany(["a", "b", "c"]), [{ at: "a" }, { at: "b" }, { at: "c" }])
    }),
  )

  it.effect("limits the bytes, 2 for each UTF-16 unit of key and text", () =>
    Effect.gen(function* () {
      // `5:pagesa` and `{"text":"xxx…"}`: 8 + 11 + 100 units.
      const { pages } = yield* stores({ maxBytes: 2 * (8 + 11 + 100) })
      yield* pages.set("a", text(100), undefined)
      assert.deepStrictEqual(yield* pages.get("a"), text(100))
      yield* pages.set("a", text(101), undefined)
      assert.isUndefined(yield* pages.get("a"))
    }),
  )

  it.effect("doesn't lose the others to an entry heavier than the whole", () =>
    Effect.gen(function* () {
      const { pages } = yield* stores({ maxBytes: 1_000 })
      yield* pages.set("a", text(10), undefined)
      yield* pages.set("b", text(1_000), undefined)
      assert.deepStrictEqual(yield* pages.getMany(["a", "b"]), [text(10), undefined])
    }),
  )

  it.effect("takes its bounds from the settings", () =>
    Effect.gen(function* () {
      const { pages } = yield* stores({}).pipe(Effect.provide(Settings.layer({ cache_max_entries: 1 })))
      yield* pages.set("a", text(1), undefined)
      yield* pages.set("b", text(1), undefined)
      assert.deepStrictEqual(yield* pages.getMany(["a", "b"]), [undefined, text(1)])
    }),
  )

  it.effect("keeps a value until its time to live ends, to the millisecond", () =>
    Effect.gen(function* () {
      const { pages } = yield* stores({})
      yield* pages.set("a", text(1), Duration.seconds(10))
      yield* TestClock.adjust(9_999)
      assert.deepStrictEqual(yield* pages.get("a"), text(1))
      yield* TestClock.adjust(1)
      assert.isUndefined(yield* pages.get("a"))
    }),
  )

  it.effect("drops expired entries before the least recently used", () =>
    Effect.gen(function* () {
      const { pages } = yield* stores({ maxEntries: 3 })
      yield* pages.set("always", text(1), undefined)
      yield* pages.set("brief", text(1), Duration.seconds(10))
      yield* pages.set("brief too", text(1), Duration.seconds(10))
      yield* TestClock.adjust("10 seconds")
      yield* pages.set("a", text(1), undefined)
      yield* pages.set("b", text(1), undefined)
      assert.deepStrictEqual(yield* pages.getMany(["always", "a", "b"]), [text(1), text(1), text(1)])
    }),
  )

  it.effect("makes a separate store for each layer", () =>
    Effect.gen(function* () {
      const put = Persistence.BackingPersistence.use(({ make }) =>
        Effect.scoped(Effect.flatMap(make("pages"), (store) => store.set("a", text(1), undefined))),
      )
      const look = Persistence.BackingPersistence.use(({ make }) =>
        Effect.scoped(Effect.flatMap(make("pages"), (store) => store.get("a"))),
      )
      yield* Effect.provide(put, BoundedMemory.layer())
      assert.isUndefined(yield* Effect.provide(look, BoundedMemory.layer()))
    }),
  )
})
