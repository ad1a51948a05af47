/** Tests passages as a compressor, through its port. */
import { assert, describe, it } from "@effect/vitest"
import { extractive, Shortening, webFetch } from "@porthole/core"
import { CompressorSuite, Doubles } from "@porthole/testing"
import { Effect, Layer } from "effect"

const cases = CompressorSuite.cases({ layer: extractive })

const filler = Array.from({ length: 200 }, (_, at) => `Paragraph ${at} is on boats, ropes and weather.`)
const text = filler.with(150, "The lighthouse was lit in 1887.").join("\n\n")

const compress = (query: string | undefined, maxLength: number) =>
  Shortening.Compressor.use((compressor) => compressor.compress(text, { instruction: "", query, maxLength })).pipe(
    Effect.provide(extractive),
  )

describe("the extractive compressor", () => {
  for (const { name, run } of cases) it.effect(name, () => run)

  it.effect("keeps hits that answer the query", () =>
    Effect.map(compress("When was the lighthouse lit?", 500), (shorter = "") => {
      assert.include(shorter, "The lighthouse was lit in 1887.")
      assert.isAtMost(shorter.length, 500)
    }),
  )

  it.effect.each([
    { name: "without a query", query: undefined, maxLength: 500 },
    { name: "that fits", query: "When was the lighthouse lit?", maxLength: text.length },
    { name: "that has nothing of the query", query: "photosynthesis", maxLength: 500 },
  ])("leaves a text as it is $name", ({ maxLength, query }) =>
    Effect.map(compress(query, maxLength), (shorter) => assert.isUndefined(shorter)),
  )

  it.effect("replaces the passages", () => {
    const url = "https://example.com/page"
    const backend = Doubles.backend({
      extract: () => Effect.succeed({ title: "Page", url, content: text, links: [], status_code: 200 }),
    })
    return webFetch({ url, query: "When was the lighthouse lit?", max_length: 500 }).pipe(
      Effect.map((page) => {
        assert.include(page.content_md ?? "", "1887")
        assert.strictEqual(page.compressed, true)
        assert.notProperty(page, "passages")
      }),
      Effect.provide(Layer.merge(backend, extractive)),
    )
  })
})
