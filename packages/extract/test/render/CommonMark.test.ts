import { assert, describe, it } from "@effect/vitest"
import { marked } from "marked"
import { markdownOf } from "../support.ts"

describe("brackets in a text", () => {
  it("stay as they are where they mean nothing", () => {
    for (const text of ["depth() [1/2]", "a list[str]", "[sic]", "x [1], [2]", "[[DOI]]"])
      assert.strictEqual(markdownOf(`<p>${text}</p>`), text)
  })

  it("are escaped in pairs", () => {
    assert.strictEqual(markdownOf("<p><a href='/a'>tide [m]</a></p>"), "[tide \\[m\\]](https://site.test/a)")
    assert.strictEqual(markdownOf("<ul><li>[x] not a task</li></ul>"), "- \\[x\\] not a task")
    assert.strictEqual(markdownOf("<p>[quay]: /x</p>"), "\\[quay\\]: /x")
  })

  const hostile = [
    "[here](javascript:1)",
    "[here]<mark>(javascript:1)</mark>",
    "<mark>[here]</mark>(javascript:1)",
    "<em>x</em>[here]<sup>(<a>javascript:1</a>)</sup>",
    "[he<em>re</em>](javascript:1)",
    "[he<em>re](javascript:1)</em>",
    "[here]<a>(javascript:1)</a>",
    "[here]: javascript:1<br>See [here]",
    "[<em>here</em>]: javascript:1</p><p>See [<em>here</em>] and [x][<em>here</em>]",
    "See [here]</p><ul><li>[here]: javascript:1</li></ul><p>",
    "<span>[here]</span><span>: javascript:1</span></p><p>[here]",
    "\\[here](javascript:1)",
    "[here\\](javascript:1)",
    "![here](javascript:1)",
    "[here]<sup>[^1]</sup>(javascript:1)",
  ]

  it.each(hostile)("begin no link: %s", (html) => {
    const rendered = marked.parse(markdownOf(`<p>${html}</p><p>The end.</p>`), { async: false })
    assert.notMatch(rendered, /<a |<img /, rendered)
    assert.include(rendered, "javascript:1")
  })

  it("begin no note", () => {
    for (const html of ["[^1] text", "[<sup>ab</sup>]", "a [<mark>^1</mark>]"])
      assert.notMatch(markdownOf(`<p>See ${html}.</p>`), /\[\^/)
  })
})
