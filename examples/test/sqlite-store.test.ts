/** The store of docs/write-a-store.md, as in the guide. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Persistence from "effect/persistence/Persistence"
import { TestClock } from "effect/testing"
import { BackingStoreSuite } from "@porthole/stores/testing"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { layer } from "../src/sqlite-store.ts"

describe("a store in SQLite", () => {
  const store = Layer.orDie(layer({ file: ":memory:", maxEntries: 100 }))
  const passTime = TestClock.adjust(100)
  for (const { name, run } of BackingStoreSuite.cases({ layer: store, passTime })) it.effect(name, () => run)

  it.effect("keeps no more entries than it may", () =>
    Effect.gen(function* () {
      const { make } = yield* Persistence.BackingPersistence
      const pages = yield* make("pages")
      yield* Effect.forEach([1, 2, 3], (at) => pages.set(`${at}`, { at }, undefined), { discard: true })
      assert.deepStrictEqual(yield* pages.getMany(["1", "2", "3"]), [undefined, { at: 2 }, { at: 3 }])
    }).pipe(Effect.scoped, Effect.provide(layer({ file: ":memory:", maxEntries: 2 }))),
  )

  it("is the code of the guide", () => {
    const root = join(import.meta.dirname, "../..")
    const blocks = readFileSync(join(root, "docs/write-a-store.md"), "utf8").matchAll(/```ts\n([^]*?)```/g)
    const [code = ""] = Array.from(blocks, ([, block = ""]) => block)
    assert.strictEqual(code, readFileSync(join(root, "examples/src/sqlite-store.ts"), "utf8"))
  })
})
