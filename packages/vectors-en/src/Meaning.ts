/**
 * How alike a question and each unit of a page are in meaning, by the vectors of their words. The weights of the
 * features are learnt together with those of the kernel's formula (`bench/passages/src/train.ts`).
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Similarity, TimeSlice } from "@porthole/core"
import weights from "./weights.json" with { type: "json" }
import { load, rowOf, width, type WordVectors } from "./WordVectors.ts"

/** Reads the vectors; then units can be rated by them. Without them there is no rating, and a warning. */
export const make: Effect.Effect<Similarity.Rate | undefined> = load.pipe(
  Effect.map((vectors) => rateBy(vectors)),
  Effect.catch((error) => Effect.as(Effect.logWarning("The word vectors can't be read:", error.cause), undefined)),
)

/** Rates units by word vectors, which are read at the first English question. */
export const layer: Layer.Layer<never> = Layer.effect(Similarity.Similarity, Effect.cached(make))

/** The features of a unit. */
export interface Features {
  /** The cosine between the question and the unit with half of its neighbours and its nearest heading. */
  readonly context: number
  /** How well the words of the unit and of its headings stand for the question's terms, from 0 to 1. */
  readonly terms: number
}

/** The features of each unit, in slices of time. */
export const featuresOf = Effect.fnUntraced(function* (
  vectors: WordVectors,
  page: Similarity.Page,
): Effect.fn.Return<ReadonlyArray<Features>> {
  const { headings, question, units } = page
  const terms = termsOf(vectors, question)
  const known = yield* knownOf(vectors, page, terms)
  const above = yield* evidenceOf(known, headings)
  const own = yield* evidenceOf(
    known,
    units.map((unit) => unit.words),
  )
  return yield* TimeSlice.map(
    units,
    ({ trail }) => 4 * width + terms.length * (trail.length + 2),
    ({ trail }, at) => {
      const nearest = trail.at(-1)
      const sum = own.sums.slice(at * width, (at + 1) * width)
      for (const other of [at - 1, at + 1])
        if (units[other] !== undefined && units[other].trail.at(-1) === nearest) add(sum, own.sums, other, 0.5)
      if (nearest !== undefined) add(sum, above.sums, nearest, 1)
      const best = own.matches.slice(at * terms.length, (at + 1) * terms.length)
      for (const heading of trail) raise(best, 0, above.matches, heading * terms.length, terms.length)
      return {
        context: cosine(sum, known.asked),
        terms: terms.reduce((share, { weight }, term) => share + weight * (best[term] ?? 0), 0),
      }
    },
  )
})

// --- private --------------------------------------------------------------------------

const rateBy =
  (vectors: WordVectors): Similarity.Rate =>
  (page) =>
    Effect.flatMap(featuresOf(vectors, page), (features) =>
      TimeSlice.map(
        features,
        () => unitsOfScore,
        ({ context, terms }) => weights.context * context + weights.terms * terms,
      ),
    )

/** The costs of looking a word up, of looking for one that isn't there, and of adding a unit's features. */
const unitsOfLookup = 32
const unitsOfSearch = 256
const unitsOfScore = 8

/** A term of the question; `row` is that of its vector. */
interface Term {
  readonly word: string
  readonly row: number | undefined
  readonly rarity: number
  /** Its share of all terms' weights. */
  readonly weight: number
}

/** The length of a vector that counts for a word without one: such a word is rare. */
const unknownLength = 0.7

const termsOf = (vectors: WordVectors, question: Similarity.Page["question"]): ReadonlyArray<Term> => {
  const terms = question.map(({ rarity, word }) => {
    const row = rowOf(vectors, word)
    const length = row === undefined ? unknownLength : (vectors.lengths[row] ?? 0) / 255
    return { word, row, rarity, weight: rarity * (length + 0.05) }
  })
  const total = terms.reduce((sum, { weight }) => sum + weight, 0) || 1
  return terms.map(({ rarity, row, weight, word }) => ({ word, row, rarity, weight: weight / total }))
}

/** The words of a page that have a vector or are in the question: at most as many as there are vectors. */
interface Known {
  /** For each word of the page its place in the following lists, or -1. */
  readonly places: Int32Array
  /** The vectors, each as long as its word weighs. */
  readonly vectors: Float32Array
  /** How well each word stands for each term, from 0 to 1. */
  readonly matches: Float32Array
  readonly count: number
  /** The question's vector. */
  readonly asked: Float32Array
}

