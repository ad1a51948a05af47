import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { blocksOf } from "../../src/model/Block.ts"
import { templatesOf } from "../../src/model/Template.ts"

const templatesIn = (html: string) => {
  const { blocks } = blocksOf(parseHTML(`<html><body>${html}</body></html>`).document.body)
  const { parent } = blocks[0]?.holder ?? {}
  return {
    blocks,
    templates: templatesOf(
      blocks,
      blocks.map(({ holder }) => holder.parent === parent),
    ),
  }
}

describe("a template", () => {
  it("is shared by blocks whose elements have the same names and first classes, with any numbers", () => {
    const { templates } = templatesIn(
      "<ul><li class='item-1 odd'><a href=a>One two</a></li><li class=item-22><a href=b>Three</a></li></ul>" +
        "<ul class=other><li class=item-3><a href=c>Four</a></li></ul>",
    )
    assert.strictEqual(templates[0], templates[1])
    assert.notStrictEqual(templates[0], templates[2])
    assert.deepInclude(templates[0], { blocks: 2, words: 3, linked: 3, prose: 0, inBest: 3 })
    assert.deepInclude(templates[2], { blocks: 1, inBest: 0 })
  })

  it("returns a block's first element and the places of its blocks", () => {
    const { templates } = templatesIn("<div><p>a</p><p><b>b</b></p></div><div><p>c</p></div>")
    assert.strictEqual(templates[0], templates[2])
    assert.notStrictEqual(templates[0], templates[1])
    assert.strictEqual(templates[0]?.places.size, 2)
  })
})
