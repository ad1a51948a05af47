import { Effect, Layer } from "effect"
import { assert, describe, it } from "vitest"
import { layerProcess } from "../src/Output.ts"

describe("the streams of this process", () => {
  it("get one listener each, however often the layer is built", () => {
    const build = () =>
      Effect.runSync(Effect.scoped(Layer.build(layerProcess({ colours: false, progress: false, pager: undefined }))))
    const counts = () => [process.stdout, process.stderr].map((stream) => stream.listenerCount("error"))
    build()
    const once = counts()
    for (let times = 0; times < 12; times++) build()
    assert.deepStrictEqual(counts(), once)
    assert.isAtLeast(Math.min(...once), 1)
  })
})
