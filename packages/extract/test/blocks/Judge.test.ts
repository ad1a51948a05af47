import { assert, describe, it } from "@effect/vitest"
import { chanceOf, contextNames, names } from "../../src/blocks/Judge.ts"
import { firstTable, secondTable } from "../../src/blocks/Tables.ts"
import { modelOf } from "../../src/blocks/Weights.ts"

describe("the weights", () => {
  it("are those of the features there are, no more and no fewer", () => {
    assert.deepStrictEqual(Object.keys(firstTable.weights), [...names])
    assert.deepStrictEqual(Object.keys(secondTable.weights), [...names, ...contextNames])
  })

  it("are numbers that can be counted with", () => {
    for (const { bias, weights } of [firstTable, secondTable]) {
      assert.isTrue(Number.isFinite(bias))
      for (const [name, own] of Object.entries(weights)) {
        assert.isTrue(own.every(Number.isFinite), name)
        assert.isAbove(own[1], 0, name)
      }
    }
  })
})

describe("a chance", () => {
  const model = modelOf({ bias: 0, weights: { a: [1, 2, 3], b: [0, 1, -1] } }, ["a", "b", "unknown"])

  it("is what the weighed deviations add up to", () => {
    assert.strictEqual(chanceOf(model, [1, 0, 9]), 0.5)
    assert.approximately(chanceOf(model, [2, 0, 9]), 1 / (1 + Math.exp(-1.5)), 1e-12)
    assert.approximately(chanceOf(model, [2, 1, 9]), 1 / (1 + Math.exp(-0.5)), 1e-12)
  })

  it("isn't a page's to force by one answer", () => {
    assert.strictEqual(chanceOf(model, [1e9, 0, 0]), chanceOf(model, [13, 0, 0]))
  })
})
