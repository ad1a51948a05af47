/** A question's terms: its meaningful words, each with the words of the page that may stand for it. */
import * as Effect from "effect/Effect"
import * as TimeSlice from "../domain/time/TimeSlice.ts"
import stopWords from "./stop-words.json" with { type: "json" }
import { type ChunkIndex, rarity } from "./ChunkIndex.ts"
import { isStopWord, stemOf, wordsOf } from "./Words.ts"

/** A word of a question. */
export interface Term {
  readonly word: string
  /** Its stem's number in the index; -1 if the page doesn't contain it. */
  readonly stem: number
  /** How rare it is on the page. */
  readonly rarity: number
  /** The weight of each other stem of the page for this term, from 0 to 1: its parts and its compounds. */
  readonly others: ReadonlyMap<number, number>
}

/** Two terms of the question with at most one word between them, as the numbers of their stems. */
export interface Pair {
  readonly first: number
  readonly second: number
  readonly rarity: number
}

export interface Question {
  readonly terms: ReadonlyArray<Term>
  readonly pairs: ReadonlyArray<Pair>
  /** Whether the question is about a number, a date or an amount. */
  readonly wantsNumber: boolean
}

/** Parses a question for a page, in slices of time. Stop words are left out, unless there are no others. */
export const readQuestion = Effect.fnUntraced(function* (
  question: string,
  index: ChunkIndex,
): Effect.fn.Return<Question> {
  const all = wordsOf(question)
  const meaningful = all.filter((word) => !isStopWord(word))
  const words = Array.from(new Set(meaningful.length === 0 ? all : meaningful)).slice(0, maxTerms)
  const terms: Array<Term> = []
  const slice = TimeSlice.begin()
  for (const word of words) terms.push(yield* termOf(word, index, slice))
  return { terms, pairs: pairsOf(all, terms), wantsNumber: all.some((word) => amounts.has(word)) }
})

// --- private --------------------------------------------------------------------------

/** Maximum number of words of a question; later ones are ignored. */
const maxTerms = 64

/** The weight of a compound for one of its parts, and of a part for the compound. */
const compound = 0.25

const amounts: ReadonlySet<string> = new Set(stopWords.amounts.split(" "))

/** Maximum letters of a compound. A longer run of letters is no word of a language. */
const maxCompoundLength = 128

/** Maximum number of other stems of a term. */
const maxOthers = 1_000

const termOf = Effect.fnUntraced(function* (
  word: string,
  index: ChunkIndex,
  slice: TimeSlice.TimeSlice,
): Effect.fn.Return<Term> {
  const stem = index.stemNumbers.get(stemOf(word))
  const others = new Map<number, number>()
  const isRelated = relationTo(word)
  if (isRelated !== undefined) {
    for (const [number, other] of index.words.entries()) {
      if (others.size >= maxOthers) break
      if (isRelated(other)) others.set(index.stems[number] ?? 0, compound)
      if (slice.spend(unitsOfComparison)) yield* TimeSlice.next
    }
  }
  if (stem !== undefined) others.delete(stem)
  return { word, stem: stem ?? -1, rarity: rarity(index, stem), others }
})

/** The cost of comparing two words. */
const unitsOfComparison = 12

/** Whether another word is a compound with a word, or a part of it; `undefined` if none can be. */
const relationTo = (word: string): ((other: string) => boolean) | undefined => {
  if (word.length < 5 || word.length > maxCompoundLength) return undefined
  const core = word.slice(0, Math.max(5, word.length - 1))
  return (other) => {
    if (other.length > maxCompoundLength) return false
    const isCompound = other.length > word.length + 2 && other.includes(core)
    const isPart = word.length >= 9 && other.length >= 5 && other.length < word.length - 2 && word.includes(other)
    return isCompound || (isPart && !isStopWord(other))
  }
}

const pairsOf = (all: ReadonlyArray<string>, terms: ReadonlyArray<Term>): ReadonlyArray<Pair> => {
  const byWord = new Map(terms.map((term) => [term.word, term]))
  const pairs = all.flatMap((word, at) => {
    const first = byWord.get(word)
    const next = all[at + 1]
    const second = next === undefined ? undefined : (byWord.get(next) ?? byWord.get(all[at + 2] ?? ""))
    if (first === undefined || second === undefined || first === second) return []
    if (first.stem < 0 || second.stem < 0) return []
    return [{ first: first.stem, second: second.stem, rarity: Math.min(first.rarity, second.rarity) }]
  })
  return pairs.slice(0, maxTerms)
}
