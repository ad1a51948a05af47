/** Tests that a text which loses a good part of its inside says so, and others don't. */
import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { lostWithin, withLost } from "../../src/content/LostWithin.ts"
import { blocksOf } from "../../src/model/Block.ts"

/** What a body lost, of which the texts with a minus at the front are rejected. */
const lostOf = (html: string, isThread = false) => {
  const { blocks } = blocksOf(parseHTML(`<html><body>${html}</body></html>`).document.body)
  return lostWithin(
    blocks,
    blocks.map(({ text }) => !text.startsWith("-")),
    isThread,
  )
}

const text = "The saw binds in green oak when the blade is dull, so sharpen it before you begin, and once more at noon."
const kept = `<p>${text}</p>`
const gone = `<p>-${text}</p>`
const page = (inner: string): string => `<main>${kept.repeat(8)}${inner}${kept.repeat(8)}</main>`

describe("a text", () => {
  it("says which paragraphs went from inside of it, and how many words are left", () => {
    const lost = lostOf(page(gone.repeat(4)))
    assert.strictEqual(lost?.blocks.length, 4)
    assert.deepStrictEqual([lost?.read, lost?.of], [16 * 22, 20 * 22])
  })

  it.each([
    ["has lost a tenth or less", page(gone)],
    ["lost a short line", `<main>${kept}<p>-Read more about saws, if you like them.</p>${kept}</main>`],
    [
      "lost its author's box behind it",
      `<main>${kept.repeat(9)}<div class="author-bio">${gone.repeat(4)}</div></main>`,
    ],
    ["lost promotion before it", `<main><div class="hero">${gone.repeat(4)}</div>${kept.repeat(9)}</main>`],
    [
      "lost a list of links beside it",
      `<main><div>${kept.repeat(9)}</div><ul><li><a href="/a">-${text}</a></ul></main>`,
    ],
    [
      "lost a list of comments beside it",
      `<main><div>${kept.repeat(9)}</div><ul class="comments">${`<li>${gone}</li>`.repeat(4)}</ul></main>`,
    ],
    ["lost an aside", page(`<aside>${gone.repeat(4)}</aside>`)],
    ["lost related stories", page(`<div class="related-stories">${gone.repeat(4)}</div>`)],
    ["lost links", page(`<p><a href="/a">-${text}</a></p>`.repeat(4))],
    ["isn't there", gone.repeat(4)],
  ])("says nothing if it %s", (_, html) => assert.isUndefined(lostOf(html)))

  it.each([
    ["an introduction", `<main>${gone.repeat(3)}${kept.repeat(8)}</main>`, 3],
    ["an appendix", `<main>${kept.repeat(8)}<section>${gone.repeat(3)}</section></main>`, 3],
    ["a table", `<main>${kept.repeat(4)}<table>${"<tr><td>-Oak and ash</td></tr>".repeat(9)}</table></main>`, 9],
    ["a list beside it", `<main><div>${kept.repeat(8)}</div><ul>${`<li>${gone}</li>`.repeat(3)}</ul></main>`, 3],
    ["the end of a form", `<form><fieldset>${kept.repeat(8)}</fieldset><div>${gone.repeat(3)}</div></form>`, 3],
  ])("says that it lost %s", (_, html, count) => assert.strictEqual(lostOf(html)?.blocks.length, count))

  it("says that a thread lost the comments on its posts", () => {
    const post = `<div itemprop=suggestedAnswer>${kept.repeat(4)}<ul class=comments><li>${gone}</li></ul></div>`
    assert.strictEqual(lostOf(`<main>${post.repeat(4)}${kept}</main>`, true)?.blocks.length, 4)
    assert.isUndefined(lostOf(`<main>${post.repeat(4)}${kept}</main>`))
  })

  const times = (count: number, one: string): string => one.repeat(count)
  const beside = (rows: string): string =>
    `<div><div class=page><div class=intro>${kept.repeat(4)}</div><div class=rows>${rows}</div></div></div>`

  it.each([
    ["fees", times(6, "<div class=item><h4>-Adults</h4><div>-£9 a day</div></div>"), 12],
    ["operations", times(6, "<section><code>-GET /boats</code><div>-List all boats</div></section>"), 12],
    ["points", `<div><ul>${times(6, "<li><span>-Made of solid brass</span></li>")}</ul></div>`, 6],
    ["cells", `<div><table>${times(6, "<tr><td>-PUT</td><td>-Change a boat</td></tr>")}</table></div>`, 12],
  ])("says that it lost a row of %s beside it", (_, rows, count) => {
    assert.strictEqual(lostOf(beside(rows))?.blocks.length, count)
  })

  it("says that it lost short lines between its paragraphs", () => {
    const lines = times(6, "<div>-Closing date</div><div>-30 April, noon</div>")
    const html = `<div class=page><div>${kept.repeat(2)}${lines}${kept.repeat(2)}</div></div>`
    assert.strictEqual(lostOf(html)?.blocks.length, 12)
  })

  it.each([
    ["links", times(9, "<div><a href=/a>-Bench saws</a></div>")],
    ["teasers", times(9, "<div><h4><a href=/a>-Bench saws</a></h4><div>-All about them</div></div>")],
    ["pictures", times(9, "<div><img src=a.png><div>-All about saws</div></div>")],
    ["four", times(4, "<div>-All about old and new bench saws</div>")],
    ["dates of posts", times(9, "<div class=meta>-On 3 May at noon</div>")],
  ])("says nothing of a row of %s beside it", (_, rows) => assert.isUndefined(lostOf(beside(rows))))

  it("of a sidebar beside its own container says nothing", () => {
    const side = `<div>${gone.repeat(4)}</div>`
    assert.isUndefined(lostOf(`<div>${side}<div>${kept.repeat(16)}</div>${side}</div>`))
  })
})

describe("a text without clutter", () => {
  it("is kept with its headings, terms and lists, and without what is beside it", () => {
    const { blocks } = blocksOf(
      parseHTML(
        `<html><body><nav><p>-Oak</p></nav><main>${kept.repeat(4)}<h4>-NODE_OPTIONS</h4>${kept}<dl><dt>-Ash</dt></dl>
        <ul><li><a href="/a">-Elsewhere</a></li></ul><aside><p>-Beech</p></aside>${kept.repeat(4)}</main></body></html>`,
      ).document.body,
    )
    const chosen = blocks.map(({ text }) => !text.startsWith("-"))
    const added = withLost(blocks, chosen).map((isKept, at) => isKept && chosen[at] !== true)
    assert.deepStrictEqual(
      blocks.filter((_, at) => added[at]).map(({ text }) => text),
      ["-NODE_OPTIONS", "-Ash"],
    )
  })
})
