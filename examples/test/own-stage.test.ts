import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { Extractor } from "@porthole/core"
import { DocumentExtractor } from "@porthole/extract"
import { extractor } from "../src/own-stage.ts"

const markup = `<main><p>A lamp of brass.</p><p class="delivery-box">Three days by post.</p></main>`
const page = {
  url: "https://shop.example/lamp",
  contentType: "text/html",
  bytes: new TextEncoder().encode(markup),
  mode: "markdown",
} as const

// This loads all of the extractor from its sources.
it.effect("a caller's stage runs before ours, and the trace lists both", () =>
  Effect.gen(function* () {
    const { extract } = yield* Extractor.Extractor
    const { traces } = yield* DocumentExtractor.explain(
      Effect.map(extract(page), ({ content }) => assert.strictEqual(content, "A lamp of brass.")),
    )
    const [parse, own] = traces[0]?.stages ?? []
    assert.deepInclude(parse, { name: "parse", elements: 3 })
    assert.deepInclude(own, { name: "delivery", note: "1 left out", elements: 2 })
  }).pipe(Effect.provide(extractor)),
)
