/** A question as terms: its meaningful words, each with the words of the page that may stand for it. */
import * as Effect from "effect/Effect"
import stopWords from "./stop-words.json" with { type: "json" }
import { stemOf, wordsOf } from "./Words.ts"
import { type ChunkIndex, rarity } from "./Chunks.ts"

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

/** Parses a question for a page and yields in between. Stop words are left out, unless there are no others. */
export const read = Effect.fnUntraced(function* (question: string, index: ChunkIndex): Effect.fn.Return<Question> {
  const all = wordsOf(question)
  const meaningful = all.filter((word) => !stop.has(word))
  const words = Array.from(new Set(meaningful.length === 0 ? all : meaningful)).slice(0, maxTerms)
  const terms: Array<Term> = []
  for (const word of words) {
    terms.push(termOf(word, index))
    if (index.words.length > minWordsToYield) yield* Effect.yieldNow
  }
  return { terms, pairs: pairsOf(all, terms), wantsNumber: all.some((word) => amounts.has(word)) }
})

/** Whether a word is a stop word of a known language. */
export const isStopWord = (word: string): boolean => stop.has(word)

// --- private --------------------------------------------------------------------------

/** Maximum number of words of a question; later ones are ignored. */
const maxTerms = 64

/** Minimum number of different words of a page for a yield after each term. */
const minWordsToYield = 1_000

/** The weight of a compound for one of its parts, and of a part for the compound. */
const compound = 0.25

const stop: ReadonlySet<string> = new Set(Object.values(stopWords.words).flatMap((words) => words.split(" ")))
const amounts: ReadonlySet<string> = new Set(stopWords.amounts.split(" "))

const termOf = (word: string, index: ChunkIndex): Term => {
  const stem = index.stemNumbers.get(stemOf(word))
  const others = new Map(compoundsOf(word, index).map((other) => [other, compound]))
  if (stem !== undefined) others.delete(stem)
  return { word, stem: stem ?? -1, rarity: rarity(index, stem), others }
}

/** Stems of the page's compounds with a word, and of the parts of the word on the page. */
const compoundsOf = (word: string, { stems, words }: ChunkIndex): ReadonlyArray<number> => {
  if (word.length < 5) return []
  const core = word.slice(0, Math.max(5, word.length - 1))
  return words.flatMap((other, number) => {
    const isCompound = other.length > word.length + 2 && other.includes(core)
    const isPart = word.length >= 9 && other.length >= 5 && other.length < word.length - 2 && word.includes(other)
    return isCompound || (isPart && !stop.has(other)) ? [stems[number] ?? 0] : []
  })
}

const pairsOf = (all: ReadonlyArray<string>, terms: ReadonlyArray<Term>): ReadonlyArray<Pair> => {
  const byWord = new Map(terms.map((term) => [term.word, term]))
  return all.flatMap((word, at) => {
    const first = byWord.get(word)
    const next = all[at + 1]
    const second = next === undefined ? undefined : (byWord.get(next) ?? byWord.get(all[at + 2] ?? ""))
    if (first === undefined || second === undefined || first === second) return []
    if (first.stem < 0 || second.stem < 0) return []
    return [{ first: first.stem, second: second.stem, rarity: Math.min(first.rarity, second.rarity) }]
  })
}
