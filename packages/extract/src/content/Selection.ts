/**
 * Selects blocks by their chances: the set with the highest expected F-measure over words. It always consists of the
 * likeliest blocks down to some chance (Lewis, "Evaluating and optimizing autonomous text classification systems",
 * SIGIR 1995).
 */
import { ratio } from "../model/Counts.ts"

/** A block, or blocks that are kept or dropped together. */
export interface Candidate {
  readonly words: number
  /** Words of it that read like prose. */
  readonly prose: number
  /** From 0 to 1. */
  readonly chance: number
}

/** Whether each candidate is selected; one without a chance never is. */
export const select = (candidates: ReadonlyArray<Candidate>): ReadonlyArray<boolean> => {
  const threshold = thresholdOf(candidates)
  return candidates.map(({ chance }) => chance > 0 && chance >= threshold)
}

/**
 * The square of beta in the F-measure (van Rijsbergen, Information Retrieval, 1979): from 1.2 if nothing likely is
 * prose to .5 if all of it is. Clutter does most harm beside prose; the parts of shops and listings are all uncertain.
 */
export const recallWeightOf = (candidates: ReadonlyArray<Candidate>): number => {
  let [all, ofProse] = [0, 0]
  for (const { chance, prose, words } of candidates) {
    all += chance * words
    ofProse += chance * prose
  }
  return 1.2 - 0.7 * ratio(ofProse, all)
}

// --- private --------------------------------------------------------------------------

const thresholdOf = (candidates: ReadonlyArray<Candidate>): number => {
  const recallWeight = recallWeightOf(candidates)
  const expected = candidates.reduce((sum, { chance, words }) => sum + chance * words, 0)
  let [hits, taken, best, threshold] = [0, 0, 0, 1]
  for (const { chance, words } of candidates.toSorted((a, b) => b.chance - a.chance)) {
    hits += chance * words
    taken += words
    const score = ((1 + recallWeight) * hits) / (taken + recallWeight * expected)
    if (score < best) continue
    best = score
    threshold = chance
  }
  return threshold
}
