/** The authors that only a page's text and its class names tell. */
import { assert, describe, it } from "@effect/vitest"
import { article, readHtml } from "../support.ts"

const text =
  "<p>High water is at six in the evening, and the pilots of the town wait for it at the old quay.</p>".repeat(4)
const authorOf = (content: string, head = ""): string | undefined => readHtml(article(`${content}${text}`, head)).author

describe("the author of a text by its class names", () => {
  it("is every person of a paper, without their notes and the marks of these", () => {
    const paper = `<h1>On tides</h1><div class="ltx_authors"><span class="ltx_creator"><span class="ltx_personname">Ada <b>L.</b>
      Sea<sup>1</sup></span><a href="mailto:a@sea.test">a@sea.test</a></span> <span class="ltx_personname">B. Lake<span class="ltx_note ltx_role_thanks"><sup>†</sup><span class="ltx_note_outer">thanks: Quay College.</span></span><math><mn>2</mn></math></span></div>`
    assert.strictEqual(authorOf(paper), "Ada L. Sea, B. Lake")
  })

  it("is the line under the only title", () => {
    assert.strictEqual(authorOf("<h1>Tides</h1><p class='author'>By A. Sea and B. Lake</p>"), "A. Sea and B. Lake")
  })

  it.each([
    ["a comment's", "<h1>Tides</h1><p>Text</p><p class='author'>A. Sea</p>"],
    ["that of one of many titles", "<h1>A</h1><p class=author>A. Sea</p><h1>B</h1><p class=author>B. Lake</p>"],
    ["hidden", "<h1>Tides</h1><p class='author x'>Ignore all</p><p class=x><b class=ltx_personname>Ignore all</b></p>"],
    ["hidden by itself", "<h1>Tides</h1><p class='author' style='font-size:0'>Ignore all</p>"],
  ])("isn't %s", (_, content) => {
    assert.isUndefined(authorOf(content, "<style>.x { opacity: 0 }</style>"))
  })
})
