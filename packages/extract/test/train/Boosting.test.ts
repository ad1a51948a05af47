import { assert, describe, it } from "@effect/vitest"
import { chancesOf, compile, rowsOf } from "../../src/model/Forest.ts"
import { binned, boost } from "../../train/model/Boosting.ts"

describe("boosted trees", () => {
  const growth = { trees: 60, leaves: 3, rate: 0.2, rowShare: 0.8, columnShare: 1, leastWeight: 1, penalty: 1 }
  // Half of .4088 is .2044, which becomes a little greater in 32 bits.
  const values = Float32Array.from({ length: 400 }, (_, row) => (row % 2 === 0 ? 0 : 0.4088))
  const rows = Int32Array.from(values.keys())
  const target = {
    shares: Float64Array.from(values, (value) => (value === 0 ? 0.2 : 0.7)),
    weights: new Float64Array(400).fill(1),
    draws: Float64Array.from(values, (_, row) => (row % 3 === 0 ? 0.5 : 1)),
  }

  it("learn the share of each bin, even if the bin's edge has more digits than the tree", () => {
    const forest = compile(boost(binned(values, 1), target, rows, growth))
    const [low, high] = chancesOf(forest, 0, rowsOf(forest, Float32Array.of(0, 0.4088), 1))
    assert.approximately(low ?? 0, 0.2, 0.02)
    assert.approximately(high ?? 0, 0.7, 0.02)
  })

  it("are the same for the same seed", () => {
    const [one, two, other] = [1, 1, 2].map((seed) => boost(binned(values, 1), target, rows, growth, seed))
    assert.deepStrictEqual(one, two)
    assert.notDeepEqual(one, other)
  })
})
