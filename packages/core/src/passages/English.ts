/**
 * Scores the chunks of an English page for an English question: a linear formula over features of each chunk, its
 * neighbours and its headings, the logarithm of the odds that it holds the answer. `bench/passages/src/train.ts` learns
 * the constants and writes `english.json`. It needs a `Similarity`: without one it is no better than `Ranking`.
 */
import * as Effect from "effect/Effect"
import { Settings } from "../domain/settings/Settings.ts"
import * as TimeSlice from "../domain/time/TimeSlice.ts"
import { type Page as Units, type Rate, Similarity } from "../ports/Similarity.ts"
import type { Chunk, Lengths } from "./Chunks.ts"
import { type ChunkIndex, rarity } from "./ChunkIndex.ts"
import constants from "./english.json" with { type: "json" }
import { isEnglish } from "./Language.ts"
import type { Question } from "./Question.ts"
import { hasNumber, isSameSection, lookupOf, type Ranking, unitsOfChunk } from "./Ranking.ts"

/** The lengths of chunks of an English page. */
export const lengths: Lengths = { prose: 160, joined: 120 }

/** A page in chunks, and a question about it. */
export interface Page {
  readonly text: string
  readonly chunks: ReadonlyArray<Chunk>
  readonly index: ChunkIndex
  readonly question: Question
}

/** The features of a chunk. */
export interface Features {
  readonly window: number
  readonly covered: number
  readonly headings: number
  readonly number: number
  readonly length: number
  readonly outside: number
  readonly links: number
  readonly isHeading: number
}

/** Opens the `Similarity`, if there is one, for an English question about an English page. */
export const open = Effect.fnUntraced(function* (text: string, question: string): Effect.fn.Return<Rate | undefined> {
  const { semantic } = yield* Settings
  return semantic === "off" || !isEnglish(text, question) ? undefined : yield* yield* Similarity
})

/**
 * Ranks a page's chunks, in slices of time. None matches if no word of the question is on the page, and of the others
 * those don't that are much less likely than the best.
 */
export const rank = Effect.fnUntraced(function* (page: Page, rate: Rate): Effect.fn.Return<Ranking> {
  const features = yield* featuresOf(page)
  const matching = yield* TimeSlice.find(features, unitsOfScore, ({ headings, window }) => window + headings > 0)
  const isMatching = matching !== undefined
  const meaning = isMatching ? yield* rate(yield* unitsOf(page)) : []
  let best = Number.NEGATIVE_INFINITY
  const odds = yield* TimeSlice.map(
    features,
    () => unitsOfScore,
    (each, at) => {
      const sum = names.reduce((sum, name) => sum + constants[name] * each[name], finite(meaning[at]))
      best = Math.max(best, sum)
      return sum
    },
  )
  const own = yield* TimeSlice.map(
    odds,
    () => unitsOfScore,
    (one) => (isMatching && one >= best - maxBelow ? Math.exp(one) : 0),
  )
  const scores = yield* TimeSlice.map(
    own,
    () => unitsOfScore,
    (score, at) => score + besideShare * (besideOf(page, own, at, at - 1) + besideOf(page, own, at, at + 1)),
  )
  return { direct: scores, expanded: scores, shareOf: (score) => Math.max(0, Math.log(score)) / fullMatch }
})

/** The features of each chunk, in slices of time. */
export const featuresOf = Effect.fnUntraced(function* (page: Page): Effect.fn.Return<ReadonlyArray<Features>> {
  const { chunks, index, question, text } = page
  const slice = TimeSlice.begin()
  const counts = new TermCounts(page)
  for (const at of chunks.keys()) {
    counts.add(at)
    if (slice.spend(unitsOfChunk(at, index, question))) yield* TimeSlice.next
  }
  return yield* TimeSlice.map(
    chunks,
    ({ end, start }, at) => 2 * unitsOfChunk(at, index, question) + end - start,
    ({ end, isOutside, kind, start, trail }, at) => {
      const length = Math.max(80, end - start)
      return {
        ...counts.match(windowOf(chunks, at)),
        headings: counts.inHeading(trail.at(-1) ?? -1),
        number: question.wantsNumber && hasNumber(at, index) ? 1 : 0,
        length: Math.log(length / 300),
        outside: isOutside ? 1 : 0,
        links: Math.min(1, (20 * (text.slice(start, end).split("[").length - 1)) / length),
        isHeading: kind === "heading" ? 1 : 0,
      }
    },
  )
})

/** What a `Similarity` gets of a page. */
export const unitsOf = Effect.fnUntraced(function* ({ chunks, index, question }: Page): Effect.fn.Return<Units> {
  return {
    question: question.terms,
    words: index.words,
    rarityOf: (word) => rarity(index, index.stems[word]),
    units: yield* TimeSlice.map(
      chunks,
      () => unitsOfScore,
      ({ trail }, at) => ({ words: index.chunks[at] ?? [], trail }),
    ),
    headings: index.headings,
  }
})

