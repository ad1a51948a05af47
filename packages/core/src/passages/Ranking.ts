/**
 * Scores how well each chunk of a page answers a question, without a model: BM25F over the chunk's words, its headings
 * and its neighbours (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009, section
 * 3.6), then once more with words of the best chunks (relevance feedback; Lavrenko and Croft, "Relevance-Based Language
 * Models", SIGIR 2001). `bench/passages` chose the constants.
 */
import * as Effect from "effect/Effect"
import * as TimeSlice from "../domain/time/TimeSlice.ts"
import type { Chunk } from "./Chunks.ts"
import { type ChunkIndex, rarity } from "./ChunkIndex.ts"
import type { Pair, Question, Term } from "./Question.ts"

/** The scores of a page's chunks. */
export interface Ranking {
  /** By the question's own terms; 0 if the chunk doesn't match. */
  readonly direct: ReadonlyArray<number>
  /**
   * By the question's terms and the words of the best chunks, so that answers in other words are found; a part of the
   * previous chunk's score is added.
   */
  readonly expanded: ReadonlyArray<number>
  /** A score as a share of that of a full match, which is comparable between pages. */
  readonly shareOf: (score: number) => number
}

/** Ranks a page's chunks, in slices of time. */
export const rank = Effect.fnUntraced(function* (
  chunks: ReadonlyArray<Chunk>,
  index: ChunkIndex,
  question: Question,
): Effect.fn.Return<Ranking> {
  const evidence = yield* gather(chunks, index, question)
  const totalRarity = question.terms.reduce((sum, { rarity }) => sum + rarity, 0)
  const closePairs = new ClosePairs(question.pairs)
  const direct = yield* TimeSlice.map(
    chunks,
    (_, at) => unitsOfChunk(at, index, question),
    ({ isOutside }, at) => {
      const weights = question.terms.map((_, term) => weightOf(evidence, chunks, at, term))
      const score = scoreOf(question.terms, weights, totalRarity) + closeness * closePairs.rarityIn(at, index)
      const factor = score > 0 && question.wantsNumber && hasNumber(at, index) ? 1 + numberBonus : 1
      return score * factor * (isOutside ? outsideFactor : 1)
    },
  )
  const expanded = yield* expand(direct, chunks, index, question)
  return { direct, expanded, shareOf: (score) => score / Math.max(1e-9, totalRarity * (1 + coverage)) }
})

/** The weight of a stem for the terms of a question. */
export type Lookup = ReadonlyMap<number, ReadonlyArray<{ readonly term: number; readonly value: number }>>

/** The terms that each stem of a page stands for. */
export const lookupOf = (terms: ReadonlyArray<Term>): Lookup => {
  const lookup = new Map<number, Array<{ term: number; value: number }>>()
  const add = (stem: number, term: number, value: number): void => {
    const entries = lookup.get(stem)
    if (entries === undefined) lookup.set(stem, [{ term, value }])
    else entries.push({ term, value })
  }
  for (const [at, { others, stem }] of terms.entries()) {
    if (stem >= 0) add(stem, at, 1)
    for (const [other, value] of others) add(other, at, value)
  }
  return lookup
}

/** The cost of a chunk: of its words, and of each term of the question. */
export const unitsOfChunk = (at: number, { chunks }: ChunkIndex, { terms }: Question): number =>
  unitsOfWord * (chunks[at]?.length ?? 0) + unitsOfTerm * Math.max(8, terms.length)

/** Whether two chunks have the same nearest heading. */
export const isSameSection = (a: Chunk | undefined, b: Chunk | undefined): boolean =>
  a?.trail.at(-1) === b?.trail.at(-1) && a?.isOutside === b?.isOutside

/** Whether a chunk has a number. */
export const hasNumber = (at: number, { chunks, words }: ChunkIndex): boolean =>
  (chunks[at] ?? []).some((word) => /\p{N}/u.test(words[word] ?? ""))

// --- private --------------------------------------------------------------------------

/** BM25's parameter k1. */
const saturation = 1.3

/** What counts beside a word of the chunk that equals the question's: an equal stem, a heading, a neighbour. */
const stemMatch = 0.5
const trailWeight = 0.7
const besideWeight = 0.35

/** How much a score grows: for a match of all terms, for close pairs, and for a number if one is wanted. */
const coverage = 1
const closeness = 0.3
const numberBonus = 0.5

/** The share of its score that a chunk outside the main content keeps. */
const outsideFactor = 0.75

