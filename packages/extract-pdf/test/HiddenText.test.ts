import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { written } from "./samplePdf.ts"
import { read } from "./support.ts"

const seen = "BT /F 12 Tf 1 0 0 1 72 700 Tm (Words that anyone sees stand on this page.) Tj ET\n"
const text = (before = ""): string => `BT /F 12 Tf 1 0 0 1 72 600 Tm ${before} (INJECTED) Tj ET\n`
const box = "50 590 300 40 re"
const line = (at: number): string =>
  `BT /F 12 Tf 1 0 0 1 72 ${790 - at * 12} Tm (Digital words of a cover page in line ${at}.) Tj ET\n`
const cover = seen + Array.from({ length: 5 }, (_, at) => line(at)).join("")
const picture = "q 300 0 0 40 50 590 cm /I Do Q\n"
const large = picture.replace("/I", "/B")
const strips = "q 500 0 0 6 50 598 cm /I Do Q q 500 0 0 6 50 604 cm /I Do Q\n"

interface Parts {
  readonly resources?: string
  readonly catalogue?: string
}

/**
 * A page of this content; `/X` draws the text, `/L` is a layer, `/I` a picture and `/B` a large one. The letters A to E
 * of the font `/T` are squares, and the letter A of `/Z` has no width.
 */
const contentOf = (content: string, { catalogue = "", resources = "" }: Parts = {}) => {
  const stream = (entries: string, data: string): string =>
    `<<${entries}/Length ${data.length}>>\nstream\n${data}\nendstream`
  const image = (width: number): string =>
    stream(
      `/Type/XObject/Subtype/Image/Width ${width}/Height ${width}/ColorSpace/DeviceGray/BitsPerComponent 8`,
      "x".repeat(width * width),
    )
  return read(
    written([
      `<</Type/Catalog/Pages 2 0 R${catalogue}>>`,
      "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources" +
        `<</Font<</F 5 0 R/T 10 0 R/Z 13 0 R>>/XObject<</I 6 0 R/X 8 0 R/B 9 0 R>>/Properties<</L 7 0 R>>${resources}>>>>`,
      stream("", content),
      "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
      image(8),
      "<</Type/OCG/Name(a)>>",
      stream("/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</Font<</F 5 0 R>>>>", text()),
      image(600),
      "<</Type/Font/Subtype/Type3/FontBBox[0 0 50 50]/FontMatrix[1 0 0 1 0 0]/CharProcs<</a 11 0 R>>/FirstChar 65" +
        "/LastChar 69/Encoding<</Differences[65/a/a/a/a/a]>>/Widths[40 40 40 40 40]/Resources<<>>/ToUnicode 12 0 R>>",
      stream("", "40 0 0 0 40 40 d1 0 0 40 40 re f"),
      stream("", "1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange <41> <45> <0041> endbfrange"),
      "<</Type/Font/Subtype/TrueType/BaseFont/Helvetica/FirstChar 65/LastChar 67/Widths[0 600 600]" +
        "/Encoding/WinAnsiEncoding>>",
    ]),
    "text",
  )
}

const off = { catalogue: "/OCProperties<</OCGs[7 0 R]/D<</OFF[7 0 R]>>>>" }
const clear = { resources: "/ExtGState<</G<</ca 0/CA 0>>>>" }
const half = { resources: "/ExtGState<</G<</ca .5>>>>" }
const shading = {
  resources:
    "/Shading<</S<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 600 0]" +
    "/Function<</FunctionType 2/Domain[0 1]/C0[0 0 0]/C1[0 0 1]/N 1>>/Extend[true true]>>>>",
}

describe("text of a page that nobody sees", () => {
  it.effect.each<readonly [string, string, Parts?]>([
    ["is drawn without ink", seen + text("3 Tr")],
    ["is drawn without ink beside a box", `${seen + text("3 Tr")}.9 g ${box} f`],
    ["only clips", seen + text("7 Tr")],
    ["is white", seen + text("1 g")],
    ["is white in another colour space", seen + text("0 0 0 0 k")],
    ["is almost white", seen + text(".98 1 .99 rg")],
    ["has a white outline", seen + text("1 Tr 1 1 1 RG")],
    ["is white, inside and outside", seen + text("2 Tr 1 g 1 G")],
    ["is white within a clip of any shape", `${seen}q 50 590 m 350 590 l 200 700 l h W n ${text("1 g")} Q`],
    ["is transparent", `${seen}/G gs ${text()}`, clear],
    ["is transparent on a picture", `${seen + picture}/G gs ${text()}`, clear],
    ["is on a hidden layer", `${seen}/OC /L BDC ${text()} EMC`, off],
    ["is on a hidden layer on a picture", `${seen + picture}/OC /L BDC ${text()} EMC`, off],
    ["is drawn by a form on a hidden layer", `${seen}/OC /L BDC /X Do EMC`, off],
    ["is drawn by a transparent form", `${seen}/G gs /X Do`, clear],
    ["is moved and scaled", `${seen}q .5 0 0 .5 36 300 cm ${text("3 Tr")} Q`],
    ["is drawn in parts", seen + text("3 Tr [(IN)-20(JE)] TJ").replace("(INJECTED)", "(CTED)")],
    ["follows a visible text", seen.replace("ET", "3 Tr 0 -40 Td (INJECTED) Tj ET")],
    ["is on the line of a visible text", `${seen}BT 1 g /F 12 Tf 1 0 0 1 100 700 Tm (INJECTED) Tj ET`],
  ])("isn't read if it %s", ([, content, parts]) =>
    Effect.gen(function* () {
      const page = yield* contentOf(content, parts)
      assert.strictEqual(page.content, "Page 1\n\nWords that anyone sees stand on this page.")
      assert.deepStrictEqual(page.removed, { hidden_elements: 1, invisible_characters: 0 })
    }),
  )

  it.effect("isn't read if it is off the page, which pdf.js leaves out itself", () =>
    Effect.gen(function* () {
      assert.notInclude((yield* contentOf(seen + text().replace("72 600", "72 900"))).content, "INJECTED")
    }),
  )
})

