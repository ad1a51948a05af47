/** A question as expressions of FTS5, joined by OR: its words, and its pairs. No character of an operator remains. */
import { Words } from "@porthole/core"
import type { Match } from "./worker/Protocol.ts"
import { isCompound, partsOf, wholeOf, words } from "./Identifiers.ts"

/** Reads a question. */
export const matchOf = (question: string): Match => {
  const all = wordsOf(question)
  const meaningful = all.filter(({ isCode, word }) => isCode || !Words.isStopWord(word.toLowerCase()))
  const terms = new Set<string>()
  for (const { word } of meaningful.length === 0 ? all : meaningful) {
    if (isCompound.test(word)) for (const each of partsOf(word)) terms.add(each)
    terms.add(wholeOf(word))
  }
  terms.delete("")
  const used = Array.from(terms).slice(0, maxTerms)
  return {
    words: used.map((term) => `"${term}"`).join(" OR "),
    pairs: used
      .slice(1)
      .map((term, at) => `"${used[at]} ${term}"`)
      .join(" OR "),
  }
}

// --- private --------------------------------------------------------------------------

/** Maximum number of words of a question, and of its characters; later ones are ignored. */
const maxTerms = 32
const maxLength = 4_000

interface Word {
  readonly word: string
  /** Whether it is a part of code, such as `all` of `Effect.all`. */
  readonly isCode: boolean
}

const wordsOf = (question: string): ReadonlyArray<Word> => {
  const text = question.slice(0, maxLength)
  return Array.from(text.matchAll(words), ({ 0: word, index }) => {
    const [before, after] = [text.slice(index - 1, index), text.slice(index + word.length, index + word.length + 2)]
    return { word, isCode: /[.`$-]/.test(before) || /^(?:\.\S|`|\()/.test(after) || isCompound.test(word) }
  })
}
