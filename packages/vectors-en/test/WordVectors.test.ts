import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { statSync } from "node:fs"
import { loadVectors } from "@porthole/vectors-en"

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
