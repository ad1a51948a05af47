/** How alike two words are by their letters, as those of a misspelt name and the one that was meant. */

/** The share of pairs of neighbouring characters that two words have in common, 0 to 1 (Sørensen–Dice coefficient). */
export const likenessOf = (one: string, other: string): number => {
  const [own, others] = [pairsOf(one), pairsOf(other)]
  let common = 0
  for (const pair of own) if (others.has(pair)) common++
  return (2 * common) / Math.max(1, own.size + others.size)
}

/** The words that are likest to another one, at most `most` of them, the likest first. */
export const nearest = (
  words: ReadonlyArray<string>,
  most: number,
  likenessTo: (word: string) => number,
): ReadonlyArray<string> =>
  words
    .map((word) => ({ word, likeness: likenessTo(word) }))
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, most)
    .map(({ word }) => word)

// --- private --------------------------------------------------------------------------

const pairsOf = (word: string): ReadonlySet<string> =>
  new Set(Array.from({ length: Math.max(0, word.length - 1) }, (_, at) => word.slice(at, at + 2)))
