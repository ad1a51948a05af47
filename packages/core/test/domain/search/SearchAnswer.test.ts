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
    assert.strictEqual(yield* Effect.flip(SearchAnswer.read([...rows.slice(1), bad])), SearchAnswer.badAnswerError)
  }),
)
