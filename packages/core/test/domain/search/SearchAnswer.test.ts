/** Tests the validation of a backend's answer. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import * as SearchAnswer from "../../../src/domain/search/SearchAnswer.ts"

it.effect("names a field that couldn't be expressed once, however often the backend names it", () =>
  Effect.gen(function* () {
    const ignored = ["freshness_days", "freshness_days", "country"]
    const answer = yield* SearchAnswer.read({ provider: "a", rows: [], ignored })
    assert.deepStrictEqual(answer.ignored, ["freshness_days", "country"])
  }),
)

it.effect("accepts parsed rows unchanged", () =>
  Effect.gen(function* () {
    const rows = [{ title: "t", url: " https://a.test/", snippet: "", engine: "x" }]
    const first = yield* SearchAnswer.read({ provider: "a", rows })
    assert.deepStrictEqual(Array.from(first.rows), [{ title: "t", url: "https://a.test/", snippet: "" }])
    const again = yield* SearchAnswer.read({ ...first, provider: "b" })
    assert.strictEqual(again.rows, first.rows)
    assert.notStrictEqual((yield* SearchAnswer.read({ ...first, rows: [...first.rows] })).rows, first.rows)
  }),
)

it.effect("proves the check by the type of the rows, which no other code makes", () =>
  Effect.gen(function* () {
    const { rows } = yield* SearchAnswer.read([{ title: "t", url: "https://a.test/", snippet: "" }])
    assert.isFrozen(rows)
    assert.isTrue(SearchAnswer.CheckedRows.is(rows))
    for (const other of [rows.slice(), rows.map((row) => row), Object.create(rows), structuredClone(rows), [], null])
      assert.isFalse(SearchAnswer.CheckedRows.is(other))
    assert.throws(() => Reflect.construct(SearchAnswer.CheckedRows, [Symbol("making"), [{}]]))
  }),
)

it.effect("fails for a bad row among the first 200, and for no later one", () =>
  Effect.gen(function* () {
    const good = { title: "t", url: "https://a.test/", snippet: "" }
    const rows = Array.from({ length: SearchAnswer.maxRows }, () => good)
    const bad = { ...good, url: "mailto:a@a.test" }
    assert.lengthOf((yield* SearchAnswer.read([...rows, bad])).rows, SearchAnswer.maxRows)
    const errorOf = (rows: ReadonlyArray<unknown>) => Effect.flip(SearchAnswer.read(rows))
    assert.deepStrictEqual((yield* errorOf([...rows.slice(1), bad])).wire, {
      error: "invalid_backend_response",
      message: "Row 200 of the search backend's answer has no valid url. Use another query or another page.",
    })
    assert.include(
      (yield* errorOf([good, { url: good.url }])).wire.message,
      "Row 2 of the search backend's answer has no",
    )
    assert.include((yield* errorOf([good, { url: good.url }])).wire.message, "valid title, snippet.")
    assert.include((yield* errorOf(["x"])).wire.message, "Row 1 of the search backend's answer isn't an object.")
  }),
)
