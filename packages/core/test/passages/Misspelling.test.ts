import { assert, it } from "@effect/vitest"
import * as Misspelling from "../../src/passages/Misspelling.ts"

it.each([
  ["warantie", "warranty"],
  ["delivry", "delivery"],
  ["how too pay", "how to pay"],
  ["gewahrleistung", "gewährleistung"],
  ["chaptr 12", "chapter 12"],
])("%s may be %s", (words, text) => assert.isAbove(Misspelling.likenessOf(words, text), 0))

it.each([
  ["2024", "2023"],
  ["9999", "99"],
  ["v2.14.0", "v2.14.1"],
  ["chaptr 12", "chapter 1"],
  ["how to disable tls", "how to enable tls"],
  ["install", "uninstall"],
  ["install with docker", "install without docker"],
  ["maximum", "minimum"],
  ["major", "minor"],
  ["how to pay", "how to pay later"],
])("%s isn't %s", (words, text) => {
  assert.strictEqual(Misspelling.likenessOf(words, text), 0)
  assert.strictEqual(Misspelling.likenessOf(text, words), 0)
})

it("is most like what it shares most with", () => {
  assert.strictEqual(Misspelling.likenessOf("how to pay", "how to pay"), 1)
  assert.isAbove(Misspelling.likenessOf("delivry", "delivery"), Misspelling.likenessOf("delivry", "deliver"))
})
