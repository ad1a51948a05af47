/** How well a text holds the words that it should. */

/** Precision and recall of an answer's words, each counted as often as it occurs. */
export const f1 = (answer: string, expected: string): number => {
  const got = countsOf(answer)
  const want = countsOf(expected)
  let common = 0
  for (const [word, count] of want) common += Math.min(count, got.get(word) ?? 0)
  return (2 * common) / (sum(got) + sum(want))
}

/** The words of Markdown, without the targets of its links. */
export const wordsOf = (markdown: string): ReadonlyArray<string> =>
  markdown
    .replaceAll(/\]\([^)]*\)/g, "]")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

// --- private --------------------------------------------------------------------------

const countsOf = (text: string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

const sum = (counts: ReadonlyMap<string, number>): number =>
  Array.from(counts.values()).reduce((total, count) => total + count, 0)
