import { assert, it } from "@effect/vitest"
import { Offer } from "@porthole/core"

it.each([
  [[{ price: 12.5, currency: "EUR", availability: "InStock" }], "12.50 EUR (InStock)"],
  [[{ price: 9, currency: "EUR" }, { price: 49.99 }], "9 EUR, 49.99"],
  [[{ price: 5, high_price: 7.5, currency: "JPY" }], "5 to 7.50 JPY"],
  [[{ price: 1.299, currency: "EUR" }], "1.299 EUR"],
] as const)("the sentence about %j says %s", (offers, text) => {
  assert.strictEqual(Offer.sentence(offers), `The page's metadata declares offers that aren't in its text: ${text}.`)
})