/** Relevance feedback: its weight in a score, and how many of the best chunks and of their words it uses. */
const feedbackWeight = 0.2
const feedbackChunks = 4
const feedbackWords = 8

/** The share of its score that a chunk gives to the next one, which often continues it. */
const continuation = 0.2

const unitsOfWord = 4
const unitsOfTerm = 40

/** One number per term. */
type Strengths = ReadonlyArray<number>

interface Evidence {
  /** How often a chunk contains each term; a related word (`Term.others`) counts by its weight. */
  readonly own: ReadonlyArray<Strengths>
  /** How well its headings, or its introduction, match each term, from 0 to 1. */
  readonly above: ReadonlyArray<Strengths>
}

const gather = Effect.fnUntraced(function* (
  chunks: ReadonlyArray<Chunk>,
  index: ChunkIndex,
  question: Question,
): Effect.fn.Return<Evidence> {
  const { terms } = question
  const slice = TimeSlice.begin()
  const lookup = lookupOf(terms)
  const none: Strengths = terms.map(() => 0)
  const best = (words: ReadonlyArray<number> = []) => strengthsOf(words, terms, index, lookup, none, Math.max)
  const headings = yield* TimeSlice.map(index.headings, (words) => unitsOfWord * words.length, best)
  const own: Array<Strengths> = []
  const above: Array<Strengths> = []
  // A table's header, or a list's introduction, leads many chunks.
  let led: { readonly by: number; readonly strengths: Strengths } | undefined
  for (const [at, { lead, trail }] of chunks.entries()) {
    own.push(strengthsOf(index.chunks[at] ?? [], terms, index, lookup, none, (sum, value) => sum + value))
    if (lead !== undefined && led?.by !== lead) led = { by: lead, strengths: best(index.chunks[lead]) }
    const over = [
      ...trail.map((heading) => headings[heading] ?? none),
      ...(lead === undefined || led === undefined ? [] : [led.strengths]),
    ]
    above.push(over.length === 0 ? none : none.map((_, term) => Math.max(...over.map((each) => each[term] ?? 0))))
    if (slice.spend(unitsOfChunk(at, index, question))) yield* TimeSlice.next
  }
  return { own, above }
})

/** How well words match each term. Related words (`Term.others`) count once together, by the best of them. */
const strengthsOf = (
  words: ReadonlyArray<number>,
  terms: ReadonlyArray<Term>,
  { stems, words: vocabulary }: ChunkIndex,
  lookup: Lookup,
  none: Strengths,
  join: (a: number, b: number) => number,
): Strengths => {
  let own: Array<number> | undefined
  let others: Array<number> | undefined
  for (const word of words) {
    const stem = stems[word] ?? -1
    for (const { term, value } of lookup.get(stem) ?? []) {
      own ??= none.slice()
      others ??= none.slice()
      if (stem !== terms[term]?.stem) others[term] = Math.max(others[term] ?? 0, value)
      else own[term] = join(own[term] ?? 0, vocabulary[word] === terms[term].word ? 1 : stemMatch)
    }
  }
  return own === undefined ? none : own.map((value, term) => join(value, others?.[term] ?? 0))
}

/** The weighted frequency of a term over the fields: the chunk itself, its headings, its neighbours. */
const weightOf = ({ above, own }: Evidence, chunks: ReadonlyArray<Chunk>, at: number, term: number): number => {
  let beside = 0
  for (const [distance, share] of neighbours) {
    const near = own[at + distance]?.[term] ?? 0
    if (near > 0 && isSameSection(chunks[at], chunks[at + distance]))
      beside = Math.max(beside, Math.min(1, near) * share)
  }
  return (own[at]?.[term] ?? 0) + trailWeight * (above[at]?.[term] ?? 0) + besideWeight * beside
}

const neighbours = [
  [-1, 1],
  [1, 1],
  [-2, 0.5],
  [2, 0.5],
] as const

const scoreOf = (terms: ReadonlyArray<Term>, weights: Strengths, totalRarity: number): number => {
  let score = 0
  let covered = 0
  for (const [at, { rarity }] of terms.entries()) {
    const weight = weights[at] ?? 0
    score += (rarity * weight * (saturation + 1)) / (weight + saturation)
    if (weight > 0.25) covered += rarity * Math.min(1, weight)
  }
  return totalRarity === 0 ? 0 : score * (1 + coverage * (covered / totalRarity) ** 2)
}

/** The pairs of a question, by the stem of their first term. */
class ClosePairs {
  readonly #pairs: ReadonlyArray<Pair>
  readonly #byFirst = new Map<number, Array<number>>()

