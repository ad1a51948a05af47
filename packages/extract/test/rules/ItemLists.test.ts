import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { blocksOf } from "../../src/model/Block.ts"
import { itemListsOf } from "../../src/rules/ItemLists.ts"
import { keptBy } from "./keptBy.ts"

const chanceOf = (text: string): number => (text.endsWith("x") ? 0.05 : text.endsWith("?") ? 0.55 : 0.95)

const piecesOf = (html: string) => {
  const { body } = parseHTML(`<html><body>${html}</body></html>`).document
  const pieces = blocksOf(body).blocks
  return {
    body,
    pieces,
    chances: pieces.map(({ text }) => chanceOf(text)),
  }
}

/** The texts of each list's blocks. A text with an `x` at the end is unlikely, one with a `?` doubtful. */
const listsOf = (html: string): ReadonlyArray<ReadonlyArray<string>> => {
  const { chances, pieces } = piecesOf(html)
  return itemListsOf(pieces, chances, () => true).map((members) => members.map((at) => pieces[at]?.text ?? ""))
}

/** The texts that are kept if those of a chance above .6 are. */
const keptOf = (html: string): ReadonlyArray<string> => {
  const { body } = piecesOf(html)
  return keptBy(body, chanceOf, (chance) => chance > 0.6)
}

const sentence = "The saw binds in green oak when the blade is dull, so sharpen it before the first cut."

describe("the items of a list", () => {
  it("have one fate, whichever of them is unlikely", () => {
    const pros = "<ul><li>Light enough to carry</li><li>Runs on one battery</li><li>Loud x</li></ul>"
    assert.deepStrictEqual(keptOf(pros), ["Light enough to carry", "Runs on one battery", "Loud x"])
    assert.deepStrictEqual(keptOf("<ol><li>Oil x</li><li>Blades x</li><li>Cut</li></ol>"), [])
    const facts = "<dl><dt>Reach</dt><dd>31 metres</dd><dt>Power x</dt><dd>90 kW</dd></dl>"
    assert.deepStrictEqual(keptOf(facts), ["Reach", "31 metres", "Power x", "90 kW"])
  })

  it("include the lists within them", () => {
    const html = "<ul><li>Saws<ul><li>Bow saws</li><li>Pit saws x</li></ul></li><li>Planes</li></ul>"
    assert.deepStrictEqual(listsOf(html), [["Saws", "Bow saws", "Pit saws x", "Planes"]])
  })

  it("differ if they are the columns of a page: then the lists within them count", () => {
    const text = `<p>${sentence}</p><p>${sentence}</p><ul><li>Oak</li><li>Ash</li></ul>`
    const links = "<p>Other pages with many words about saws, planes, benches and the like, which are no text x</p>"
    assert.deepStrictEqual(listsOf(`<ul><li>${text}</li><li>${links}</li></ul>`), [["Oak", "Ash"]])
  })
})
