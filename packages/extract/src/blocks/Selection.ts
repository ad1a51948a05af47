/**
 * Which blocks are taken, given the chance of each.
 *
 * A chance of one half is no good line: on a page of which little is certain, much of what is
 * unlikely would be missed. What is taken is the set whose expected F1 over words is the highest;
 * it always is the likeliest blocks down to some chance (Lewis, "Evaluating and optimizing
 * autonomous text classification systems", SIGIR 1995).
 */

/** What is chosen from. */
export interface Candidate {
  readonly words: number
  /** From 0 to 1. */
  readonly chance: number
}

/** Whether each candidate is taken. */
export const select = (candidates: ReadonlyArray<Candidate>): ReadonlyArray<boolean> => {
  const least = leastChance(candidates)
  return candidates.map(({ chance }) => chance >= least)
}

/** The F1 over words that is to be expected of taking some candidates; 0 of none. */
export const expectedF1 = (candidates: ReadonlyArray<Candidate>, taken: ReadonlyArray<boolean>): number => {
  let [hits, words, expected] = [0, 0, 0]
  candidates.forEach((candidate, at) => {
    const likely = candidate.chance * candidate.words
    expected += likely
    if (taken[at] !== true) return
    hits += likely
    words += candidate.words
  })
  return words === 0 ? 0 : (2 * hits) / (words + expected)
}

// --- private --------------------------------------------------------------------------

const leastChance = (candidates: ReadonlyArray<Candidate>): number => {
  const expected = candidates.reduce((sum, { chance, words }) => sum + chance * words, 0)
  let hits = 0
  let taken = 0
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (const { chance, words } of candidates.toSorted((a, b) => b.chance - a.chance)) {
    hits += chance * words
    taken += words
    const score = (2 * hits) / (taken + expected)
    if (score < best) continue
    best = score
    least = chance
  }
  return least
}
