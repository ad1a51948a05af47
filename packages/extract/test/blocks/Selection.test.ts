import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { expectedF1, select } from "../../src/blocks/Selection.ts"

const candidates = fc.array(
  fc.record({ words: fc.integer({ min: 1, max: 50 }), chance: fc.double({ min: 0.01, max: 1, noNaN: true }) }),
  { minLength: 1, maxLength: 8 },
)

describe("select", () => {
  it("takes what no other set of candidates is expected to beat", () => {
    fc.assert(
      fc.property(candidates, (all) => {
        const best = Math.max(
          ...Array.from({ length: 2 ** all.length }, (_, bits) =>
            expectedF1(
              all,
              all.map((__, at) => (bits & (1 << at)) !== 0),
            ),
          ),
        )
        assert.approximately(expectedF1(all, select(all)), best, 1e-9)
      }),
    )
  })

  it("takes what is unlikely where nothing is likelier, and leaves it where something is", () => {
    assert.deepStrictEqual(select([{ words: 10, chance: 0.2 }]), [true])
    assert.deepStrictEqual(
      select([
        { words: 100, chance: 0.9 },
        { words: 10, chance: 0.2 },
      ]),
      [true, false],
    )
  })

  it("takes nothing of nothing, and nothing that can't be", () => {
    assert.deepStrictEqual(select([]), [])
    assert.deepStrictEqual(
      select([
        { words: 5, chance: 0.5 },
        { words: 5, chance: 0 },
      ]),
      [true, false],
    )
  })
})

describe("expectedF1", () => {
  it("is that of certain content", () => {
    const all = [
      { words: 30, chance: 1 },
      { words: 10, chance: 0 },
    ]
    assert.strictEqual(expectedF1(all, [true, false]), 1)
    assert.strictEqual(expectedF1(all, [true, true]), 60 / 70)
    assert.strictEqual(expectedF1(all, [false, false]), 0)
  })
})
