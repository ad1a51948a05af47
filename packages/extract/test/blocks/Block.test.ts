import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { blocksOf, chainOf } from "../../src/blocks/Block.ts"
import { unitsOf } from "../../src/blocks/Units.ts"

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

  it("count words of scripts that don't set them apart", () => {
    assert.strictEqual(blocksOf(bodyOf("<p>これは文です。</p>")).root.words >= 3, true)
  })

  it("know the branches around them, their like and what they are called", () => {
    const { blocks } = blocksOf(bodyOf("<div class=sidebar><ul><li class=a>x<li class=a>y<li class=b>z</ul></div>"))
    const chain = chainOf(blocks[1]?.branch ?? assert.fail("a block"))
    assert.deepStrictEqual(
      chain.map(({ element }) => element.localName),
      ["li", "ul", "div", "body"],
    )
    assert.deepInclude(chain[0], { like: 2, place: 1 })
    assert.isTrue(chain[0]?.hinted.includes(chain[2]))
  })

  it("leave images without words to their place among the blocks", () => {
    const { pictures } = blocksOf(bodyOf("<p>a</p><div><img src=x></div><p>b <img src=y></p>"))
    assert.deepStrictEqual(
      pictures.map(({ at }) => at),
      [1],
    )
  })
})

describe("units", () => {
  const chances = (html: string, own: ReadonlyArray<number>) => unitsOf(blocksOf(bodyOf(html)).blocks, own)

  it("join the cells of a table of data", () => {
    assert.deepStrictEqual(chances("<p>a</p><table><tr><td>b<td>c d<tr><td>e<td>f</table>", [0.5, 1, 0.5, 0, 0]), [
      { members: [0], words: 1, chance: 0.5 },
      { members: [1, 2, 3, 4], words: 5, chance: 0.4 },
    ])
  })

  it("leave the cells of tables that lay a page out", () => {
    const long = "word ".repeat(40)
    assert.lengthOf(chances(`<table><tr><td>${long}<td>${long}</table>`, [1, 0]), 2)
    assert.lengthOf(chances("<table><tr><td><table><tr><td>a<td>b</table><td>c</table>", [1, 0, 0]), 3)
  })
})
