/** Tests that a page's row is read only once. */
import { assert, it } from "@effect/vitest"
import { StoredPage } from "@porthole/core"
import { Effect, Option } from "effect"

const row = { title: "T", url: "https://site.test/", content: "a\u200bb", links: [], status_code: 200 }

it.effect("accepts a page of the reader unchanged", () =>
  Effect.gen(function* () {
    const first = Option.getOrThrow(yield* StoredPage.read(row))
    assert.strictEqual(Option.getOrThrow(yield* StoredPage.read(first)), first)
    assert.deepStrictEqual(first.page.removed, { hidden_elements: 0, invisible_characters: 1 })
  }),
)

it.effect("rejects look-alikes", () =>
  Effect.gen(function* () {
    const delivery = Option.getOrThrow(yield* StoredPage.read(row))
    assert.isTrue(Option.isNone(yield* StoredPage.read({ ...delivery })))
  }),
)

it.effect("keeps the text outside of the main content, cleaned like that", () =>
  Effect.gen(function* () {
    const { page } = Option.getOrThrow(yield* StoredPage.read({ ...row, outside: "ne\u200bar" }))
    assert.strictEqual(page.outside, "near")
  }),
)
