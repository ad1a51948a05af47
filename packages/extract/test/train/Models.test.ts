import { assert, describe, it } from "@effect/vitest"
import { levels } from "../../src/model/Context.ts"
import { featureNames } from "../../src/model/Features.ts"
import { learn } from "../../train/model/Models.ts"

describe("cross-validated models", () => {
  const growth = { trees: 4, leaves: 4, rate: 0.3, rowShare: 1, columnShare: 1, leastWeight: 1, penalty: 1 }
  const plan = { first: growth, second: growth, seed: 1, folds: 3 }
  const blocks = 20
  const all = (value: number) => new Float64Array(blocks).fill(value)
  const sample = (site: number, shareOf: (block: number) => number) => ({
    entry: {
      id: `${site}`,
      file: "",
      type: "article",
      url: "",
      site,
      truth: { text: "", bare: "", by: "words" as const },
    },
    texts: [],
    words: all(10),
    prose: all(10),
    features: Float32Array.from({ length: blocks * featureNames.length }, (_, at) => (at * (site + 7)) % 11),
    ranges: new Int32Array(blocks * levels * 2),
    titleAt: -1,
    shares: all(0).map((_, block) => shareOf(block)),
  })
  /** Pages of three folds; the labels of the first fold are inverted or not. */
  const learnt = (isTurned: boolean) =>
    learn(
      Array.from({ length: 9 }, (_, site) =>
        sample(site, (block) => {
          const share = ((block * 7 + site * 3) % 10) / 10
          return isTurned && site % 3 === 0 ? 1 - share : share
        }),
      ),
      () => ({ weights: all(1), draws: all(1) }),
      plan,
    )

  it("learn nothing from the pages that measure them, not even through other forests", () => {
    const [one, other] = [learnt(false).folds, learnt(true).folds]
    assert.deepStrictEqual(one[0], other[0])
    assert.notDeepEqual(one[1], other[1])
  })
})