  constructor(pairs: ReadonlyArray<Pair>) {
    this.#pairs = pairs
    for (const [at, { first }] of pairs.entries()) {
      const others = this.#byFirst.get(first)
      if (others === undefined) this.#byFirst.set(first, [at])
      else others.push(at)
    }
  }

  /** The sum of the rarities of the pairs whose terms have at most one word between them in a chunk. */
  rarityIn(chunk: number, { chunks, stems }: ChunkIndex): number {
    if (this.#pairs.length === 0) return 0
    const words = chunks[chunk] ?? []
    const stemAt = (at: number): number | undefined => stems[words[at] ?? -1]
    const close = new Set<number>()
    for (const [at, word] of words.entries()) {
      for (const pair of this.#byFirst.get(stems[word] ?? -1) ?? []) {
        const second = this.#pairs[pair]?.second
        if (stemAt(at + 1) === second || stemAt(at + 2) === second) close.add(pair)
      }
    }
    // In the order of the question, because sums of fractions depend on it.
    return close.size === 0 ? 0 : this.#pairs.reduce((sum, { rarity }, at) => (close.has(at) ? sum + rarity : sum), 0)
  }
}

/**
 * Adds to each score the chunk's share of the words that mark the best chunks, and a part of the previous chunk's
 * score.
 */
const expand = Effect.fnUntraced(function* (
  direct: ReadonlyArray<number>,
  chunks: ReadonlyArray<Chunk>,
  index: ChunkIndex,
  question: Question,
): Effect.fn.Return<ReadonlyArray<number>> {
  const feedback = feedbackOf(direct, yield* bestOf(direct), index, question)
  let before = 0
  return yield* TimeSlice.map(
    direct,
    (_, at) => unitsOfChunk(at, index, question),
    (score, at) => {
      const more = feedbackWeight * feedbackIn(feedback, at, index)
      const own = score + more * (chunks[at]?.isOutside === true ? outsideFactor : 1)
      const continued = at > 0 && isSameSection(chunks[at - 1], chunks[at]) ? continuation * before : 0
      before = own
      return own + continued
    },
  )
})

const feedbackIn = (feedback: ReadonlyMap<number, number>, at: number, { chunks, stems }: ChunkIndex): number => {
  const found = new Set<number>()
  for (const word of chunks[at] ?? []) found.add(stems[word] ?? -1)
  let sum = 0
  for (const [stem, weight] of feedback) if (found.has(stem)) sum += weight
  return sum
}

/** The stems that mark the best chunks and aren't in the question, with their weights. */
const feedbackOf = (
  direct: ReadonlyArray<number>,
  best: ReadonlyArray<number>,
  index: ChunkIndex,
  { terms }: Question,
): ReadonlyMap<number, number> => {
  const strongest = direct[best[0] ?? 0] ?? 0
  const queryStems = new Set(terms.map(({ stem }) => stem))
  const weights = new Map<number, number>()
  for (const at of best) {
    const counts = new Map<number, number>()
    for (const word of index.chunks[at] ?? []) {
      const stem = index.stems[word] ?? -1
      if (!queryStems.has(stem) && (index.words[word]?.length ?? 0) >= 3) counts.set(stem, (counts.get(stem) ?? 0) + 1)
    }
    for (const [stem, count] of counts) {
      const weight = ((direct[at] ?? 0) / strongest) * Math.min(count, 2) * rarity(index, stem)
      weights.set(stem, (weights.get(stem) ?? 0) + weight)
    }
  }
  const heaviest = Array.from(weights)
    .toSorted(([a, x], [b, y]) => y - x || a - b)
    .slice(0, feedbackWords)
  const top = heaviest[0]?.[1] ?? 1
  return new Map(heaviest.map(([stem, weight]) => [stem, (weight / top) * rarity(index, stem)]))
}

/** The chunks with the highest scores. */
const bestOf = Effect.fnUntraced(function* (scores: ReadonlyArray<number>): Effect.fn.Return<ReadonlyArray<number>> {
  const best: Array<number> = []
  const slice = TimeSlice.begin()
  for (const [at, score] of scores.entries()) {
    if (slice.spend(unitsOfWord)) yield* TimeSlice.next
    if (score === 0) continue
    const place = best.findIndex((other) => score > (scores[other] ?? 0))
    if (place >= 0) best.splice(place, 0, at)
    else best.push(at)
    if (best.length > feedbackChunks) best.pop()
  }
  return best
})
