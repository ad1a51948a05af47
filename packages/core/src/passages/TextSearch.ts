/**
 * The search for a text in another one that comes unit by unit, in linear time (Knuth, Morris and Pratt, "Fast pattern
 * matching in strings", 1977). It remembers as many units as the wanted text has.
 */
import * as Words from "./Words.ts"

/** A place: the offsets that were given with its first and its last unit. */
export interface Place {
  readonly first: number
  readonly last: number
}

/** A search for one text. */
export class TextSearch {
  readonly #wanted: string
  readonly #wholeWords: boolean
  readonly #borders: Uint32Array
  /** The last units and their offsets, in rings. */
  readonly #units: Uint16Array
  readonly #offsets: Uint32Array
  #taken = 0
  #matched = 0

  /** `wanted` isn't empty. With `wholeWords`, a place that begins or ends within a word doesn't count. */
  constructor(wanted: string, wholeWords: boolean) {
    this.#wanted = wanted
    this.#wholeWords = wholeWords
    this.#borders = bordersOf(wanted)
    this.#units = new Uint16Array(wanted.length + 2 * context)
    this.#offsets = new Uint32Array(this.#units.length)
  }

  /** Takes the next unit, and returns the first place once the units after it are known. */
  take(unit: number, offset: number): Place | undefined {
    const slot = this.#taken % this.#units.length
    this.#units[slot] = unit
    this.#offsets[slot] = offset
    this.#taken++
    return this.#taken > context ? this.#compare(this.#taken - 1 - context) : undefined
  }

  /** Ends the text, and returns the place at its end. */
  end(): Place | undefined {
    for (let at = Math.max(0, this.#taken - context); at < this.#taken; at++) {
      const place = this.#compare(at)
      if (place !== undefined) return place
    }
    return undefined
  }

  /** Compares the unit at a position with the next wanted one. */
  #compare(at: number): Place | undefined {
    const unit = this.#unit(at)
    while (this.#matched > 0 && this.#wanted.charCodeAt(this.#matched) !== unit) this.#retreat()
    if (this.#wanted.charCodeAt(this.#matched) === unit) this.#matched++
    if (this.#matched < this.#wanted.length) return undefined
    const start = at + 1 - this.#matched
    if (!this.#wholeWords || (this.#isBetweenWords(start) && this.#isBetweenWords(at + 1))) {
      return { first: this.#offset(start), last: this.#offset(at) }
    }
    this.#retreat()
    return undefined
  }

  #retreat(): void {
    this.#matched = this.#borders[this.#matched - 1] ?? 0
  }

  /** Whether a position is between words. Two units each side hold a surrogate pair. */
  #isBetweenWords(at: number): boolean {
    return !withinWord.test(`${this.#slice(at - context, at)}\n${this.#slice(at, at + context)}`)
  }

  #slice(start: number, end: number): string {
    const [from, to] = [Math.max(0, start), Math.min(end, this.#taken)]
    return String.fromCharCode(...Array.from({ length: to - from }, (_, at) => this.#unit(from + at)))
  }

  #unit(at: number): number {
    return this.#units[at % this.#units.length] ?? 0
  }

  #offset(at: number): number {
    return this.#offsets[at % this.#offsets.length] ?? 0
  }
}

// --- private --------------------------------------------------------------------------

/** How many units before and after a place tell whether it is between words. */
const context = 2

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
