/** A swapped backend in a test: your agent's code runs over the real kernel and opens no socket. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { webSearch } from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { WebTools, WebToolkit } from "@porthole/tools"

const tides = [{ title: "Tides", url: "https://tides.example/", snippet: "High water at six." }]

const backend = Doubles.backend({ search: () => Effect.succeed(tides) })

it.effect("a use-case over a backend of literals", () =>
  Effect.gen(function* () {
    const { count, hits } = yield* webSearch({ query: "high water", max_results: 3 })
    assert.deepStrictEqual([count, hits[0]?.title], [1, "Tides"])
  }).pipe(Effect.provide(backend)),
)

it.effect("the tool a model calls, over the same backend", () =>
  Effect.gen(function* () {
    const toolkit = yield* WebToolkit.toolkit
    assert.property(toolkit.tools, "web_search")
  }).pipe(Effect.provide(WebTools.layer.pipe(Layer.provide(backend)))),
)
