/**
 * Finds a quote in a page's text, so that a model's quotes can be verified. The cost is linear in both, whatever they
 * are.
 */
import * as UntrustedText from "../domain/text/UntrustedText.ts"
import { linkTarget } from "./Blocks.ts"
import * as Words from "./Words.ts"

/** The position of a quote: `text.slice(start, end)`. `exact` is false if that text differs from the quote. */
export interface Quote {
  readonly start: number
  readonly end: number
  readonly exact: boolean
}

/** How to find a quote. */
export interface Options {
  readonly wholeWords?: boolean
}

/**
 * The first position of a quote in a text: as written, else without regard to letter case, to the kinds of white space,
 * quotation marks, dashes and ellipses, to Markdown's marks, the targets of links, and invisible characters.
 * `undefined` if the text doesn't contain the quote, or if the quote has no letters or digits. With `wholeWords`, a
 * place that begins or ends within a word doesn't count.
 */
export const find = (text: string, quote: string, { wholeWords = false }: Options = {}): Quote | undefined => {
  const wanted = quote.trim()
  if (!/[\p{L}\p{N}]/u.test(wanted)) return undefined
  const at = indexOf(text, wanted, wholeWords)
  if (at >= 0) return { start: at, end: at + wanted.length, exact: true }
  const plain = normalise(text)
  const needle = normalise(wanted).text.trim()
  const place = indexOf(plain.text, needle, wholeWords)
  const start = plain.offsets[place]
  const last = plain.offsets[place + needle.length - 1]
  if (place < 0 || start === undefined || last === undefined) return undefined
  return { start, end: endOfCharacter(text, last), exact: false }
}

// --- private --------------------------------------------------------------------------

/** A text normalised for comparison, and the original offset of each of its UTF-16 units. */
interface Normalised {
  readonly text: string
  readonly offsets: ReadonlyArray<number>
}

/** Equivalent typographic characters. */
const typography: ReadonlyMap<string, string> = new Map(
  Object.entries({ "'": "‘’‚‛′`", '"': "“”„‟«»″", "-": "‐‑‒–—―−", "...": "…" }).flatMap(([plain, others]) =>
    Array.from(others, (other): [string, string] => [other, plain]),
  ),
)

/** Marks of Markdown that a reader doesn't see, and invisible characters. */
const invisible = new RegExp(String.raw`[*_[\]\\${UntrustedText.invisibleSet}]`, "u")

const normalise = (text: string): Normalised => {
  const characters: Array<string> = []
  const offsets: Array<number> = []
  const targets = text.matchAll(linkTarget)
  let target = targets.next().value
  let at = 0
  for (const character of text) {
    const offset = at
    at += character.length
    if (target !== undefined && offset >= target.index + target[0].length) target = targets.next().value
    if ((target !== undefined && offset > target.index) || invisible.test(character)) continue
    const isSpace = /\s/.test(character)
    if (isSpace && characters.at(-1) === " ") continue
    const plain = isSpace ? " " : (typography.get(character) ?? character.normalize("NFKC").toLowerCase())
    for (const character of plain) {
      characters.push(character)
      for (let unit = 0; unit < character.length; unit++) offsets.push(offset)
    }
  }
  return { text: characters.join(""), offsets }
}

/** Maximum length of a text for which the search of the engine is linear: V8 reads no further into a pattern's end. */
const maxPatternLength = 250

/** Like `text.indexOf(wanted)`, in linear time (Knuth, Morris and Pratt, "Fast pattern matching in strings", 1977). */
const indexOf = (text: string, wanted: string, wholeWords: boolean): number => {
  if (wanted.length <= maxPatternLength) {
    const first = text.indexOf(wanted)
    if (first < 0 || !wholeWords || isWhole(text, first, first + wanted.length)) return first
  }
  const borders = bordersOf(wanted)
  let matched = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    while (matched > 0 && wanted.charCodeAt(matched) !== unit) matched = borders[matched - 1] ?? 0
    if (wanted.charCodeAt(matched) === unit) matched++
    if (matched < wanted.length) continue
    if (!wholeWords || isWhole(text, at + 1 - matched, at + 1)) return at + 1 - matched
    matched = borders[matched - 1] ?? 0
  }
  return -1
}

/** Whether a part of a text begins and ends between words. Two characters each side hold a surrogate pair. */
const isWhole = (text: string, start: number, end: number): boolean =>
  !withinWord.test(`${text.slice(Math.max(0, start - 2), start)}\n${text.slice(start, start + 2)}`) &&
  !withinWord.test(`${text.slice(Math.max(0, end - 2), end)}\n${text.slice(end, end + 2)}`)

/** Scripts without spaces between words can be quoted from any character on. */
const spaced = String.raw`(?!${Words.unspaced.source})[\p{L}\p{M}\p{N}]`
const withinWord = new RegExp(String.raw`${spaced}\n${spaced}`, "u")

/** For each beginning of a text, the length of its longest proper beginning that is also its end. */
const bordersOf = (text: string): Uint32Array => {
  const borders = new Uint32Array(text.length)
  for (let at = 1; at < text.length; at++) {
    let length = borders[at - 1] ?? 0
    while (length > 0 && text.charCodeAt(length) !== text.charCodeAt(at)) length = borders[length - 1] ?? 0
    borders[at] = text.charCodeAt(length) === text.charCodeAt(at) ? length + 1 : length
  }
  return borders
}

const endOfCharacter = (text: string, at: number): number => {
  const unit = text.charCodeAt(at)
  return at + (unit >= 0xd800 && unit <= 0xdbff ? 2 : 1)
}
