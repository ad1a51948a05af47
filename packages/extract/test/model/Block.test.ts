import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { blocksOf } from "../../src/model/Block.ts"

const bodyOf = (html: string): Element => parseHTML(`<html><body>${html}</body></html>`).document.body

const textsOf = (html: string): ReadonlyArray<string> => blocksOf(bodyOf(html)).blocks.map(({ text }) => text)

describe("blocks", () => {
  it("are the runs of inline content between block elements, in order", () => {
    assert.deepStrictEqual(
      textsOf("a <b>b</b><p>c</p>d<div>e<p>f <a href=x>g</a></p>h</div><my-card><p>i</p>j</my-card><br>k"),
      ["a b", "c", "d", "e", "f g", "h", "i", "j", "k"],
    )
  })

  it("are counted", () => {
    const { blocks, root } = blocksOf(
      bodyOf("<p>One two three. Four, <a href=x>five six</a> 7 for $8!</p><div><button>Buy</button><img src=x></div>"),
    )
    const [first] = blocks
    assert.deepInclude(first, { words: 9, linked: 2, links: 1, sentences: 2, commas: 1, prices: 1, before: 0 })
    assert.deepInclude(root, { blocks: 2, words: 10, linked: 2, controls: 1, images: 1 })
    assert.strictEqual(blocks[1]?.before, 9)
  })

  it("count words of scripts that don't separate words", () => {
    assert.strictEqual(blocksOf(bodyOf("<p>これは文です。</p>")).root.words >= 3, true)
  })

  it("list the holders around them and their names", () => {
    const { blocks } = blocksOf(bodyOf("<div class=sidebar><ul><li class=a>x<li class=a>y<li class=b>z</ul></div>"))
    const item = blocks[1]?.holder
    assert.deepInclude(item, { name: "li", kind: "li.a", depth: 3 })
    assert.deepInclude(item?.parent, { name: "ul", first: 0, blocks: 3 })
    assert.isTrue(item?.hinted.includes(item.parent?.parent))
  })

  it("leave images without words at their position among the blocks", () => {
    const { pictures } = blocksOf(bodyOf("<p>a</p><div><img src=x></div><p>b <img src=y></p>"))
    assert.deepStrictEqual(
      pictures.map(({ at }) => at),
      [1],
    )
  })

  it("own the marks without words in their row", () => {
    const row = (name: string) => `<tr><td>${name}<td><span>✔</span><td>–</tr>`
    const { marks } = blocksOf(bodyOf(`<p>a</p><table>${row("b")}${row("c")}<tr><td>✔<td>d</tr></table><p>e</p>`))
    assert.deepStrictEqual(
      marks.map(({ at }) => at),
      [1, 1, 2, 2, 3],
    )
  })
})
