/**
 * Blocks cut into chunks: the units that are ranked and shown. A short block is one chunk. A long paragraph is cut
 * between sentences and long code between lines, so that the sentence with the answer doesn't cost its whole block.
 *
 * The index holds the words of a page's chunks and headings, each as a number, and the number of chunks with each stem.
 */
import * as Effect from "effect/Effect"
import { type Block, type Blocks, type Heading, shown } from "./Blocks.ts"
import { stemOf, wordsOf } from "./Words.ts"

// --- the index -------------------------------------------------------------------------

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

/** Indexes the words of a page and yields in between. */
export const makeIndex = Effect.fnUntraced(function* (
  text: string,
  chunks: ReadonlyArray<Chunk>,
  headings: ReadonlyArray<Heading>,
): Effect.fn.Return<ChunkIndex> {
  const vocabulary = new Vocabulary()
  const headingWords = headings.map((heading) => vocabulary.numbersOf(heading.text))
  const chunkWords: Array<ReadonlyArray<number>> = []
  const frequencies = new Frequencies(vocabulary.stems)
  let characters = 0
  for (const [at, { end, start, trail }] of chunks.entries()) {
    const words = vocabulary.numbersOf(shown(text.slice(start, end)))
    chunkWords.push(words)
    frequencies.count(at, words)
    for (const heading of trail) frequencies.count(at, headingWords[heading] ?? [])
    characters += end - start
    if (characters > charactersIndexedInTurn) {
      yield* Effect.yieldNow
      characters = 0
    }
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

// --- the chunks ------------------------------------------------------------------------

/** A part of a block. `text.slice(start, end)` is its Markdown. */
export interface Chunk {
  readonly start: number
  readonly end: number
  readonly trail: ReadonlyArray<number>
  /** The chunk that introduces it. */
  readonly lead: number | undefined
  readonly isOutside: boolean
}

/**
 * The chunks of a page, in document order. Text from `mainLength` on lies outside the main content. It yields between
 * groups of blocks.
 */
export const cut = Effect.fnUntraced(function* (
  text: string,
  { blocks }: Blocks,
  mainLength: number,
): Effect.fn.Return<ReadonlyArray<Chunk>> {
  const chunks: Array<Chunk> = []
  // The last chunk of each block, because the end of a paragraph introduces the next block.
  const lastOf: Array<number> = []
  let turn = charactersInTurn
  for (const block of blocks) {
    const lead = block.lead === undefined ? undefined : lastOf[block.lead]
    for (const [start, end] of partsOf(text, block)) {
      chunks.push({ start, end, trail: block.trail, lead, isOutside: block.start >= mainLength })
    }
    lastOf.push(chunks.length - 1)
    if (block.end > turn) {
      yield* Effect.yieldNow
      turn = block.end + charactersInTurn
    }
  }
  return chunks
})

// --- private --------------------------------------------------------------------------

/** Maximum characters between two yields: about 1 ms. */
const charactersInTurn = 131_072

/**
 * Target length in characters of a chunk of prose; a paragraph up to half as long again stays whole. Measured by
 * `bench/passages`.
 */
const proseLength = 340

/** Maximum characters of a chunk of code. */
const codeLength = 800

type Range = readonly [start: number, end: number]

const partsOf = (text: string, { end, kind, start }: Block): ReadonlyArray<Range> => {
  if (kind === "code") return end - start <= codeLength ? [[start, end]] : linesOf(text, start, end)
  return end - start <= proseLength * 1.5 ? [[start, end]] : sentencesOf(text, start, end)
}

/** The end of a sentence in every script that has a mark for it, and the end of a line. */
const sentenceEnd = /[.!?…][)\]"”»'*_]*\s+|[。！？]["”」』]*|\n/g

const sentencesOf = (text: string, start: number, end: number): ReadonlyArray<Range> => {
  const parts: Array<Range> = []
  let from = start
  let last = start
  const block = text.slice(start, end)
  for (const match of block.matchAll(sentenceEnd)) {
    const at = start + match.index + match[0].length
    if (at - from > proseLength && last > from) {
      push(parts, text, from, last)
      from = last
    }
    last = at
  }
  if (end - from > proseLength * 1.3 && last > from && last < end) {
    push(parts, text, from, last)
    from = last
  }
  // A text without sentences is cut between words.
  while (end - from > proseLength * 3) {
    const space = text.lastIndexOf(" ", from + proseLength)
    const to = space > from ? space : wholeCharacter(text, from + proseLength)
    push(parts, text, from, to)
    from = to
  }
  push(parts, text, from, end)
  return parts
}

const linesOf = (text: string, start: number, end: number): ReadonlyArray<Range> => {
  const parts: Array<Range> = []
  let from = start
  while (end - from > codeLength) {
    const window = text.slice(from, from + codeLength)
    const blank = window.lastIndexOf("\n\n")
    const line = blank > codeLength / 3 ? blank : window.lastIndexOf("\n")
    const to = line > codeLength / 4 ? from + line : wholeCharacter(text, from + codeLength)
    push(parts, text, from, to)
    from = to
  }
  push(parts, text, from, end)
  return parts
}

/** Adds a part without white space at its ends; indentation of the first line stays with the part before. */
const push = (parts: Array<Range>, text: string, start: number, end: number): void => {
  const part = text.slice(start, end)
  const from = start + (part.length - part.trimStart().length)
  const to = start + part.trimEnd().length
  if (to > from) parts.push([from, to])
}

/** The next offset that isn't within a surrogate pair. */
const wholeCharacter = (text: string, at: number): number => {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff ? at + 1 : at
}

/** Maximum characters between two yields: some ms. */
const charactersIndexedInTurn = 32_768

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
