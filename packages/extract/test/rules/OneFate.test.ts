import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { blocksOf } from "../../src/model/Block.ts"
import { unitedFates } from "../../src/rules/OneFate.ts"

const chanceOf = (text: string): number => (text.endsWith("x") ? 0.05 : text.endsWith("?") ? 0.55 : 0.95)

const piecesOf = (html: string) => {
  const { body } = parseHTML(`<html><body>${html}</body></html>`).document
  const pieces = blocksOf(body).blocks
  return {
    pieces,
    chances: pieces.map(({ text }) => chanceOf(text)),
  }
}

const sentence = "The saw binds in green oak when the blade is dull, so sharpen it before the first cut."

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
