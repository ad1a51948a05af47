/** The vectors of 60,000 English words: files of this package, written by `bin/make-vectors.py`. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { readFile } from "node:fs/promises"

/** The number of a vector's components. */
export const width = 64

export interface WordVectors {
  /** The row of a word: its vector begins at `width` times that number. */
  readonly rows: ReadonlyMap<string, number>
  /** The directions: vectors of a length of about 127. */
  readonly directions: Int8Array
  /** How much each word's vector counts: its length, from 0 to 255. */
  readonly lengths: Uint8Array
  /** Which parts the words have; see {@link partsOf}. */
  readonly parts: Uint8Array
}

/**
 * A bit for the first letters of each word, and for the last ones of each common word, by their hash. Most words
 * without a vector have neither, so that they need no further look.
 */
export const partsOf = (words: Iterable<string>): Uint8Array => {
  const parts = new Uint8Array((hashes + 1) / 8)
  const add = (hash: number) => {
    parts[hash >> 3] = (parts[hash >> 3] ?? 0) | (1 << (hash & 7))
  }
  let row = 0
  for (const word of words) {
    if (word.length >= minBeginning) add(hashOf(word, 0, minBeginning))
    // `happier` begins with `happi`, and has the row of `happy`.
    if (word.length === minBeginning && word.endsWith("y")) add(hashOf(`${word.slice(0, -1)}i`, 0, minBeginning))
    if (row++ < commonWords && word.length >= minLast) add(hashOf(word, word.length - minLast, minLast))
  }
  return parts
}

/** Reads the files. Fails if they can't be read or don't fit each other, for example where a bundler left one out. */
export const load = Effect.gen(function* () {
  const [words, vectors] = yield* Effect.all([read("words.txt"), read("vectors.bin")], { concurrency: 2 })
  const rows = new Map(
    words
      .toString("latin1")
      .split("\n")
      .map((word, row) => [word, row]),
  )
  if (vectors.length !== rows.size * (width + 1)) return yield* new Cause.UnknownError("vectors.bin has another length")
  return {
    rows,
    directions: new Int8Array(vectors.buffer, vectors.byteOffset, rows.size * width),
    lengths: new Uint8Array(vectors.buffer, vectors.byteOffset + rows.size * width, rows.size),
    parts: partsOf(rows.keys()),
  }
})

/**
 * The row of a word; of a word without one, that of the longest word that it begins with (`aggregators`: aggregator,
 * `serialising`: serial), else that of the common word that it ends with (`leaderboard`: board).
 */
export const rowOf = ({ parts, rows }: Pick<WordVectors, "parts" | "rows">, word: string): number | undefined => {
  const known = rows.get(word)
  if (known !== undefined || word.length < minLength || !/^[a-z]{6,40}$/.test(word)) return known
  return (
    (has(parts, hashOf(word, 0, minBeginning)) ? rowOfBeginning(rows, word) : undefined) ??
    (has(parts, hashOf(word, word.length - minLast, minLast)) ? rowOfLast(rows, word) : undefined)
  )
}

// --- private --------------------------------------------------------------------------

const rowOfBeginning = (rows: WordVectors["rows"], word: string): number | undefined => {
  for (let end = word.length - 1; end >= Math.max(minBeginning, word.length - maxEnding); end--) {
    const beginning = word.slice(0, end)
    const row = rows.get(beginning) ?? rows.get(`${beginning}e`) ?? rows.get(beginning.replace(/i$/, "y"))
    if (row !== undefined) return row
  }
  return undefined
}

const rowOfLast = (rows: WordVectors["rows"], word: string): number | undefined => {
  for (let start = minFirst; start <= word.length - minLast; start++) {
    const row = rows.get(word.slice(start))
    if (row !== undefined && row < commonWords && rows.has(word.slice(0, start))) return row
  }
  return undefined
}

const has = (parts: Uint8Array, hash: number): boolean => ((parts[hash >> 3] ?? 0) & (1 << (hash & 7))) !== 0

/** The hash of letters of a word. */
const hashOf = (word: string, start: number, count: number): number => {
  let hash = count
  for (let at = start; at < start + count; at++) hash = (Math.imul(hash, 31) + word.charCodeAt(at)) & hashes
  return hash
}

/** The largest hash. */
const hashes = 0x7ffff

/** Minimum letters of a word without a vector that gets another one's. */
const minLength = 6

/** Minimum letters of the beginning of a word, and maximum of its ending. */
const minBeginning = 5
const maxEnding = 4

/** Minimum letters of a compound's first part, and of its last. */
const minFirst = 3
const minLast = 4

/** The first rows are those of the most common words. */
const commonWords = 8_000

const read = (name: string) => Effect.tryPromise(() => readFile(new URL(`../assets/${name}`, import.meta.url)))
