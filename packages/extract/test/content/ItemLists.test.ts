import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { blocksOf } from "../../src/model/Block.ts"
import { itemListsOf, unitedFates } from "../../src/content/ItemLists.ts"
import { recordsIn } from "../../src/records/Records.ts"
import { blocksOfUnits, unitsOf } from "../../src/content/Units.ts"

const piecesOf = (html: string) => {
  const { body } = parseHTML(`<html><body>${html}</body></html>`).document
  const pieces = blocksOf(body).blocks
  return {
    body,
    pieces,
    chances: pieces.map(({ text }) => (text.endsWith("x") ? 0.05 : text.endsWith("?") ? 0.55 : 0.95)),
  }
}

/** The texts of each list's blocks. A text with an `x` at the end is unlikely, one with a `?` doubtful. */
const listsOf = (html: string): ReadonlyArray<ReadonlyArray<string>> => {
  const { chances, pieces } = piecesOf(html)
  return itemListsOf(pieces, chances, () => true).map((members) => members.map((at) => pieces[at]?.text ?? ""))
}

/** The texts that are kept if those of a chance above .6 are. */
const keptOf = (html: string): ReadonlyArray<string> => {
  const { body, chances, pieces } = piecesOf(html)
  const units = unitsOf(pieces, chances, recordsIn(body))
  const taken = units.map(({ chance }) => chance > 0.6)
  const kept = blocksOfUnits(pieces, units, taken)
  return pieces.flatMap(({ text }, at) => (kept[at] === true ? [text] : []))
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

  it("stay if they are doubtful and stand between likely texts, but not at the end of a text", () => {
    const list = "<h2>Kinds</h2><ul><li>Bow saws?</li><li>Pit saws?</li></ul>"
    const kept = ["Kinds", "Bow saws?", "Pit saws?"]
    assert.deepStrictEqual(keptOf(`<p>${sentence}</p>${list}<p>${sentence}</p>`), [sentence, ...kept, sentence])
    assert.notInclude(keptOf(`<p>${sentence}</p>${list}<div>Imprint x</div>`), "Bow saws?")
  })
})

describe("a list of which other rules kept some items", () => {
  /** The kept texts, if those with a plus at the front were kept before; `needed` is a block that must stay. */
  const unitedOf = (html: string, needed?: number): ReadonlyArray<string> => {
    const { chances, pieces } = piecesOf(html)
    const before = pieces.map(({ text }) => text.startsWith("+"))
    const fates = unitedFates(pieces, chances, before, needed)
    return pieces.flatMap(({ text }, at) => (fates[at] === true ? [text] : []))
  }
  const list = (...items: ReadonlyArray<string>): string =>
    `<ul>${items.map((item) => `<li>${item}</li>`).join("")}</ul>`

  it("is kept if most items are", () => {
    assert.deepStrictEqual(unitedOf(list("+Oak", "+Ash", "Elm")), ["+Oak", "+Ash", "Elm"])
  })

  it("is dropped if few items are", () => {
    assert.deepStrictEqual(unitedOf(list("Posts", "Friends", "+Logged")), [])
  })

  it("stays as it is if these have most of the text", () => {
    const only = `+${sentence}`
    assert.deepStrictEqual(unitedOf(list("Posts", only)), [only])
  })

  it("is kept with a needed block", () => {
    assert.deepStrictEqual(unitedOf(list("+One user: $5", "Office: $7"), 0), ["+One user: $5", "Office: $7"])
  })

  it("counts as an item of a list around it", () => {
    assert.deepStrictEqual(unitedOf(list("+Oak", `+Ash${list("+White", "+Black", "Red")}`)), [
      "+Oak",
      "+Ash",
      "+White",
      "+Black",
      "Red",
    ])
  })
})
