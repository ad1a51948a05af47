/** The words of a page's chunks and headings, each as a number, and the number of chunks with each stem. */
import * as Effect from "effect/Effect"
import * as TimeSlice from "../domain/time/TimeSlice.ts"
import { type Heading, shown } from "./Blocks.ts"
import type { Chunk } from "./Chunks.ts"
import { stemOf, wordsOf } from "./Words.ts"

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

// --- private --------------------------------------------------------------------------

/** The cost of a word beside that of its characters: it is found, normalised, and looked up. */
const unitsOfWord = 32

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