describe("text of a page that may be seen", () => {
  it.effect.each<readonly [string, string, Parts?]>([
    ["white on a dark box", `${seen}0 g ${box} f ${text("1 g")}`],
    ["white on a round box", `${seen}0 g 50 590 m 350 590 l 360 600 360 620 350 630 c 50 630 l f ${text("1 g")}`],
    ["white on a thick line", `${seen}24 w 50 604 m 550 604 l S ${text("1 g")}`],
    ["white on a picture", seen + picture + text("1 g")],
    ["white on a large picture, which isn't decoded", seen + large + text("1 g")],
    ["white on a large picture in a clip", `${seen}q ${box} W n 300 0 0 40 50 590 cm /B Do Q ${text("1 g")}`],
    ["white on a gradient", `${seen}/S sh ${text("1 g")}`, shading],
    ["white on a large letter", `${seen}BT /F 300 Tf 1 0 0 1 50 500 Tm (M) Tj ET ${text("1 g")}`],
    ["white on a letter of a Type 3 font", `${seen}BT /T 9 Tf 1 0 0 1 50 500 Tm (A) Tj ET ${text("1 g")}`],
    ["white on a thick outline", `${seen}BT 1 Tr 20 w /F 9 Tf 1 0 0 1 72 600 Tm (mmmmm) Tj ET ${text("0 Tr 1 g")}`],
    ["white with a dark outline", seen + text("2 Tr 1 g 0 G")],
    ["white and blended", `${seen}/G gs ${text("1 g")}`, { resources: "/ExtGState<</G<</BM/Difference>>>>" }],
    ["half transparent", `${seen}/G gs ${text()}`, half],
    ["under a half transparent box", `${seen + text()}/G gs 1 1 0 rg ${box} f`, half],
    ["on a coloured box", `${seen}1 1 0 rg ${box} f 0 g ${text()}`],
    ["in a clip that isn't a box, filled later", `${seen + text()}q 0 0 m 0 500 l 99 0 l h W n 0 0 600 800 re f Q`],
    ["in a frame that is filled later", `${seen + text()}q 0 0 600 800 re 20 20 560 760 re W* n 0 0 600 800 re f Q`],
    ["on a filled triangle's box", `${seen}q 50 580 m 60 640 l 400 640 l h W n 0 0 600 800 re f Q ${text()}`],
    ["on a visible layer", `${seen}/OC /L BDC ${text()} EMC`, { catalogue: "/OCProperties<</OCGs[7 0 R]/D<<>>>>" }],
    ["on no layer after a hidden one", `${seen}/OC /L BDC EMC ${text()}`, off],
    ["drawn by a form", `${seen}/X Do`],
    ["recognised in a picture", cover + picture + text("3 Tr")],
    ["recognised in a large picture, which isn't decoded", cover + large + text("3 Tr")],
    ["recognised across the strips of a picture", cover + strips + text("3 Tr")],
    ["recognised on a page with nothing else", text("3 Tr")],
    ["condensed", seen + text("60 Tz")],
    ["after a state that ended", `${seen}q 1 g Q ${text()}`],
  ])("is read: %s", ([, content, parts]) =>
    Effect.gen(function* () {
      const page = yield* contentOf(content, parts)
      assert.include(page.content, "INJECTED")
      assert.notProperty(page, "removed")
    }),
  )

  it.effect.each([
    ["of a Type 3 font, whose matrix decides the size", "/T .12 Tf 1 0 0 1 72 600 Tm (ABCDE) Tj", "ABCDE"],
    ["of a scaled Type 3 font", "/T 1 Tf .12 0 0 .12 72 600 Tm (ABCDE) Tj", "ABCDE"],
    ["of a Type 3 font, which has no rendering mode", "3 Tr /T .12 Tf 1 0 0 1 72 600 Tm (ABCDE) Tj", "ABCDE"],
    ["with a letter without width", "/Z 12 Tf 1 0 0 1 72 600 Tm (B) Tj (A) Tj (C) Tj", "BAC"],
    ["of a letter without width", "/Z 12 Tf 1 0 0 1 72 600 Tm (A) Tj", "A"],
    ["of a narrow letter", "/F 4 Tf 1 0 0 1 72 600 Tm (i) Tj", "i"],
    [
      "with a white outline below",
      "/F 12 Tf 1 Tr 1 G 3 w 1 0 0 1 72 600 Tm (OSLO) Tj 0 Tr 1 0 0 1 72 600 Tm (OSLO) Tj",
      "OSLO",
    ],
    [
      "that joins hidden words",
      "/F 12 Tf 1 0 0 1 72 600 Tm (At ) Tj 3 Tr (noon ) Tj 0 Tr (today.) Tj",
      "At noon today.",
    ],
  ])("is read whole: a text %s", ([, shown, expected]) =>
    Effect.gen(function* () {
      const page = yield* contentOf(`${seen}BT ${shown} ET`)
      assert.strictEqual(page.content, `Page 1\n\nWords that anyone sees stand on this page.\n\n${expected}`)
    }),
  )
})
