import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { globSync } from "node:fs"
import { basename, join } from "node:path"
import { CMapFiles } from "../src/CMapFiles.ts"
import { cjkPdf } from "./cjkPdf.ts"
import { read } from "./support.ts"

const encodings = globSync(join(import.meta.dirname, "../assets/cmaps/*.bcmap"))
  .map((path) => basename(path, ".bcmap"))
  .filter((name) => !name.startsWith("Adobe-"))

/** A text in the codes of each CMap, by the beginning of its name. */
const samples: ReadonlyArray<readonly [ordering: string, text: string, codes: Readonly<Record<string, string>>]> = [
  ["GB1", "中文", { GB: "D6D0CEC4", UniGB: "4E2D6587" }],
  ["CNS1", "中文", { B5pc: "A4A4A4E5", HKscs: "A4A4A4E5", ETen: "A4A4A4E5", CNS: "C4E3C5C6", UniCNS: "4E2D6587" }],
  [
    "Japan1",
    "東京",
    { "83pv": "938C8B9E", "90": "938C8B9E", Add: "938C8B9E", Ext: "938C8B9E", EUC: "C5ECB5FE", UniJIS: "67714EAC" },
  ],
  ["Korea1", "한글", { KSC: "C7D1B1DB", UniKS: "D55CAE00" }],
]

const rows = encodings.map((encoding) => {
  // These two names are letters only.
  if (encoding === "H" || encoding === "V") return { encoding, ordering: "Japan1", codes: "456C357E", text: "東京" }
  const [ordering = "", text = "", codes = {}] =
    samples.find(([, , known]) => Object.keys(known).some((start) => encoding.startsWith(start))) ?? []
  const start = Object.keys(codes).find((known) => encoding.startsWith(known)) ?? ""
  return { encoding, ordering, codes: codes[start] ?? "", text }
})

describe("a PDF whose font names a predefined CMap", () => {
  it("has a sample for each", () => {
    assert.isAbove(rows.length, 50)
    assert.deepStrictEqual(
      rows.filter(({ codes }) => codes === ""),
      [],
    )
  })

  it.effect.each(rows)("is read by $encoding", ({ text, ...font }) =>
    Effect.gen(function* () {
      const { content, obstacle } = yield* read(cjkPdf([font]))
      // Vertical text has one character a line.
      assert.include(content.replace(/\s+/g, ""), text)
      assert.isUndefined(obstacle)
    }),
  )

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
