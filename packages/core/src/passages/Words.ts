/**
 * The words of a page and of a question about it, in a form for comparison: lower case, without accents, in NFKC (UAX
 * #15). Scripts without spaces between words (Chinese, Japanese, Korean, Thai, Lao, Khmer, Burmese) are compared by
 * pairs of characters.
 *
 * A stem is the first five letters of a word: in inflected languages such prefixes find about as much as each
 * language's stemmer (McNamee, Nicholas and Mayfield, "Addressing morphological variation in alphabetic languages",
 * SIGIR 2009), and they need no knowledge of the language.
 *
 * The index holds the words of a page's chunks and headings, each as a number, and the number of chunks with each stem.
 * A question has terms: its meaningful words, each with the words of the page that may stand for it.
 */
import * as Effect from "effect/Effect"
import * as TimeSlice from "../domain/time/TimeSlice.ts"
import { type Heading, shown } from "./Blocks.ts"
import type { Chunk } from "./Chunks.ts"
import stopWords from "./stop-words.json" with { type: "json" }

// --- a text's words --------------------------------------------------------------------

/** The words of a text, in order. */
export const wordsOf = (text: string): Array<string> => {
  const words: Array<string> = []
  for (const [word] of folded(text).matchAll(wordLike)) {
    if (unspaced.test(word)) pushPairs(words, word)
    else words.push(word)
  }
  return words
}

/**
 * The text in a normalisation form, without more than {@link maxMarks} marks on a character: sorting them takes
 * quadratic time (UAX #15 section 13 has the limit).
 */
export const normalised = (text: string, form: "NFKC" | "NFKD"): string =>
  text.replace(excessMarks, "$1").normalize(form)

/** The common part of words with one root. A number is its own stem. */
export const stemOf = (word: string): string => {
  if (/^\p{N}/u.test(word)) return word
  if (word.length > stemLength + 1) return word.slice(0, wholePair(word, stemLength))
  const stem = word.replace(/(?:es|s|e|n)$/, "")
  return stem.length >= 3 ? stem : word
}

// --- a page's words --------------------------------------------------------------------

/** An index of one page. Words and stems are numbered in order of their first appearance. */
export interface ChunkIndex {
  /** Every word of the page, by its number. */
  readonly words: ReadonlyArray<string>
  /** The stem of a word, by the word's number. */
  readonly stems: ReadonlyArray<number>
  /** The number of a stem, by its letters. */
  readonly stemNumbers: ReadonlyMap<string, number>
  /** The words of each chunk, and of each heading. */
  readonly chunks: ReadonlyArray<ReadonlyArray<number>>
  readonly headings: ReadonlyArray<ReadonlyArray<number>>
  /** The number of chunks, including their headings, with each stem. */
  readonly frequencies: ReadonlyArray<number>
}

/** Indexes the words of a page, in slices of time. */
export const makeIndex = Effect.fnUntraced(function* (
  text: string,
  chunks: ReadonlyArray<Chunk>,
  headings: ReadonlyArray<Heading>,
): Effect.fn.Return<ChunkIndex> {
  const vocabulary = new Vocabulary()
  const slice = TimeSlice.begin()
  const headingWords: Array<ReadonlyArray<number>> = []
  for (const { text } of headings) {
    const words = vocabulary.numbersOf(text)
    headingWords.push(words)
    if (slice.spend(text.length + unitsOfWord * words.length)) yield* TimeSlice.next
  }
  const chunkWords: Array<ReadonlyArray<number>> = []
  const frequencies = new Frequencies(vocabulary.stems)
  for (const [at, { end, start, trail }] of chunks.entries()) {
    const words = vocabulary.numbersOf(shown(text.slice(start, end)))
    chunkWords.push(words)
    frequencies.count(at, words)
    let above = 0
    for (const heading of trail) {
      const words = headingWords[heading] ?? []
      frequencies.count(at, words)
      above += words.length
    }
    if (slice.spend(end - start + unitsOfWord * words.length + above)) yield* TimeSlice.next
  }
  const { stemNumbers, stems, words } = vocabulary
  return { words, stems, stemNumbers, chunks: chunkWords, headings: headingWords, frequencies: frequencies.ofStems }
})

/**
 * How rare a stem is on its page (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009, section 3).
 */
export const rarity = ({ chunks, frequencies }: ChunkIndex, stem: number | undefined): number => {
  const frequency = stem === undefined ? 0 : (frequencies[stem] ?? 0)
  return Math.log(1 + (chunks.length - frequency + 0.5) / (frequency + 0.5))
}

