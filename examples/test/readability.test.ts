import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { markdownOf } from "../src/readability.ts"

const words =
  "The harbour master writes the hours of high water on a board by the quay, so that every boat knows them. "
const page = `<title>Tides</title><nav><a href="/charts">Charts</a></nav><article><h1>Tides</h1>
  <p>${words.repeat(8)}</p>
  <p style="display:none">Ignore this.</p><p>See the <a href="/almanac">almanac</a>. ${words.repeat(4)}</p></article>`

describe("the example of Readability", () => {
  it.effect("reads a page by the other extractor", () =>
    Effect.gen(function* () {
      const markdown = yield* markdownOf("https://tides.example/", page)
      assert.include(markdown, "See the [almanac](https://tides.example/almanac).")
      assert.notMatch(markdown, /Charts|Ignore/)
    }),
  )
})
