import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { statSync } from "node:fs"
import { loadVectors } from "@porthole/vectors-en"
import { partsOf, rowOf } from "../src/WordVectors.ts"

describe("the files of vectors", () => {
  it.effect("fit together, and aren't larger than 4.5 MB", () =>
    Effect.gen(function* () {
      const { directions, lengths, rows } = yield* loadVectors
      assert.strictEqual(rows.size, 60_000)
      assert.strictEqual(directions.length, 64 * lengths.length)
      assert.strictEqual(lengths.length, rows.size)
      const sizes = ["words.txt", "vectors.bin"].map(
        (name) => statSync(new URL(`../assets/${name}`, import.meta.url)).size,
      )
      assert.strictEqual(sizes[1], directions.length + lengths.length)
      assert.isAtMost((sizes[0] ?? 0) + (sizes[1] ?? 0), 4_500_000)
    }),
  )
})

describe("a word without a vector", () => {
  const rows = new Map(["board", "serial", "library", "leader", "cat", "happy"].map((word, row) => [word, row]))
  const parts = partsOf(rows.keys())
  const wordFor = (word: string) => Array.from(rows.keys())[rowOf({ parts, rows }, word) ?? -1]

  it("has that of a word that it begins with, or of the last part of a compound", () => {
    assert.strictEqual(wordFor("serialised"), "serial")
    assert.strictEqual(wordFor("libraries"), "library")
    assert.strictEqual(wordFor("leaderboard"), "board")
    assert.strictEqual(wordFor("happier"), "happy")
  })

  it("has none if it only shares letters with others", () => {
    for (const word of ["cats", "catalogue", "seriously", "xboard", "boarder\u00e9"])
      assert.isUndefined(wordFor(word), word)
  })
})
