import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { offersIn } from "../../src/rules/Offers.ts"
import { nothingDeclared } from "../../src/metadata/Declared.ts"

const { document } = parseHTML("<p></p>")
const element = document.createElement("p")

const piece = (words: number, prices = 0, text = "", prose = 0) => ({
  element,
  nodes: [],
  text,
  words,
  prose,
  linked: 0,
  prices,
})

/** Whether a list of some prices is the main list: it follows a text, and its words are as likely as the text's. */
const isMain = ({ before = 10, chance = 0.3, prices = 10, type = "collectionpage", words = 10 }): boolean => {
  const cards = Array.from({ length: prices }, () => piece(words, 1))
  const pieces = [piece(before), ...cards]
  const members = cards.map((_, at) => at + 1)
  const unit = { members, words: words * prices, prose: 0, chance }
  const chances = Float64Array.from([0.9, ...members.map(() => chance)])
  const declared = { ...nothingDeclared, types: new Set([type]) }
  const { blocks, main } = offersIn([unit], pieces, { chances, titleAt: -1 }, declared)
  assert.deepStrictEqual([...blocks], prices < 3 ? [] : members)
  return main.has(unit)
}

describe("a list of prices", () => {
  it("is a page's main list if it is a large and likely part of the page", () => {
    assert.isTrue(isMain({}))
    assert.isFalse(isMain({ chance: 0.04 }))
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

describe("a list of prices with the page's title", () => {
  /** Whether a product's page has a list of its own offers: after its title, before or behind its text. */
  const isOwn = ({
    chance = 0.3,
    isBehind = false,
    names = ["Harbour Log, paper", "Harbour Log, linen", "A harbour log"],
  }) => {
    const text = piece(40, 0, "A book for skippers.", 40)
    const cards = names.map((name) => piece(4, 1, name))
    const before = [piece(2, 0, "The harbour log"), ...(isBehind ? [text] : [])]
    const pieces = [...before, ...cards, ...(isBehind ? [] : [text])]
    const unit = { members: names.map((_, at) => before.length + at), words: 12, prose: 0, chance }
    const chances = Float64Array.from(pieces, () => 0.9)
    const declared = { ...nothingDeclared, types: new Set(["product"]) }
    return offersIn([unit], pieces, { chances, titleAt: 0 }, declared).main.has(unit)
  }

  it("offers the page's product", () => {
    assert.isTrue(isOwn({}))
    assert.isFalse(isOwn({ names: ["Harbour Log, paper", "Tide table", "Harbour chart"] }))
    assert.isFalse(isOwn({ chance: 0.04 }))
  })

  it("shows other products behind the page's text", () => {
    assert.isFalse(isOwn({ isBehind: true }))
  })
})
