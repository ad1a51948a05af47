import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { paragraph, written } from "./samplePdf.ts"
import { read, readPages } from "./support.ts"

describe("a page with form values and free text", () => {
  const field = (rest: string, place = "160 690 400 714", flags = 4) =>
    `<</Type/Annot/Subtype/Widget/T(field)/Rect[${place}]/F ${flags}${rest}>>`
  const filled = (fields: ReadonlyArray<string>) => {
    const texts = paragraph(["Boat:", "Berth:", "Stays the night:"], 700)
    return readPages([{ texts, extra: `/Annots[${fields.join("")}]` }], {}, "text")
  }

  it.effect("has its fields' values after their labels", () =>
    Effect.gen(function* () {
      const { content } = yield* filled([
        field("/FT/Ch/V(b)/Opt[[(a)(By the quay)][(b)(In the bay)]]", "160 683 400 695"),
        field("/FT/Btn/V/Yes/AS/Yes/AP<</N<</Yes null/Off null>>>>", "200 670 210 680"),
        field("/FT/Tx/V(Sea Lark)", "160 697 400 711"),
      ])
      assert.strictEqual(content, "Page 1\n\nBoat: Sea Lark\nBerth: In the bay\nStays the night: ☒")
    }),
  )

  it.effect.each([
    { rotate: 90, places: ["0 1 -1 0 100 50", "0 1 -1 0 114 50"], boxes: ["92 110 104 300", "106 110 118 300"] },
    { rotate: 180, places: ["-1 0 0 -1 500 100", "-1 0 0 -1 500 114"], boxes: ["250 92 440 104", "250 106 440 118"] },
    { rotate: 270, places: ["0 -1 1 0 500 700", "0 -1 1 0 486 700"], boxes: ["496 450 508 640", "482 450 494 640"] },
  ])("has them after their labels on a page that is rotated by $rotate degrees", ({ boxes, places, rotate }) =>
    Effect.gen(function* () {
      const content = places.map((place, at) => `BT /F 10 Tf ${place} Tm (${["Boat:", "Berth:"][at]}) Tj ET`).join(" ")
      const fields = boxes.map((box, at) => field(`/FT/Tx/V(${["Sea Lark", "Nine"][at]})`, box))
      const extra = `/Rotate ${rotate}/Annots[${fields.join("")}]`
      const page = yield* readPages([{ content, extra }], {}, "text")
      assert.strictEqual(page.content, "Page 1\n\nBoat: Sea Lark\nBerth: Nine")
    }),
  )

  /** The annotations refer to the objects from the seventh on. */
  const withObjects = (annotations: ReadonlyArray<string>, objects: ReadonlyArray<string>, catalogue = "") => {
    const content = "BT /F 12 Tf 1 0 0 1 72 700 Tm (Boat:) Tj ET"
    const font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
    return read(
      written([
        `<</Type/Catalog/Pages 2 0 R${catalogue}>>`,
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>/Annots[${annotations.join("")}]>>`,
        `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
        font,
        "<<>>",
        ...objects,
      ]),
      "text",
    )
  }

  it.effect("has them after the dotted lines on which they are written", () =>
    Effect.gen(function* () {
      const dots = ".".repeat(60)
      const texts = paragraph([`Boat: ${dots} Berth: ${dots}`, `Master: ${dots}`], 700)
      const fields = [
        field("/FT/Tx/V(Sea Lark)", "110 697 260 711"),
        field("/FT/Tx/V(Nine)", "330 697 480 711"),
        field("/FT/Tx/V(Ann)", "120 683 260 697"),
      ]
      const { content } = yield* readPages([{ texts, extra: `/Annots[${fields.join("")}]` }], {}, "text")
      const lines = [`Boat: ${dots} Berth: ${dots} Sea Lark Nine`, `Master: ${dots} Ann`]
      assert.strictEqual(content, `Page 1\n\n${lines.join("\n")}`)
    }),
  )

  it.effect("has no hidden layer's text", () =>
    Effect.gen(function* () {
      const { content } = yield* withObjects(
        [
          field("/FT/Tx/V(Sea Lark)/OC 7 0 R", "160 697 400 711"),
          field("/FT/Tx/V(Not shown.)/OC 8 0 R", "160 663 400 675"),
        ],
        ["<</Type/OCG/Name(Shown)>>", "<</Type/OCG/Name(Not shown)>>"],
        "/OCProperties<</OCGs[7 0 R 8 0 R]/D<</OFF[8 0 R]>>>>",
      )
      assert.strictEqual(content, "Page 1\n\nBoat: Sea Lark")
    }),
  )

  it.effect("has the drawn characters of an overlay, not its claimed text", () =>
    Effect.gen(function* () {
      const over = (drawn: number, place: string) =>
        `<</Type/Annot/Subtype/FreeText/Rect[${place}]/F 4/Contents(Claimed.)/DA(/F 10 Tf)/AP<</N ${drawn} 0 R>>>>`
      const drawing = (content: string) =>
        `<</Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<</Font<</F 5 0 R>>>>/Length ${content.length}>>\nstream\n${content}\nendstream`
      const { content } = yield* withObjects(
        [over(7, "160 697 400 711"), over(8, "160 663 400 675")],
        [drawing("BT /F 0.5 Tf 20 0 0 20 2 4 Tm (Sea Lark) Tj ET"), drawing("0 0 200 20 re f")],
      )
      assert.strictEqual(content, "Page 1\n\nBoat: Sea Lark")
    }),
  )

  it.effect("has the values up to the limit, and reports that", () =>
    Effect.gen(function* () {
      const lines = Array.from({ length: 3_000 }, (_, at) => `L${at}`).join("\\n")
      const { content, reduced } = yield* filled([field(`/FT/Tx/V(${lines})`, "160 20 400 711")])
      assert.include(content, "L1999")
      assert.notInclude(content, "L2000")
      assert.deepStrictEqual(reduced, [{ part: "values" }])
    }),
  )

  it.effect("has its visible form values, and no hidden, off-page, password or unticked ones", () =>
    Effect.gen(function* () {
      const { content } = yield* filled([
        "<</Type/Annot/Subtype/FreeText/Rect[160 697 400 711]/F 4/Contents(Sea Lark)/DA(/Helv 10 Tf)>>",
        field("/FT/Tx/V(Hidden.)", "160 683 400 695", 2),
        field("/FT/Tx/V(Not viewed.)", "160 683 400 695", 32),
        field("/FT/Tx/V(Off the page.)", "900 683 990 695"),
        field("/FT/Tx/V(Without room.)", "160 683 160 695"),
        field("/FT/Tx/V(Too small to be seen.)/DA(/Helv 0.2 Tf)", "160 683 400 695"),
        field("/FT/Tx/Ff 8192/V(Secret.)", "160 683 400 695"),
        field("/FT/Btn/V/Off/AS/Off/AP<</N<</Yes null/Off null>>>>", "200 670 210 680"),
      ])
      assert.strictEqual(content, "Page 1\n\nBoat: Sea Lark\nBerth:\nStays the night:")
    }),
  )
})
