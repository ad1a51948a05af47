/**
 * The words of a text in a form for comparison: lower case, without accents, in NFKC (UAX #15). Scripts without spaces
 * between words (Chinese, Japanese, Korean, Thai, Lao, Khmer, Burmese) are compared by pairs of characters.
 *
 * A stem is the first five letters of a word: in inflected languages such prefixes find about as much as each
 * language's stemmer (McNamee, Nicholas and Mayfield, "Addressing morphological variation in alphabetic languages",
 * SIGIR 2009), and they need no knowledge of the language.
 */
import stopWords from "./stop-words.json" with { type: "json" }

/** The words of a text, in order. */
export const wordsOf = (text: string): Array<string> => {
  const words: Array<string> = []
  for (const [word] of folded(text).matchAll(wordLike)) {
    if (word.length > 1 && unspaced.test(word)) pushPairs(words, word)
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

/** Whether a word is a stop word of a known language. */
export const isStopWord = (word: string): boolean => stop.has(word)

/** A character of a script without spaces between words. */
export const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

// --- private --------------------------------------------------------------------------

const stemLength = 5

/** Letters and digits; a number keeps the point or comma inside it. */
const wordLike = /(?:\p{N}[.,](?=\p{N})|[\p{L}\p{M}\p{N}])+/gu

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

const stop: ReadonlySet<string> = new Set(Object.values(stopWords.words).flatMap((words) => words.split(" ")))
