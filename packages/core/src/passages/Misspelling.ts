/**
 * Misspelt words: how much a text is like another, if it can be one that was mistyped.
 *
 * Likeness alone isn't enough: "disable" is like "enable", and 2024 is like 2023. So each word must begin as its
 * counterpart does, may differ from it by a few characters, and must be equal to it if it has a digit.
 */
import * as Likeness from "../domain/text/Likeness.ts"

/** Whether words may be misspelt: short ones are too like many others, and long ones were copied. */
export const isPossible = (words: string): boolean => words.length >= minWords && words.length <= maxWords

/** The likeness of words to a text, above 0 up to 1; 0 if they can't be a misspelling of it. */
export const likenessOf = (words: string, text: string): number => {
  const [own, others] = [words.split(" "), text.split(" ")]
  if (own.length !== others.length) return 0
  const likenesses = own.map((word, at) => likenessOfWord(word, others[at] ?? ""))
  return likenesses.includes(0) ? 0 : likenesses.reduce((sum, each) => sum + each, 0) / own.length
}

// --- private --------------------------------------------------------------------------

/** Minimum and maximum characters of words that may be misspelt. */
const minWords = 4
const maxWords = 80
/** The least likeness of a word to the one that was meant, and the most of its characters that differ, at least one. */
const minLikeness = 0.6
const maxDifference = 3 / 8
const maxEdits = 3

const likenessOfWord = (word: string, other: string): number => {
  if (word === other) return 1
  if (word.charAt(0) !== other.charAt(0) || hasDigit(word) || hasDigit(other)) return 0
  const most = Math.min(maxEdits, Math.max(1, Math.floor(Math.min(word.length, other.length) * maxDifference)))
  if (Math.abs(word.length - other.length) > most) return 0
  const likeness = Likeness.likenessOf(word, other)
  return likeness >= minLikeness && editsBetween(word, other) <= most ? likeness : 0
}

const hasDigit = (word: string): boolean => /\d/.test(word)

/** The number of characters to insert, delete or replace that lead from a word to another (Levenshtein distance). */
const editsBetween = (word: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let at = 1; at <= word.length; at++) {
    const next = [at]
    for (let to = 1; to <= other.length; to++) {
      const replaced = (row[to - 1] ?? 0) + (word.charAt(at - 1) === other.charAt(to - 1) ? 0 : 1)
      next.push(Math.min(replaced, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}
