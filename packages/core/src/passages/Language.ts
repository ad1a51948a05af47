/** Whether a question about a page is in English, by the stop words of both. */
import stopWords from "./stop-words.json" with { type: "json" }
import { wordsOf } from "./Words.ts"

/** Whether the beginning of a text and a question about it are in English. */
export const isEnglish = (text: string, question: string): boolean => {
  const words = wordsOf(text.slice(0, sampleLength))
  const [english, other] = countsOf(words)
  const [asked, otherwise] = countsOf(wordsOf(question))
  return english > other && countIn(own, words) >= minShare * words.length && asked >= otherwise
}

// --- private --------------------------------------------------------------------------

/** The number of characters that decide about a text's language. */
const sampleLength = 6_000

/** Words that hardly any other language has: several have `a`, `is`, `be` or `on`. */
const own: ReadonlySet<string> = new Set(["the", "of", "and", "to", "for", "with", "that", "this", "you", "your"])

/** Minimum share of them in an English text; tables have few. */
const minShare = 0.02

const countIn = (stop: ReadonlySet<string>, words: ReadonlyArray<string>): number =>
  words.filter((word) => stop.has(word)).length

const { en, ...others } = stopWords.words
const english: ReadonlySet<string> = new Set(en.split(" "))
const languages: ReadonlyArray<ReadonlySet<string>> = Object.values(others).map((words) => new Set(words.split(" ")))

/** The number of English stop words, and that of the language with the most among all others. */
const countsOf = (words: ReadonlyArray<string>): readonly [english: number, other: number] => [
  countIn(english, words),
  Math.max(...languages.map((stop) => countIn(stop, words))),
]
