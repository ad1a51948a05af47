import { assert, it } from "@effect/vitest"
import * as Likeness from "../../../src/domain/text/Likeness.ts"

it("the likeness of words is the share of their common pairs of letters", () => {
  assert.strictEqual(Likeness.likenessOf("night", "night"), 1)
  assert.strictEqual(Likeness.likenessOf("night", "nacht"), 0.25)
  assert.strictEqual(Likeness.likenessOf("abc", "xyz"), 0)
  assert.strictEqual(Likeness.likenessOf("", ""), 0)
  assert.strictEqual(Likeness.likenessOf("a", "a"), 0, "one letter has no pair")
})

it("the nearest words come with the likest first, and no more than wanted", () => {
  const near = Likeness.nearest(["gate", "night", "nacht"], 2, (word) => Likeness.likenessOf("night", word))
  assert.deepStrictEqual(near, ["night", "nacht"])
  assert.deepStrictEqual(
    Likeness.nearest([], 2, () => 0),
    [],
  )
})
