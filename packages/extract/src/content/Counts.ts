/** Counts of text: words, sentences, links and the like, for one block or summed over all blocks of an element. */

/** Counts of a text. */
export interface Counts {
  /** Blocks counted. */
  blocks: number
  words: number
  /** Words within links. */
  linked: number
  links: number
  /** Marks that end a sentence. */
  sentences: number
  commas: number
  /** Amounts of money. */
  prices: number
  /** Words that begin with a digit. */
  numbers: number
  /** Words that begin with a capital letter. */
  capitals: number
  images: number
  controls: number
  /** Words of blocks that read like prose. */
  prose: number
}

/** Counts of nothing. */
export const nothing = (): Counts => ({
  blocks: 0,
  words: 0,
  linked: 0,
  links: 0,
  sentences: 0,
  commas: 0,
  prices: 0,
  numbers: 0,
  capitals: 0,
  images: 0,
  controls: 0,
  prose: 0,
})

/** Adds `part` to `sum`. */
export const add = (sum: Counts, part: Counts): void => {
  sum.blocks += part.blocks
  sum.words += part.words
  sum.linked += part.linked
  sum.links += part.links
  sum.sentences += part.sentences
  sum.commas += part.commas
  sum.prices += part.prices
  sum.numbers += part.numbers
  sum.capitals += part.capitals
  sum.images += part.images
  sum.controls += part.controls
  sum.prose += part.prose
}

/**
 * Counts a text into `counts`. A word is a run of letters and digits; two characters of Chinese, Japanese or Thai are
 * one word.
 */
export const countText = (text: string, counts: Counts): void => {
  let before = space
  // The kind before white space: a space may separate an amount from its currency.
  let last = space
  let ideographs = 0
  for (let at = 0; at < text.length; at++) {
    const kind = kindOf(text.charCodeAt(at))
    if (kind === ideograph) ideographs++
    else if (kind <= digit) {
      if (before > digit) {
        counts.words++
        if (kind === digit) counts.numbers++
        else if (kind === capital) counts.capitals++
      }
      if (kind === digit && last === currency) counts.prices++
    } else if (kind === stop) {
      if (before <= digit || before === closing) {
        const next = at + 1 < text.length ? kindOf(text.charCodeAt(at + 1)) : space
        if (next === space || next === closing) counts.sentences++
      }
    } else if (kind === wideStop) counts.sentences++
    else if (kind === comma) counts.commas++
    else if (kind === currency && last === digit) counts.prices++
    before = kind
    if (kind !== space) last = kind
  }
  counts.words += (ideographs + 1) >> 1
}

/** The share of `part` in `whole`; 0 if `whole` is 0. */
export const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)

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

const [letter, capital, digit, ideograph, stop, wideStop, comma, currency, closing, space, other] = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
]

const fnvBasis = 0x811c9dc5 | 0
const fnvPrime = 0x01000193

/** The kind of each UTF-16 unit, found when it first occurs. */
const kinds = new Uint8Array(0x10000)

const kindOf = (code: number): number => {
  const known = kinds[code] ?? 0
  return known === 0 ? classify(code) : known
}

/** Finds and stores a kind. It is apart from {@link kindOf}: a closure there would take memory for each character. */
const classify = (code: number): number => {
  const character = String.fromCharCode(code)
  const found = patterns.find(([, pattern]) => pattern.test(character))?.[0] ?? other
  kinds[code] = found
  return found
}

const patterns: ReadonlyArray<readonly [kind: number, pattern: RegExp]> = [
  [ideograph, /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u],
  [capital, /\p{Lu}/u],
  [letter, /[\p{L}\p{M}_\ud800-\udfff]/u],
  [digit, /\p{N}/u],
  [stop, /[.!?…؟।]/u],
  [wideStop, /[。！？]/u],
  [comma, /[,;:،、，；：]/u],
  [currency, /\p{Sc}/u],
  [closing, /[)\]"'”’»]/u],
  [space, /\s/u],
]
