/** What is counted in text. */

/** Counts of the text of a block, or of all blocks of a branch. */
export interface Counts {
  /** Blocks counted. */
  blocks: number
  words: number
  /** Words within links. */
  linked: number
  links: number
  /** Marks that end a sentence behind a word. */
  sentences: number
  commas: number
  /** Amounts of money. */
  prices: number
  /** Words that are numbers, and words that begin with a capital. */
  numbers: number
  capitals: number
  images: number
  controls: number
  /** Words of blocks that read like prose, see {@link isProse}. */
  prose: number
}

/** What a text has beside its words. */
export interface Marks extends Pick<Counts, "images" | "controls" | "links"> {
  readonly linkText: string
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

/** Adds to a sum. */
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

/** Counts one line of text. */
export const countsOf = (text: string, marks: Marks): Counts => {
  const words = wordsOf(text)
  const counts: Counts = {
    blocks: words.length === 0 ? 0 : 1,
    words: words.length,
    linked: wordsOf(marks.linkText).length,
    links: marks.links,
    sentences: occurrences(text, /[\p{L}\p{N})"'’”][.!?](?=\s|$)|[。！？]/gu),
    commas: occurrences(text, /[,;:،、，；]/g),
    prices: occurrences(text, /\p{Sc}\s?\d|\d\s?(?:\p{Sc}|(?:EUR|USD|GBP|CHF|kr|zł|Kč|lei)\b)/gu),
    numbers: words.filter((word) => /^\p{N}/u.test(word)).length,
    capitals: words.filter((word) => /^\p{Lu}/u.test(word)).length,
    images: marks.images,
    controls: marks.controls,
    prose: 0,
  }
  return { ...counts, prose: isProse(counts) ? counts.words : 0 }
}

/** Words as runs of letters and digits; in scripts that don't set words apart, two signs are one. */
export const wordsOf = (text: string): ReadonlyArray<string> => text.match(wordPattern) ?? []

// --- private --------------------------------------------------------------------------

const wordPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{1,2}|[\p{L}\p{N}_]+/gu

const occurrences = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** Sentences, not mostly links. */
const isProse = ({ linked, sentences, words }: Counts): boolean => sentences > 0 && words >= 8 && linked * 3 < words
