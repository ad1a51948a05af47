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
  }
})

// --- private --------------------------------------------------------------------------

const read = (name: string) => Effect.tryPromise(() => readFile(new URL(`../assets/${name}`, import.meta.url)))
