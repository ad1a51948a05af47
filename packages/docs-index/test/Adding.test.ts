/** Tests when a source is added again. */
import { assert, describe, it } from "@effect/vitest"
import { DocsIndex } from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { Effect, Layer } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { layer, open } from "../src/index.ts"
import { folderOf } from "./support/folder.ts"

const extractor = Doubles.extractor(() => ({ title: "", content: "", links: [], text_length: 0 }))

/** Adds a source as a process of its own. */
const add = (from: string) =>
  Effect.gen(function* () {
    const { libraries } = yield* (yield* DocsIndex.DocsIndex).list
    return yield* (yield* open({ source: "docs", from })).add(libraries)
  }).pipe(Effect.provide(Layer.merge(layer(join(from, "index")), extractor)))

describe("adding a source again", () => {
  // clock: real, since the thread and the disk are.
  it.live("leaves an unchanged one alone, but mends a damaged file", () =>
    Effect.gen(function* () {
      const from = yield* folderOf({ "docs/a.md": "# A\n\nSlack water." })
      const changed = Effect.map(add(from), ({ isChanged }) => isChanged)
      assert.deepStrictEqual([yield* changed, yield* changed], [true, false])
      const file = join(from, "index/docs@latest.docs")
      const bytes = readFileSync(file)
      bytes[5_000] = bytes[5_000]! ^ 1
      writeFileSync(file, bytes)
      assert.deepStrictEqual([yield* changed, yield* changed], [true, false])
    }).pipe(Effect.scoped),
  )
})
