import { assert, describe, it } from "@effect/vitest"
import { type Counts, countText, nothing } from "../../src/model/Counts.ts"

const countsOf = (texts: ReadonlyArray<string>): Counts => {
  const counts = nothing()
  for (const text of texts) countText(text, counts)
  return counts
}

describe("the counts of a text", () => {
  const lines = ["Six boats left, at 4:30.", "Ćma œuvre 𝒳y – “Наутро”!", "A berth costs €12, or 15 $.", "漢字の本。 ไท"]

  it.each([2, 300, 3_000])("are the sums of its lines' counts, if it is %i times as long", (times) => {
    const all = Array.from({ length: times }, () => lines).flat()
    assert.deepStrictEqual(countsOf([all.join("\n")]), countsOf(all))
  })

  it("count words, sentences, numbers and amounts of money", () => {
    assert.deepInclude(countsOf(lines.slice(0, 1)), { words: 6, sentences: 1, commas: 2, numbers: 2, capitals: 1 })
    assert.deepInclude(countsOf(lines.slice(2, 3)), { words: 6, prices: 2, numbers: 2 })
  })
})
