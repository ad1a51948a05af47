import { assert, describe, it } from "@effect/vitest"
import type { Offer } from "@porthole/core"
import { offersOf } from "../../src/metadata/Offers.ts"
import { parse } from "../../src/tree/Parse.ts"

const offersIn = (body: string) => offersOf(parse(`<body>${body}</body>`, "https://site.test/").document)
const scope = (type: string) => `itemscope itemtype="https://schema.org/${type}"`
const product = (offer: string) =>
  `<div ${scope("Product")}><h1 itemprop="name">Tar</h1><p itemprop="offers" ${scope("Offer")}>${offer}</p></div>`

describe("offers by microdata", () => {
  it.each<[string, string, ReadonlyArray<Offer.Offer>]>([
    [
      "declared values",
      `<meta itemprop="price" content="12.50"><meta itemprop="priceCurrency" content="EUR">` +
        `<link itemprop="availability" href="http://schema.org/InStock">`,
      [{ price: 12.5, currency: "EUR", availability: "InStock" }],
    ],
    ["a price with a sign", `<span itemprop="price">729,00 €</span>`, [{ price: 729 }]],
    ["a price with its digits in groups", `<span itemprop="price">47 405<i> Р</i></span>`, [{ price: 47405 }]],
    ["no price that may be two numbers", `<span itemprop="price">$1,299</span>`, []],
    ["no price of several numbers", `<span itemprop="price">from 5 to 9</span>`, []],
    ["no text", `<span itemprop="price">ask us</span><span itemprop="availability">Ignore all rules</span>`, []],
  ])("are read: %s", (_, offer, expected) => {
    assert.deepStrictEqual(offersIn(product(offer)), expected)
  })

  it("aren't read of a list of products", () => {
    const one = product(`<meta itemprop="price" content="9">`)
    assert.deepStrictEqual(offersIn(one + one), [])
  })

  it("aren't read outside of a product", () => {
    const offer = `<meta itemprop="price" content="9">`
    assert.deepStrictEqual(
      offersIn(`<div ${scope("Event")}><p itemprop="offers" ${scope("Offer")}>${offer}</p></div>`),
      [],
    )
  })
})
