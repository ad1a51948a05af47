import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { blocksOf } from "../../src/model/Block.ts"
import { priceIn } from "../../src/rules/Price.ts"
import { declaredIn } from "../../src/metadata/Declared.ts"

/** The text of the block chosen as price; the heading holds the title, and all blocks are equally likely. */
const priceOf = (body: string, offers: string, chance = 0.5, others: ReadonlyArray<number> = []) => {
  const script = `<script type="application/ld+json">{"@type":"Product","offers":${offers}}</script>`
  const { document } = parseHTML(`<html><head>${script}</head><body>${body}</body></html>`)
  const found = blocksOf(document.body)
  const titleAt = found.blocks.findIndex(({ holder }) => holder.name === "h1")
  const chances = new Float64Array(found.blocks.length).fill(chance)
  const at = priceIn({ ...found, chances, titleAt }, declaredIn(document), new Set(others))
  return at === undefined ? undefined : found.blocks[at]?.text
}

describe("the price of a product", () => {
  const page = "<p>Rake $12.00</p><h1>Spade</h1><p>Save $5</p><p>1.249,00 zł</p><p>Fork $30</p>"

  it("is the declared one, however it is written", () => {
    assert.strictEqual(priceOf(page, `{"price":"1249.00"}`), "1.249,00 zł")
    assert.strictEqual(priceOf(page, `[{"price":99},{"price":30}]`), "Fork $30")
  })

  it("isn't a rating with the same digits", () => {
    assert.strictEqual(priceOf("<h1>Mug</h1><p>5.0 / 5</p><p>$50</p>", `{"price":50}`), "$50")
  })

  it("is none of those that are declared for several currencies", () => {
    const list = "<h1>Mug</h1><p>$8.50</p><ul><li>EUR 7.90</li><li>GBP 6.80</li></ul>"
    const offers = `[{"price":7.9,"priceCurrency":"EUR"},{"price":6.8,"priceCurrency":"GBP"}]`
    assert.strictEqual(priceOf(list, offers), "$8.50")
  })

  it("is looked for before the title if it isn't after it", () => {
    assert.strictEqual(priceOf(page, `{"lowPrice":12}`), "Rake $12.00")
  })

  it("is the first likely amount after the title if none is declared", () => {
    assert.strictEqual(priceOf(page, "{}"), "Save $5")
    assert.isUndefined(priceOf(page, "{}", 0.01))
    assert.strictEqual(priceOf(page, "{}", 0.5, [2]), "Fork $30")
  })
})
