import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readPages } from "./support.ts"

describe("the text of a page", () => {
  it.effect("has text once if it is drawn twice to look bold", () =>
    Effect.gen(function* () {
      const texts = [
        { text: "The tides", y: 700 },
        { text: "The tides", x: 72.4, y: 699.8 },
        { text: "The tides", y: 650 },
      ]
      const { content } = yield* readPages([{ texts }], {}, "text")
      assert.strictEqual(content, "Page 1\n\nThe tides\n\nThe tides")
    }),
  )

  it.effect("has text once if it is drawn again in other parts", () =>
    Effect.gen(function* () {
      const texts = [
        { text: "Tides", y: 700 },
        { text: "Tides", x: 72.3, y: 700.2 },
        { text: "Tides: ", x: 71.8, y: 700 },
        { text: ": high and", x: 101.4, y: 700.2 },
        { text: "high and", x: 108.3, y: 700 },
        { text: "and low", x: 136.3, y: 700 },
      ]
      const { content } = yield* readPages([{ texts }], {}, "text")
      assert.strictEqual(content, "Page 1\n\nTides: high and low")
    }),
  )
})
