/** How near a text is to the expected one: precision, recall and F1 over the multiset of their words, as in WCXB. */

/** `p`, precision: the share of the words got that were expected; `r`, recall: of the expected ones that were got; F1 of both. */
export interface Score {
  readonly f1: number
  readonly p: number
  readonly r: number
}

/** Lower-cased runs of letters, digits and underscores: Python's `\w+`. */
export const wordsOf = (text: string): ReadonlyArray<string> => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []

/** Scores a text. Two empty texts are alike. */
export const score = (got: string, expected: string): Score => {
  const [ours, theirs] = [wordsOf(got), wordsOf(expected)]
  const left = new Map<string, number>()
  for (const word of theirs) left.set(word, (left.get(word) ?? 0) + 1)
  let hits = 0
  for (const word of ours) {
    const count = left.get(word) ?? 0
    if (count > 0) {
      hits++
      left.set(word, count - 1)
    }
  }
  const both = ours.length + theirs.length
  return {
    f1: both === 0 ? 1 : (2 * hits) / both,
    p: ours.length === 0 ? (theirs.length === 0 ? 1 : 0) : hits / ours.length,
    r: theirs.length === 0 ? 1 : hits / theirs.length,
  }
}
