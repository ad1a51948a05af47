/** How the content model is learnt: what each block counts, and how the trees grow. */
import type { Growth } from "./Boosting.ts"
import type { Plan } from "./Models.ts"
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

/** Of blocks without content only a part is learnt from, which counts for the rest. */
const clutterShare = 0.35

/**
 * The weight of each block. Long blocks count by their words as a share of the page's content, since F1 sees them so;
 * short ones count at least a little, since a line of clutter in an article misleads more than its words tell.
 */
export const weightsOf = ({ entry, shares, words }: Sample): Float64Array => {
  const content = words.reduce((sum, own, at) => sum + own * Math.max(0, shares[at] ?? 0), 0)
  let state = words.length * 7919 + 1
  return words.map((own, at) => {
    const share = shares[at] ?? -1
    if (share < 0) return 0
    if ("keep" in entry.truth) return segment
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    const isClutter = share < 0.05
    if (isClutter && (state >>> 8) % 100 >= clutterShare * 100) return 0
    const byWords = Math.min((Math.min(own, 400) / Math.max(content, 100)) * 300, 30) + Math.min(Math.sqrt(own), 6) / 3
    return byWords * (isClutter ? 1 / clutterShare : 1) * (entry.truth.by === "shingles" ? article : 1)
  })
}
