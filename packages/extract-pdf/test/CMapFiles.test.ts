/** PDFs whose fonts name a predefined CMap: a sample of those that `CMapFiles.long.test.ts` reads. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { sampleOf } from "../../../test/tiers/Sample.ts"
import { CMapFiles } from "../src/CMapFiles.ts"
import { cjkPdf } from "./cjkPdf.ts"
import { mapTests, rows } from "./CMapRows.ts"
import { read } from "./support.ts"

describe("a PDF whose font names a predefined CMap", () => {
  it("has a sample for each", () => {
    assert.isAbove(rows.length, 50)
    assert.deepStrictEqual(
      rows.filter(({ codes }) => codes === ""),
      [],
    )
  })

  mapTests(sampleOf(rows, 8))

  it.effect("is read by character ids if it names none", () =>
    Effect.gen(function* () {
      const { content } = yield* read(cjkPdf([{ encoding: "Identity-H", ordering: "Japan1", codes: "034B034D034F" }]))
      assert.include(content, "あいう")
    }),
  )

  it.effect("reads no other file", () =>
    Effect.gen(function* () {
      const files = new CMapFiles()
      const refused = (kind: string, filename: string) =>
        Effect.flip(Effect.tryPromise(() => files.fetch({ kind, filename })))
      yield* refused("standardFontDataUrl", "FoxitSerif.pfb")
      yield* refused("wasmUrl", "H.bcmap")
      for (const name of ["../../package", "Identity-H", "H/../V", ""]) yield* refused("cMapUrl", `${name}.bcmap`)
    }),
  )
})
