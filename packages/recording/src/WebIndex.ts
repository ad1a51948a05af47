/**
 * An index of a closed web: its documents, ranked by their words (BM25: Robertson and Zaragoza, "The Probabilistic
 * Relevance Framework", 2009, section 3) and by the kernel's ranking of their passages. The ranks are joined as in
 * Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion", SIGIR 2009.
 */
import * as Effect from "effect/Effect"
import { rankDocuments, TimeSlice, type WebError, Words } from "@porthole/core"

/** What is known of a URL. */
export interface Document {
  readonly url: string
  readonly title: string
  readonly snippet: string
  readonly text: string
  readonly metadata?: unknown
}

/** The documents, and where each stem is. */
export interface WebIndex {
  readonly documents: ReadonlyArray<Document>
  /** The number of stems of each document, and their mean. */
  readonly lengths: ReadonlyArray<number>
  readonly meanLength: number
  readonly postings: ReadonlyMap<string, ReadonlyArray<Posting>>
}

/** How often a document has a stem. */
interface Posting {
  readonly document: number
  readonly count: number
}

/** Indexes documents, in slices of time. */
export const make = Effect.fnUntraced(function* (documents: ReadonlyArray<Document>): Effect.fn.Return<WebIndex> {
  const postings = new Map<string, Array<Posting>>()
  const lengths: Array<number> = []
  const slice = TimeSlice.begin()
  for (const [at, document] of documents.entries()) {
    const text = textOf(document)
    const stems = stemsOf(text)
    const counts = new Map<string, number>()
    for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1)
    for (const [stem, count] of counts) {
      const known = postings.get(stem)
      if (known === undefined) postings.set(stem, [{ document: at, count }])
      else known.push({ document: at, count })
    }
    lengths.push(stems.length)
    if (slice.spend(unitsOfCharacter * text.length)) yield* TimeSlice.next
  }
  const total = lengths.reduce((sum, length) => sum + length, 0)
  return { documents, lengths, meanLength: total / Math.max(1, documents.length), postings }
})

/** The documents that match a question, the best first. */
export const rank = Effect.fnUntraced(function* (
  index: WebIndex,
  question: string,
): Effect.fn.Return<ReadonlyArray<Document>, WebError.WebError> {
  const byWords = rankByWords(index, question)
  const first = byWords.slice(0, maxRanked).flatMap((at) => index.documents[at] ?? [])
  if (first.length === 0) return []
  const passages = first.map((document) => textOf(document).slice(0, maxPassages))
  const byPassages = yield* rankDocuments({ query: question, documents: passages })
  const scores = new Map(byWords.map((at, place) => [at, fused(place)] as const))
  for (const [place, at] of byPassages.entries()) {
    const document = byWords[at]
    if (document !== undefined) scores.set(document, (scores.get(document) ?? 0) + fused(place) / 2)
  }
  return Array.from(scores)
    .toSorted(([a, x], [b, y]) => y - x || a - b)
    .flatMap(([at]) => index.documents[at] ?? [])
})

// --- private --------------------------------------------------------------------------

/** The number of documents whose passages are ranked, and the characters of each: some 80 ms of processor time. */
const maxRanked = 30
const maxPassages = 8_000

/** The cost of a character, of whose words each is normalised and counted. */
const unitsOfCharacter = 8

/** BM25's usual constants: how soon more of a word adds nothing, and how much the length counts. */
const saturation = 1.2
const lengthShare = 0.75

/** The constant of the fusion, chosen with the questions of `bench/recording/search.ts`. */
const fused = (place: number): number => 1 / (20 + place)

const textOf = ({ snippet, text, title }: Document): string =>
  `${title}\n${text.startsWith(snippet) ? "" : `${snippet}\n`}${text}`

const stemsOf = (text: string): ReadonlyArray<string> =>
  Words.wordsOf(text)
    .filter((word) => !Words.isStopWord(word))
    .map(Words.stemOf)

const rankByWords = (index: WebIndex, question: string): ReadonlyArray<number> => {
  const { documents, lengths, meanLength, postings } = index
  const scores = new Map<number, number>()
  for (const stem of new Set(stemsOf(question))) {
    const having = postings.get(stem) ?? []
    const rarity = Math.log(1 + (documents.length - having.length + 0.5) / (having.length + 0.5))
    for (const { count, document } of having) {
      const length = 1 - lengthShare + (lengthShare * (lengths[document] ?? 0)) / Math.max(1, meanLength)
      const weight = (count * (saturation + 1)) / (count + saturation * length)
      scores.set(document, (scores.get(document) ?? 0) + rarity * weight)
    }
  }
  return Array.from(scores)
    .toSorted(([a, x], [b, y]) => y - x || a - b)
    .map(([document]) => document)
}
