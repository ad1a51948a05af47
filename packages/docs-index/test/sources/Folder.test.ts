/** Tests the bounds of all files of a source together. */
import { assert, describe, it } from "@effect/vitest"
import { Doubles } from "@porthole/testing"
import { Effect } from "effect"
import { maxFileBytes, readListing } from "../../src/sources/Folder.ts"

const extractor = Doubles.extractor(() => ({ title: "", content: "", links: [], text_length: 0 }))

describe("the files of a source", () => {
  it.effect("count by their bytes where they have no text", () =>
    Effect.gen(function* () {
      const bytes = new Uint8Array(maxFileBytes)
      let reads = 0
      const read = Effect.sync(() => {
        reads++
        return bytes
      })
      const files = Array.from({ length: 60 }, (_, at) => ({ path: `${at}.html`, size: bytes.length, read }))
      const options = { library: { name: "tides", version: "1" }, isPackage: false }
      const { leftOut } = yield* readListing({ files, leftOut: new Map() }, options)
      assert.isBelow(reads, 40)
      assert.include(leftOut.map(({ what }) => what).join(), "the limit of all together")
    }).pipe(Effect.provide(extractor)),
  )
})