const knownOf = Effect.fnUntraced(function* (
  table: WordVectors,
  { rarityOf, words }: Similarity.Page,
  terms: ReadonlyArray<Term>,
): Effect.fn.Return<Known> {
  const slice = TimeSlice.begin()
  const askedWords = new Set(terms.map(({ word }) => word))
  const places = new Int32Array(words.length).fill(-1)
  const numbers: Array<number> = []
  const rows: Array<number | undefined> = []
  for (const [number, word] of words.entries()) {
    const row = rows.length < table.rows.size ? rowOf(table, word) : undefined
    if (row !== undefined || askedWords.has(word)) {
      places[number] = numbers.push(number) - 1
      rows.push(row)
    }
    if (slice.spend(table.rows.has(word) ? unitsOfLookup : unitsOfSearch)) yield* TimeSlice.next
  }
  const { directions, lengths } = table
  const scaleOf = (row: number, rarity: number): number => ((lengths[row] ?? 0) / (127 * 255)) * Math.sqrt(rarity)
  const vectors = new Float32Array(numbers.length * width)
  const matches = new Float32Array(numbers.length * terms.length)
  for (const [place, number] of numbers.entries()) {
    const row = rows[place]
    if (row !== undefined) addScaled(vectors, place, directions, row, scaleOf(row, rarityOf(number)))
    for (const [term, { row: other, word }] of terms.entries()) {
      const alike = row === undefined || other === undefined ? 0 : dot(directions, row, directions, other) / 127 ** 2
      matches[place * terms.length + term] = words[number] === word ? 1 : Math.max(0, (alike - 0.3) / 0.7)
    }
    if (slice.spend(width * (terms.length + 1))) yield* TimeSlice.next
  }
  const asked = new Float32Array(width)
  for (const { rarity, row } of terms) if (row !== undefined) addScaled(asked, 0, directions, row, scaleOf(row, rarity))
  return { places, vectors, matches, count: terms.length, asked }
})

/** For each list of words: the sum of their vectors, and how well they stand for each term. */
interface Evidence {
  readonly sums: Float32Array
  readonly matches: Float32Array
}

const evidenceOf = Effect.fnUntraced(function* (
  { count, matches, places, vectors }: Known,
  lists: ReadonlyArray<ReadonlyArray<number>>,
): Effect.fn.Return<Evidence> {
  const slice = TimeSlice.begin()
  const evidence = { sums: new Float32Array(lists.length * width), matches: new Float32Array(lists.length * count) }
  for (const [at, words] of lists.entries()) {
    for (const word of words) {
      const place = places[word] ?? -1
      if (place < 0) continue
      addTo(evidence.sums, at, vectors, place)
      raise(evidence.matches, at * count, matches, place * count, count)
    }
    if (slice.spend((width + count) * words.length + 8)) yield* TimeSlice.next
  }
  return evidence
})

/** Raises numbers to those of another list, where these are higher. */
const raise = (numbers: Float32Array, at: number, others: Float32Array, from: number, count: number): void => {
  for (let i = 0; i < count; i++) {
    const other = others[from + i] ?? 0
    if (other > (numbers[at + i] ?? 0)) numbers[at + i] = other
  }
}

const add = (sum: Float32Array, vectors: Float32Array, row: number, share: number): void => {
  for (let i = 0; i < width; i++) sum[i] = (sum[i] ?? 0) + share * (vectors[row * width + i] ?? 0)
}

/** The hottest loop: of numbers of one kind, without a factor. */
const addTo = (sums: Float32Array, at: number, vectors: Float32Array, row: number): void => {
  const [to, from] = [at * width, row * width]
  for (let i = 0; i < width; i++) sums[to + i] = (sums[to + i] ?? 0) + (vectors[from + i] ?? 0)
}

const addScaled = (sums: Float32Array, at: number, directions: Int8Array, row: number, scale: number): void => {
  const [to, from] = [at * width, row * width]
  for (let i = 0; i < width; i++) sums[to + i] = (sums[to + i] ?? 0) + scale * (directions[from + i] ?? 0)
}

const dot = (a: Int8Array, row: number, b: Int8Array, other: number): number => {
  const [left, right] = [row * width, other * width]
  let sum = 0
  for (let i = 0; i < width; i++) sum += (a[left + i] ?? 0) * (b[right + i] ?? 0)
  return sum
}

const cosine = (a: Float32Array, b: Float32Array): number => {
  let [product, left, right] = [0, 0, 0]
  for (let i = 0; i < width; i++) {
    const [x, y] = [a[i] ?? 0, b[i] ?? 0]
    product += x * y
    left += x * x
    right += y * y
  }
  return product === 0 ? 0 : product / Math.sqrt(left * right)
}
