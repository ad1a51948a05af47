/** Counts of text: words, sentences, links and the like, for one block or summed over all blocks of an element. */
import { Buffer } from "node:buffer"
import {
  capital,
  closing,
  comma,
  currency,
  digit,
  ideograph,
  kindOf,
  letter,
  space,
  stop,
  wideStop,
} from "./CharacterKind.ts"

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
  const codes = codesOf(text)
  let before = space
  // The kind before white space: a space may separate an amount from its currency.
  let last = space
  let ideographs = 0
  for (let at = 0; at < text.length; at++) {
    const kind = kindOf(codes === undefined ? text.charCodeAt(at) : (codes[at] ?? 0))
    // Most characters are letters within words.
    if (kind === letter && before <= digit) {
      before = letter
      last = letter
      continue
    }
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

// --- private --------------------------------------------------------------------------

/** Characters from which on copying a text takes less time than it saves, and up to which it fits. */
const minCopied = 64
const maxCopied = 32_768

const copied = new Uint16Array(maxCopied)
const copiedBytes = Buffer.from(copied.buffer)
const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1

/**
 * The UTF-16 units of a text, up to the next call. Most texts are parts of the source, and V8 finds out where a part
 * begins at each character.
 */
const codesOf = (text: string): Uint16Array | undefined => {
  if (text.length < minCopied || text.length > maxCopied || !isLittleEndian) return undefined
  copiedBytes.write(text, "utf16le")
  return copied
}
