/**
 * Finds the words of a page that are nearest to a quote which it doesn't contain, so that a model can mend the quote.
 * A window of as many words as the quote has moves over the page, in slices of time: the cost is linear in the page.
 */
import * as Effect from "effect/Effect"
import * as TimeSlice from "../domain/time/TimeSlice.ts"
import { type Character, charactersOf, unitsOfCharacter } from "./PlainCharacters.ts"
import * as Words from "./Words.ts"

/** The position of words: `text.slice(start, end)`. */
export interface Place {
  readonly start: number
  readonly end: number
}

/**
 * The first place with the most words of a quote, in any order: at least three, three in five of all, and half of those
 * that aren't stop words. `undefined` if nothing is that near.
 */
export const find = Effect.fnUntraced(function* (text: string, quote: string): Effect.fn.Return<Place | undefined> {
  const wanted: Array<string> = []
  const quoted = new WordReader((word) => wanted.push(word.text))
  for (const character of charactersOf(quote)) quoted.take(character)
  quoted.end()
  if (wanted.length < leastWords) return undefined
  const window = new Window(wanted)
  const page = new WordReader((word) => window.take(word))
  const slice = TimeSlice.begin()
  for (const character of charactersOf(text)) {
    page.take(character)
    if (slice.spend(unitsOfCharacter * character.length + unitsOfStep)) yield* TimeSlice.next
  }
  page.end()
  return window.best
})

// --- private --------------------------------------------------------------------------

/** Minimum number of words that agree, and their minimum share of the quote's. */
const [leastWords, leastShare] = [3, 0.6]

/** Maximum length of a word; a longer one isn't compared. */
const maxWordLength = 100

/** The cost of a character in a word and in the window. */
const unitsOfStep = 8

interface Word extends Place {
  readonly text: string
}

/** Joins characters to words. In scripts without spaces each character is a word. */
class WordReader {
  readonly #onWord: (word: Word) => void
  #text = ""
  #start = 0
  #end = 0
  #isAlone = false

  constructor(onWord: (word: Word) => void) {
    this.#onWord = onWord
  }

  take({ length, offset, plain }: Character): void {
    if (plain === "") return
    const isLetter = letter.test(plain)
    const isAlone = isLetter && Words.unspaced.test(plain)
    if (!isLetter || isAlone || this.#isAlone) this.end()
    if (!isLetter) return
    if (this.#text === "") this.#start = offset
    if (this.#text.length <= maxWordLength) this.#text += plain
    this.#end = offset + length
    this.#isAlone = isAlone
  }

  end(): void {
    const word = { text: this.#text, start: this.#start, end: this.#end }
    this.#text = ""
    this.#isAlone = false
    if (word.text !== "" && word.text.length <= maxWordLength) this.#onWord(word)
  }
}

const letter = /^[\p{L}\p{M}\p{N}]/u

/** The last words of a page, as many as a quote has, and how many of them are the quote's. */
class Window {
  /** The nearest words so far. */
  best: Place | undefined
  /** The words, in a ring. */
  readonly #words: Array<Word> = []
  readonly #length: number
  /** How often the quote has each of its words more than the window has it. */
  readonly #missing = new Map<string, number>()
  readonly #leastContent: number
  #least: number
  #taken = 0
  #found = 0
  #content = 0

  constructor(wanted: ReadonlyArray<string>) {
    this.#length = wanted.length
    this.#least = Math.max(leastWords, Math.ceil(leastShare * wanted.length))
    this.#leastContent = wanted.filter(isContent).length / 2
    for (const word of wanted) this.#missing.set(word, (this.#missing.get(word) ?? 0) + 1)
  }

  take(word: Word): void {
    const slot = this.#taken++ % this.#length
    const left = this.#words[slot]
    if (left !== undefined) this.#leave(left.text)
    this.#words[slot] = word
    this.#enter(word.text)
    if (this.#found < this.#least || this.#content < this.#leastContent) return
    // So often at most as the quote has words.
    this.#least = this.#found + 1
    const near = this.#words.filter(({ text }) => this.#missing.has(text))
    const start = near.reduce((first, { start }) => Math.min(first, start), word.start)
    this.best = { start, end: near.reduce((last, { end }) => Math.max(last, end), 0) }
  }

  #enter(word: string): void {
    const missing = this.#missing.get(word)
    if (missing === undefined) return
    this.#missing.set(word, missing - 1)
    if (missing > 0) this.#count(word, 1)
  }

  #leave(word: string): void {
    const missing = this.#missing.get(word)
    if (missing === undefined) return
    this.#missing.set(word, missing + 1)
    if (missing >= 0) this.#count(word, -1)
  }

  /** A word that the window has more often than the quote counts no further. */
  #count(word: string, change: -1 | 1): void {
    this.#found += change
    if (isContent(word)) this.#content += change
  }
}

const isContent = (word: string): boolean => !Words.isStopWord(word)
