/** Tests that the suite of renderers can fail: one that runs no script breaks all of it that is about scripts. clock: real, as for a browser. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Doubles, RendererSuite } from "../src/index.ts"

const idle = Doubles.renderer(({ document }) => Effect.succeed({ html: new TextDecoder().decode(document.bytes) }))

/** What holds for a document that nothing happens to. */
const kept = new Set([
  "is ready, and says so",
  "sends no header that a script wrote",
  "fetches no image, no media and no font",
])

describe("a renderer that runs no script", () => {
  for (const { name, run } of RendererSuite.cases({ layer: idle })) {
    const holds = kept.has(name)
    it.live(`${holds ? "meets" : "breaks"}: ${name}`, () =>
      Effect.map(Effect.result(run), ({ _tag }) => assert.strictEqual(_tag, holds ? "Success" : "Failure")),
    )
  }
})
