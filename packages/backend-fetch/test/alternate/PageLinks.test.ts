import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as PageLinks from "../../src/alternate/PageLinks.ts"

const url = "https://docs.example/guide/start.html"

describe("PageLinks", () => {
  it.effect("reads the links of the whole page, with the text of each", () =>
    Effect.gen(function* () {
      const page = yield* PageLinks.read(
        `<title>Start &amp; go</title><base href="/base/"><link rel=canonical href="start">
        <link rel="alternate" type="application/rss+xml" href="/feed.xml"><link rel="next" href="two">
        <nav><a href=three#part>The <b>third</b></a><a href="three">again</a></nav>
        <script>"<a href='no'>"</script><!-- <a href="no"> --><template><a href="no"></a></template>
        <area href="/map"><iframe src="/frame"></iframe><a href="mailto:a@b.c">mail</a><a>none</a>`,
        url,
      )
      assert.deepStrictEqual(Array.from(page.links), [
        ["https://docs.example/base/two", ""],
        ["https://docs.example/base/three", "The third"],
        ["https://docs.example/map", ""],
        ["https://docs.example/frame", ""],
      ])
      assert.deepStrictEqual(
        [page.title, page.canonical, page.feeds],
        ["Start & go", "https://docs.example/base/start", ["https://docs.example/feed.xml"]],
      )
    }),
  )

  it.effect("tells texts and shapes apart", () =>
    Effect.gen(function* () {
      const [one, same, other] = yield* Effect.forEach(
        ["<p>High <a href=a>water</a></p>", "<p>High  <a href=b>water</a></p>", "<p>Low <a href=a>water</a></p>"],
        (html) => PageLinks.read(html, url),
      )
      assert.strictEqual(one?.textHash, same?.textHash)
      assert.notStrictEqual(one?.textHash, other?.textHash)
      assert.strictEqual(one?.shapeHash, other?.shapeHash)
      assert.strictEqual((yield* PageLinks.read("<p></p>", url)).textHash, "")
    }),
  )
})
