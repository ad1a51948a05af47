import { assert, describe, it } from "@effect/vitest"
import { join } from "node:path"
import * as Corpus from "../../train/corpora/Corpus.ts"
import { plan } from "../../train/model/Plan.ts"
import { sampleOf } from "../../train/model/Samples.ts"
import { scoreOf } from "../../train/scores/Scores.ts"
import { train } from "../../train/Training.ts"

const entries = Corpus.entries(join(import.meta.dirname, "corpus"))
const small = { ...plan, first: { ...plan.first, trees: 30 }, second: { ...plan.second, trees: 40 } }
const { scores } = train(entries, small)

describe("training", () => {
  it("reads every page of all three corpora", () => {
    assert.deepStrictEqual(
      scores.map(({ type }) => type),
      ["article", "forum", "documentation", "service", "articles-dev", "articles-dev", "segments-dev", "segments-dev"],
    )
  })

  it("selects the content of sites that it didn't learn from", () => {
    entries.forEach((entry, at) => {
      const { f1 } = scores[at]!
      assert.isAbove(f1, 0.9, entry.id)
      // The choice of blocks counts: the whole page is worse.
      assert.isBelow(scoreOf(sampleOf(entry)?.texts.join("\n") ?? "", entry.truth).f1, f1, entry.id)
    })
  })

  it("ends with an error if all pages are of one site", () => {
    assert.throws(() => train(entries.slice(0, 1), small), /too few sites/)
  })
})
