/** How the content model is learnt: what each block counts, and how the trees grow. */
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

/** How both forests grow. */
export const plan: Plan = { first: { ...growth, trees: 100, rate: 0.08 }, second: growth, folds }

/** What a page of articles-dev counts, and what a block with a segment of segments-dev counts. */
const article = 3
const segment = 5

/** Each tree sees only a part of the blocks without content. */
const clutterShare = 0.35

/**
 * The weight of each block. Long blocks count by their words as a share of the page's content, since F1 sees them so;
 * short ones count at least a little, since a line of clutter in an article misleads more than its words tell.
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
