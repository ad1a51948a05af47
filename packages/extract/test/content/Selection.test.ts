import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { recallWeightOf, select } from "../../src/content/Selection.ts"

const likely = fc
  .record({
    words: fc.integer({ min: 1, max: 50 }),
    isProse: fc.boolean(),
    chance: fc.double({ min: 0.01, max: 1, noNaN: true }),
  })
  .map(({ chance, isProse, words }) => ({ words, prose: isProse ? words : 0, chance }))
const candidates = fc.array(likely, { minLength: 1, maxLength: 8 })

type Candidates = Parameters<typeof select>[0]

const expectedF = (all: Candidates, taken: ReadonlyArray<boolean>): number => {
  const sum = (of: (at: number) => number) => all.reduce((total, _, at) => total + of(at), 0)
  const hits = (at: number) => (all[at]?.chance ?? 0) * (all[at]?.words ?? 0)
  const words = sum((at) => (taken[at] === true ? (all[at]?.words ?? 0) : 0))
  const taking = sum((at) => (taken[at] === true ? hits(at) : 0))
  const recallWeight = recallWeightOf(all)
  return words === 0 ? 0 : ((1 + recallWeight) * taking) / (words + recallWeight * sum(hits))
}

describe("select", () => {
  it("selects the set with the highest expected score", () => {
    fc.assert(
      fc.property(candidates, (all) => {
        const sets = Array.from({ length: 2 ** all.length }, (_, bits) => all.map((__, at) => (bits & (1 << at)) !== 0))
        const best = Math.max(...sets.map((set) => expectedF(all, set)))
        assert.approximately(expectedF(all, select(all)), best, 1e-9)
      }),
    )
  })

  it("selects unlikely blocks only if none is likelier", () => {
    assert.deepStrictEqual(select([{ words: 10, prose: 0, chance: 0.2 }]), [true])
    const all = [
      { words: 100, prose: 0, chance: 0.9 },
      { words: 10, prose: 0, chance: 0.2 },
    ]
    assert.deepStrictEqual(select(all), [true, false])
  })

  it("is stricter next to prose than in a list", () => {
    const all = [
      { words: 100, prose: 0, chance: 0.9 },
      { words: 50, prose: 0, chance: 0.42 },
    ]
    assert.deepStrictEqual(select(all), [true, true])
    assert.deepStrictEqual(select(all.map(({ chance, words }) => ({ words, prose: words, chance }))), [true, false])
  })

  it("selects nothing without blocks, and nothing with chances of zero", () => {
    assert.deepStrictEqual(select([]), [])
    const all = [
      { words: 5, prose: 0, chance: 0.5 },
      { words: 5, prose: 0, chance: 0 },
    ]
    assert.deepStrictEqual(select(all), [true, false])
  })
})