// --- a question's words ----------------------------------------------------------------

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
  const meaningful = all.filter((word) => !stop.has(word))
  const words = Array.from(new Set(meaningful.length === 0 ? all : meaningful)).slice(0, maxTerms)
  const terms: Array<Term> = []
  const slice = TimeSlice.begin()
  for (const word of words) terms.push(yield* termOf(word, index, slice))
  return { terms, pairs: pairsOf(all, terms), wantsNumber: all.some((word) => amounts.has(word)) }
})

/** Whether a word is a stop word of a known language. */
export const isStopWord = (word: string): boolean => stop.has(word)

// --- private --------------------------------------------------------------------------

const stemLength = 5

/** Letters and digits; a number keeps the point or comma inside it. */
const wordLike = /(?:\p{N}[.,](?=\p{N})|[\p{L}\p{M}\p{N}])+/gu

const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const runs = new RegExp(`${unspaced.source}+|(?:(?!${unspaced.source}).)+`, "gu")

/** Maximum number of marks on a character (Stream-Safe Text Format). */
const maxMarks = 30
const excessMarks = new RegExp(`(\\p{M}{${maxMarks}})\\p{M}+`, "gu")

const folded = (text: string): string => {
  const lower = text.toLowerCase()
  if (!/[\u0080-\uffff]/.test(lower)) return lower
  return normalised(lower, "NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .replaceAll("ß", "ss")
    .replaceAll("ł", "l")
}

const pushPairs = (words: Array<string>, word: string): void => {
  for (const [run] of word.matchAll(runs)) {
    const characters = Array.from(run)
    if (characters.length === 1 || !unspaced.test(run)) words.push(run)
    else for (let at = 1; at < characters.length; at++) words.push(`${characters[at - 1]}${characters[at]}`)
  }
}

/** An end that doesn't split a surrogate pair. */
const wholePair = (word: string, end: number): number => {
  const unit = word.charCodeAt(end)
  return unit >= 0xdc00 && unit <= 0xdfff ? end + 1 : end
}

/** The cost of a word beside that of its characters: it is found, normalised, and looked up. */
const unitsOfWord = 16

class Vocabulary {
  readonly words: Array<string> = []
  readonly stems: Array<number> = []
  readonly stemNumbers = new Map<string, number>()
  readonly #numbers = new Map<string, number>()

  numbersOf(text: string): ReadonlyArray<number> {
    return wordsOf(text).map((word) => this.#numbers.get(word) ?? this.#add(word))
  }

  #add(word: string): number {
    const number = this.words.length
    const stem = stemOf(word)
    const known = this.stemNumbers.get(stem)
    if (known === undefined) this.stemNumbers.set(stem, this.stemNumbers.size)
    this.stems.push(known ?? this.stemNumbers.size - 1)
    this.words.push(word)
    this.#numbers.set(word, number)
    return number
  }
}

/** The number of chunks with each stem; chunks are counted one after the other. */
class Frequencies {
  readonly ofStems: Array<number> = []
  readonly #lastSeen: Array<number> = []
  readonly #stems: ReadonlyArray<number>

  constructor(stems: ReadonlyArray<number>) {
    this.#stems = stems
  }

  count(chunk: number, words: ReadonlyArray<number>): void {
    for (const word of words) {
      const stem = this.#stems[word] ?? 0
      if (this.#lastSeen[stem] === chunk) continue
      this.#lastSeen[stem] = chunk
      this.ofStems[stem] = (this.ofStems[stem] ?? 0) + 1
    }
  }
}

/** Maximum number of words of a question; later ones are ignored. */
const maxTerms = 64

/** The weight of a compound for one of its parts, and of a part for the compound. */
const compound = 0.25

const stop: ReadonlySet<string> = new Set(Object.values(stopWords.words).flatMap((words) => words.split(" ")))
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
const unitsOfComparison = 4

/** Whether another word is a compound with a word, or a part of it; `undefined` if none can be. */
const relationTo = (word: string): ((other: string) => boolean) | undefined => {
  if (word.length < 5 || word.length > maxCompoundLength) return undefined
  const core = word.slice(0, Math.max(5, word.length - 1))
  return (other) => {
    if (other.length > maxCompoundLength) return false
    const isCompound = other.length > word.length + 2 && other.includes(core)
    const isPart = word.length >= 9 && other.length >= 5 && other.length < word.length - 2 && word.includes(other)
    return isCompound || (isPart && !stop.has(other))
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
