/** Scores of a reader's text against the expected text: by words, by shingles of four words, or by segments. */
import type { Truth } from "../corpora/Corpus.ts"
import { type Output, textOf, withoutNotation } from "../corpora/Rendered.ts"

/**
 * `p`, precision: the share of the found words that were expected; `r`, recall: the share of the expected words that
 * were found; `f1` of both.
 */
export interface Score {
  readonly f1: number
  readonly p: number
  readonly r: number
}

/** Counts of segments: rightly kept, wrongly kept, wrongly dropped. */
export interface Hits {
  readonly kept: number
  readonly wrong: number
  readonly lost: number
}

/**
 * Lower-cased runs of letters, digits and underscores: Python's `\w+`. Chinese and Japanese have no spaces between
 * words, so each of their characters is one. Compatible characters (`²` and `2`) are alike, and soft hyphens split none.
 */
export const wordsOf = (text: string): ReadonlyArray<string> => normalised(text).toLowerCase().match(words) ?? []

/** A text in compatible characters, without invisible ones. */
export const normalised = (text: string): string => text.normalize("NFKC").replace(/\p{DI}/gu, "")

/** A score, with the counts of segments if the truth is segments. */
export interface Scored extends Score {
  readonly hits?: Hits
}

/** Scores an output against the truth of its page: as it is or without notation on both sides, whichever is nearer. */
export const scoreOfOutput = (output: Output, truth: Truth): Scored => {
  const scored = scoreOf(textOf(output), truth)
  if ("keep" in truth) return scored
  const bare = scoreOf(textOf(withoutNotation(output)), { ...truth, text: truth.bare })
  return bare.f1 > scored.f1 ? bare : scored
}

/** Scores a text against the truth of its page. */
export const scoreOf = (text: string, truth: Truth): Scored => {
  if ("keep" in truth) {
    const hits = hitsIn(text, truth)
    return { ...ofHits([hits]), hits }
  }
  const [ours, theirs] = [wordsOf(text), wordsOf(truth.text)]
  return truth.by === "words" ? score(ours, theirs) : score(shinglesOf(ours), shinglesOf(theirs))
}

/** Scores a list of words or shingles against the expected one, as multisets. Two empty lists are alike. */
export const score = (ours: ReadonlyArray<string>, theirs: ReadonlyArray<string>): Score => {
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

/** Every four consecutive words; one shingle of all words if there are fewer. */
export const shinglesOf = (words: ReadonlyArray<string>): ReadonlyArray<string> =>
  words.length === 0
    ? []
    : words.slice(0, Math.max(1, words.length - 3)).map((_, at) => words.slice(at, at + 4).join(" "))

/** Looks for segments in a text; white space is folded. */
export const hitsIn = (text: string, { drop, keep }: Extract<Truth, { keep: unknown }>): Hits => {
  const line = oneLine(text)
  const found = (segments: ReadonlyArray<string>): number =>
    segments.filter((segment) => line.includes(oneLine(segment))).length
  const kept = found(keep)
  return { kept, wrong: found(drop), lost: keep.length - kept }
}

/** Precision, recall and F1 of the segments of many pages. */
export const ofHits = (hits: ReadonlyArray<Hits>): Score => {
  const sum = (of: (one: Hits) => number): number => hits.reduce((all, one) => all + of(one), 0)
  const kept = sum((one) => one.kept)
  const share = (others: number): number => (kept + others === 0 ? 1 : kept / (kept + others))
  return harmonic(share(sum((one) => one.wrong)), share(sum((one) => one.lost)))
}

/** The score with a precision and a recall. */
export const harmonic = (p: number, r: number): Score => ({ p, r, f1: p + r === 0 ? 0 : (2 * p * r) / (p + r) })

// --- private --------------------------------------------------------------------------

const words = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]|[[\p{L}\p{N}_]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]]+/gv

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim()