// --- private --------------------------------------------------------------------------

const names = Object.keys(constants).filter((name): name is keyof Features => name in constants)

/** About the logarithm of the best answers' scores, so that pages in several languages can be compared. */
const fullMatch = 18

/** The distance to the best chunk, in the logarithm of the odds, beyond which a chunk doesn't match. */
const maxBelow = 8

/** The share of its score that a chunk gives to each of those beside it, which often finish its thought. */
const besideShare = 0.05

/** The score of a chunk beside another, if both are in one section. */
const besideOf = ({ chunks }: Page, scores: ReadonlyArray<number>, at: number, beside: number): number =>
  isSameSection(chunks[at], chunks[beside]) ? (scores[beside] ?? 0) : 0

/** The cost of a chunk's score, beside that of its features. */
const unitsOfScore = 16

/** A program's own rating may be no number. */
const finite = (meaning: number | undefined): number =>
  meaning !== undefined && Number.isFinite(meaning) ? meaning : 0

/** BM25's parameters, and the usual number of words in a window. */
const saturation = 1.2
const lengthShare = 0.75
const meanWords = 160

/** Maximum number of characters of a window, and of its chunks to either side. */
const windowLength = 1_000
const maxReach = 12

/** The first and the last chunk of the window around a chunk, in its section. */
const windowOf = (chunks: ReadonlyArray<Chunk>, at: number): readonly [first: number, last: number] => {
  let [first, last, length] = [at, at, lengthOf(chunks[at])]
  const lengthAt = (other: number): number =>
    Math.abs(other - at) <= maxReach && isSameSection(chunks[other], chunks[at])
      ? lengthOf(chunks[other])
      : Number.POSITIVE_INFINITY
  for (;;) {
    const [before, after] = [lengthAt(first - 1), lengthAt(last + 1)]
    if (length + Math.min(before, after) > windowLength) return [first, last]
    const isBefore = at - first <= last - at ? length + before <= windowLength : length + after > windowLength
    if (isBefore) first--
    else last++
    length += isBefore ? before : after
  }
}

const lengthOf = (chunk: Chunk | undefined): number =>
  chunk === undefined ? Number.POSITIVE_INFINITY : chunk.end - chunk.start

/** How often the terms of a question occur in the chunks. */
class TermCounts {
  readonly #page: Page
  readonly #total: number
  readonly #lookup: ReturnType<typeof lookupOf>
  /** For each chunk and term, the number before the chunk; then the number of words before it. */
  readonly #sums: Float32Array
  readonly #words: Float64Array
  readonly #headings = new Map<number, number>()

  constructor(page: Page) {
    const { chunks, question } = page
    this.#page = page
    this.#total = question.terms.reduce((sum, { rarity }) => sum + rarity, 0) || 1
    this.#lookup = lookupOf(question.terms)
    this.#sums = new Float32Array((chunks.length + 1) * question.terms.length)
    this.#words = new Float64Array(chunks.length + 1)
  }

  /** Counts a chunk, after the one before it. */
  add(at: number): void {
    const { index, question } = this.#page
    const words = index.chunks[at] ?? []
    const width = question.terms.length
    this.#sums.copyWithin((at + 1) * width, at * width, (at + 1) * width)
    this.#words[at + 1] = (this.#words[at] ?? 0) + words.length
    for (const word of words)
      for (const { term, value } of this.#lookup.get(index.stems[word] ?? -1) ?? []) {
        const place = (at + 1) * width + term
        this.#sums[place] = (this.#sums[place] ?? 0) + value
      }
  }

  /** BM25 of a window, and the share of the terms, by their rarity, that it has. */
  match([first, last]: readonly [number, number]): Pick<Features, "window" | "covered"> {
    const { terms } = this.#page.question
    const words = (this.#words[last + 1] ?? 0) - (this.#words[first] ?? 0)
    const norm = saturation * (1 - lengthShare + (lengthShare * words) / meanWords)
    let [score, covered] = [0, 0]
    for (const [term, { rarity }] of terms.entries()) {
      const before = this.#sums[first * terms.length + term] ?? 0
      const frequency = (this.#sums[(last + 1) * terms.length + term] ?? 0) - before
      if (frequency < 1e-3) continue
      score += (rarity * frequency * (saturation + 1)) / (frequency + norm)
      covered += rarity
    }
    return { window: score / this.#total, covered: covered / this.#total }
  }

  /** The share of the terms, by their rarity, that a heading has. */
  inHeading(heading: number): number {
    const known = this.#headings.get(heading)
    if (known !== undefined) return known
    const { index, question } = this.#page
    const stems = new Set(index.headings[heading]?.map((word) => index.stems[word]))
    const sum = question.terms.reduce((sum, { rarity, stem }) => (stems.has(stem) ? sum + rarity : sum), 0)
    this.#headings.set(heading, sum / this.#total)
    return sum / this.#total
  }
}
