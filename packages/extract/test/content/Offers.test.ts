import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { offersIn } from "../../src/content/Offers.ts"
import { nothingDeclared } from "../../src/metadata/Declared.ts"

const { document } = parseHTML("<p></p>")
const element = document.createElement("p")

const piece = (words: number, prices = 0) => ({
  element,
  nodes: [],
  text: "",
  words,
  prose: 0,
  linked: 0,
  prices,
})

/** Whether a list of some prices is the main list: it follows a text, and its words are as likely as the text's. */
const isMain = ({ before = 10, chance = 0.3, prices = 10, type = "collectionpage", words = 10 }): boolean => {
  const cards = Array.from({ length: prices }, () => piece(words, 1))
  const pieces = [piece(before), ...cards]
  const members = cards.map((_, at) => at + 1)
  const unit = { members, words: words * prices, prose: 0, chance }
  const { blocks, main } = offersIn([unit], pieces, [0.9, ...members.map(() => chance)], {
    ...nothingDeclared,
    types: new Set([type]),
  })
  assert.deepStrictEqual([...blocks], prices < 3 ? [] : members)
  return main.has(unit)
}

describe("a list of prices", () => {
  it("is a page's main list if it is a large and likely part of the page", () => {
    assert.isTrue(isMain({}))
    assert.isFalse(isMain({ chance: 0.05 }))
    assert.isFalse(isMain({ prices: 7 }))
    assert.isFalse(isMain({ words: 70 }))
    assert.isFalse(isMain({ prices: 2 }))
  })

  it("isn't the main list on the page of one product", () => {
    assert.isFalse(isMain({ type: "product" }))
    assert.isTrue(isMain({ type: "og:product" }))
  })

  it("isn't the main list after a text of twice its length", () => {
    assert.isTrue(isMain({ before: 50 }))
    assert.isFalse(isMain({ before: 51 }))
  })
})
