/** The training plan of the content model: the weight of each block, and how the trees grow. */
import type { Growth } from "./Boosting.ts"
import type { Plan, Weighed } from "./Models.ts"
import type { Sample } from "./Samples.ts"
import { folds } from "./Weights.ts"

const growth: Growth = {
  trees: 200,
  leaves: 24,
  rate: 0.05,
  rowShare: 0.5,
  columnShare: 0.35,
  leastWeight: 100,
  penalty: 50,
}

/** How both forests grow. The seed is one of three; docs/benchmarks.md compares them. */
export const plan: Plan = { first: { ...growth, trees: 100, rate: 0.08 }, second: growth, seed: 2, folds }

/** The weights of a page of articles-dev, and of a block with a segment of segments-dev. */
const article = 3
const segment = 5

/** Each tree sees only a part of the blocks without content. */
const clutterShare = 0.35

/**
 * The weight of each block. Long blocks count by their share of the page's words of content, as F1 counts them. Short
 * blocks count at least a little, because a line of clutter in an article misleads more than its few words suggest.
 */
export const weigh = ({ entry, shares, words }: Sample): Weighed => {
  const content = words.reduce((sum, own, at) => sum + own * Math.max(0, shares[at] ?? 0), 0)
  const isSegments = "keep" in entry.truth
  const weights = words.map((own, at) => {
    if ((shares[at] ?? -1) < 0) return 0
    if (isSegments) return segment
    const byWords = Math.min((Math.min(own, 400) / Math.max(content, 100)) * 300, 30) + Math.min(Math.sqrt(own), 6) / 3
    return byWords * (entry.truth.by === "shingles" ? article : 1)
  })
  return { weights, draws: shares.map((share) => (isSegments || share >= 0.05 ? 1 : clutterShare)) }
}
