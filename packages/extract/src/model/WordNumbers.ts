/** The words of a text as numbers, which are compared faster than strings. */
import { ideograph, kindOf } from "./CharacterKind.ts"

/**
 * The words of a text, runs of letters and digits in lower case, as numbers: equal words have equal numbers, and other
 * words hardly ever (32-bit FNV-1a, draft-eastlake-fnv). Strings would take most of the time of a page's features.
 */
export const wordsOf = (text: string): ReadonlyArray<number> => {
  const lower = text.toLowerCase()
  const words: Array<number> = []
  let hash = fnvBasis
  for (let at = 0; at < lower.length; at++) {
    const code = lower.charCodeAt(at)
    if (kindOf(code) <= ideograph) hash = Math.imul(hash ^ code, fnvPrime)
    else {
      if (hash !== fnvBasis) words.push(hash)
      hash = fnvBasis
    }
  }
  if (hash !== fnvBasis) words.push(hash)
  return words
}

/** Two words in a row as a number. */
export const pairOf = (first: number, second: number): number => Math.imul(first, fnvPrime) ^ second

// --- private --------------------------------------------------------------------------

const fnvBasis = 0x811c9dc5 | 0
const fnvPrime = 0x01000193
