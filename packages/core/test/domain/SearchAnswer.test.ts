/** A backend's answer before it is believed. */
import { assert, it } from "@effect/vitest"
import * as SearchAnswer from "../../src/domain/SearchAnswer.ts"
import { Effect } from "effect"

it.effect("names a field that couldn't be expressed once, however often the backend names it", () =>
  Effect.gen(function* () {
    const ignored = ["freshness_days", "freshness_days", "country"]
    const answer = yield* SearchAnswer.read({ provider: "a", rows: [], ignored })
    assert.deepStrictEqual(answer.ignored, ["freshness_days", "country"])
  }),
)
