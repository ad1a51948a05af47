import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { collections, namesOf } from "../../src/pdf/CMapNames.ts"
import { predefinedCMaps } from "../../src/pdf/PredefinedCMaps.ts"
import { readAny } from "../support.ts"
import { cjkPdf } from "./cjkPdf.ts"

const read = (bytes: Uint8Array) => readAny(bytes, { contentType: "application/pdf" })

/** Some text in the codes of each CMap: of what it begins with, unless there is one of that very name. */
const samples: ReadonlyArray<readonly [ordering: string, text: string, codes: Readonly<Record<string, string>>]> = [
  ["GB1", "中文", { GB: "D6D0CEC4", UniGB: "4E2D6587" }],
  ["CNS1", "中文", { B5pc: "A4A4A4E5", HKscs: "A4A4A4E5", ETen: "A4A4A4E5", CNS: "C4E3C5C6", UniCNS: "4E2D6587" }],
  [
    "Japan1",
    "東京",
    {
      "83pv": "938C8B9E",
      "90": "938C8B9E",
      Add: "938C8B9E",
      Ext: "938C8B9E",
      EUC: "C5ECB5FE",
      H: "456C357E",
      V: "456C357E",
      UniJIS: "67714EAC",
    },
  ],
  ["Korea1", "한글", { KSC: "C7D1B1DB", UniKS: "D55CAE00" }],
]

const rows = samples.flatMap(([ordering, text, codes]) =>
  collections
    .filter((collection) => collection === ordering)
    .flatMap((collection) => namesOf(collection))
    .filter((name) => !name.startsWith("Adobe-"))
    .map((encoding) => {
      const known = Object.keys(codes).find((start) => encoding.startsWith(start))
      return { encoding, ordering, codes: codes[known ?? ""] ?? "", text }
    }),
)

describe("a PDF whose font names a predefined CMap", () => {
  it("has a sample for each", () =>
    assert.deepStrictEqual(
      rows.filter(({ codes }) => codes === ""),
      [],
    ))

  it.effect.each(rows)("is read by $encoding", ({ text, ...font }) =>
    Effect.gen(function* () {
      const { content, obstacle, reduced } = yield* read(cjkPdf([font]))
      // What is set from top to bottom has a sign a line.
      assert.include(content.replace(/\s+/g, ""), text)
      assert.isUndefined(obstacle)
      assert.isUndefined(reduced)
    }),
  )

  it.effect("is read by the numbers of characters where it names none", () =>
    Effect.gen(function* () {
      const { content } = yield* read(cjkPdf([{ encoding: "Identity-H", ordering: "Japan1", codes: "034B034D034F" }]))
      assert.include(content, "あいう")
    }),
  )

  it.effect("is read but for what is set so where there are too many such fonts, and says so", () =>
    Effect.gen(function* () {
      const font = { encoding: "UniGB-UCS2-H", ordering: "GB1", codes: "4E2D6587" }
      const { content, obstacle, reduced } = yield* read(cjkPdf(Array.from({ length: 60 }, () => font)))
      assert.include(content, "Beside them")
      assert.notInclude(content, "中文")
      assert.deepStrictEqual(reduced, [{ part: "fonts" }])
      assert.isUndefined(obstacle)
    }),
  )

  it.effect("is given no other map, and nothing else", () =>
    Effect.gen(function* () {
      const cmaps = predefinedCMaps(true)
      const factory = new cmaps.Factory()
      const refused = (kind: string, filename: string) =>
        Effect.flip(Effect.tryPromise(() => factory.fetch({ kind, filename })))
      yield* refused("standardFontDataUrl", "FoxitSerif.pfb")
      yield* refused("wasmUrl", "H.bcmap")
      assert.isFalse(cmaps.isMissing())
      for (const name of ["../../package", "Identity-H", "constructor", "H/../V", ""]) {
        yield* refused("cMapUrl", `${name}.bcmap`)
      }
      assert.isTrue(cmaps.isMissing())
    }),
  )
})
