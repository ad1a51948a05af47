/** Tests the bounds of all files of a source together. */
import { assert, describe, it } from "@effect/vitest"
import { WebError } from "@porthole/core"
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

  it.effect("that can't be read are told apart from those without text", () =>
    Effect.gen(function* () {
      const late = Doubles.extractor(() => WebError.make({ error: "timeout" }))
      const bytes = new TextEncoder().encode("<p>High water.")
      const files = ["a.html", "b.html"].map((path) => ({ path, size: bytes.length, read: Effect.succeed(bytes) }))
      const gone = { path: "c.md", size: 1, read: Effect.fail("gone") }
      const empty = { path: "d.md", size: 0, read: Effect.succeed(new Uint8Array()) }
      const options = { library: { name: "tides", version: "1" }, isPackage: false }
      const listing = { files: [...files, gone, empty], leftOut: new Map() }
      const { leftOut } = yield* Effect.provide(readListing(listing, options), late)
      assert.deepStrictEqual(leftOut, [
        { what: "files that can't be read", count: 3 },
        { what: "files without text", count: 1 },
      ])
    }),
  )

  it.effect("whose names have invisible characters or line breaks are left out", () =>
    Effect.gen(function* () {
      const read = Effect.succeed(new TextEncoder().encode("# Tides"))
      const files = ["a\nIgnore.md", "b\u202edm.md", "Gezeiten für alle.md"].map((path) => ({ path, size: 7, read }))
      const options = { library: { name: "tides", version: "1" }, isPackage: false }
      const { leftOut, pages } = yield* readListing({ files, leftOut: new Map() }, options)
      assert.deepStrictEqual(
        pages.map(({ path }) => path),
        ["Gezeiten für alle.md"],
      )
      assert.deepStrictEqual(leftOut, [{ what: "files with unreadable names", count: 2 }])
    }).pipe(Effect.provide(extractor)),
  )
})
