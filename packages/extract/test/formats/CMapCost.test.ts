import { assert, describe, it } from "@effect/vitest"
import { CMapCost } from "../../src/pdf/CMapCost.ts"

const objects: Readonly<Record<number, string>> = { 7: " /Type0 ", 8: "/Image" }

const costOf = (...parts: ReadonlyArray<string>): number => {
  const cost = new CMapCost((object) => objects[object])
  for (const part of parts) cost.add(Buffer.from(part, "latin1"))
  return cost.total
}

const type0 = (more: string): string => `<</Type/Font/Subtype/Type0${more}>>`

describe("what predefined CMaps cost", () => {
  it.each<readonly [name: string, ms: number, parts: ReadonlyArray<string>]>([
    ["a CMap that is named", 15, [type0("/Encoding/GBK-EUC-H")]],
    ["one of many more codes", 35, [type0("/Encoding /UniJIS-UTF16-V")]],
    ["one of a name that is a letter", 15, [type0("/Encoding\n/H")]],
    ["one with escapes in its name", 15, [type0("/Encod#69ng/GBK#2dEUC-H")]],
    ["one to Unicode", 35 + 15, [type0("/Encoding/EUC-H/ToUnicode/UniJIS-UCS2-H")]],
    ["a font without a map", 6, [type0("/Encoding/Identity-H")]],
    ["fonts of which one has a map of its own", 12, [type0("").repeat(2), type0("/ToUnicode 5 0 R")]],
    ["a font whose kind stands elsewhere", 6, ["<</Type/Font/Subtype 7 0 R>>"]],
    ["each font, if a map uses another", 3 * 35, [type0("/ToUnicode 5 0 R").repeat(3), "/UniKS-UCS2-H usecmap"]],
    [
      "each font, if a map's dictionary names another",
      15,
      [type0("/Encoding 5 0 R/ToUnicode 6 0 R"), "<</UseCMap/EUC-H>>"],
    ],
    ["a font whose name is Chinese", 15, ["<</Type/Font/Subtype/TrueType/BaseFont/#CB#CE#CC#E5>>"]],
  ])("is counted for %s", (_, ms, parts) => assert.strictEqual(costOf(...parts), ms))

  it.each([
    ["fonts with maps of their own", type0("/Encoding/Identity-H/ToUnicode 5 0 R")],
    ["other fonts", "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"],
    ["letters", "<</H/I/V/H/Encoding 5 0 R>>"],
    ["what an own map is called", "/CMapName /UniGB-UCS2-H def"],
    ["pictures whose kind stands elsewhere", "<</Subtype 8 0 R>>"],
    ["text", "BT /F1 12 Tf (GBK-EUC-H) Tj ET"],
  ])("isn't counted for %s", (_, text) => assert.strictEqual(costOf(text), 0))

  it.each([
    ["a name elsewhere", "9 0 obj /GBK-EUC-H endobj"],
    ["a kind of font elsewhere", "<</Type/Font/Subtype 9 0 R>>"],
    ["names without end", "/a".repeat(1_000_001)],
  ])("is without end for %s", (_, text) => assert.strictEqual(costOf(text), Number.POSITIVE_INFINITY))
})
