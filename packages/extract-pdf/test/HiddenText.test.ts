import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { written } from "./samplePdf.ts"
import { read } from "./support.ts"

const seen = "BT /F 12 Tf 1 0 0 1 72 700 Tm (Words that anyone sees stand on this page.) Tj ET\n"
const text = (before = ""): string => `BT /F 12 Tf 1 0 0 1 72 600 Tm ${before} (INJECTED) Tj ET\n`
const box = "50 590 300 40 re"
const picture = "q 300 0 0 40 50 590 cm /I Do Q\n"

interface Parts {
  readonly resources?: string
  readonly catalogue?: string
}

/** A page of this content; `/X` draws the text, `/L` is a layer, `/I` a picture and `/B` a large one. */
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
        `<</Font<</F 5 0 R>>/XObject<</I 6 0 R/X 8 0 R/B 9 0 R>>/Properties<</L 7 0 R>>${resources}>>>>`,
      stream("", content),
      "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
      image(8),
      "<</Type/OCG/Name(a)>>",
      stream("/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</Font<</F 5 0 R>>>>", text()),
      image(600),
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
    ["only clips", seen + text("7 Tr")],
    ["is white", seen + text("1 g")],
    ["is white in another colour space", seen + text("0 0 0 0 k")],
    ["is almost white", seen + text(".98 1 .99 rg")],
    ["has a white outline", seen + text("1 Tr 1 1 1 RG")],
    ["is white, inside and outside", seen + text("2 Tr 1 g 1 G")],
    ["is transparent", `${seen}/G gs ${text()}`, clear],
    ["is on a hidden layer", `${seen}/OC /L BDC ${text()} EMC`, off],
    ["is drawn by a form on a hidden layer", `${seen}/OC /L BDC /X Do EMC`, off],
    ["is drawn by a form in white", `${seen}1 g /X Do`],
    ["is drawn by a transparent form", `${seen}/G gs /X Do`, clear],
    ["is too narrow", seen + text("1 Tz")],
    ["is moved and scaled", `${seen}q .5 0 0 .5 36 300 cm ${text("3 Tr")} Q`],
  ])("isn't read if it %s", ([, content, parts]) =>
    Effect.gen(function* () {
      const page = yield* contentOf(content, parts)
      assert.notInclude(page.content, "INJECTED")
      assert.include(page.content, "Words that anyone sees")
      assert.deepStrictEqual(page.removed, { hidden_elements: 1, invisible_characters: 0 })
    }),
  )

  it.effect.each([
    ["without ink", "3 Tr", "0 Tr"],
    ["in white", "1 g", "0 g"],
  ])("is taken out of a line that shows other words, %s", ([, hides, shows]) =>
    Effect.gen(function* () {
      const line = `BT /F 12 Tf 1 0 0 1 72 700 Tm (High ) Tj ${hides} (INJECTED ) Tj ${shows} (water at six.) Tj ET`
      assert.strictEqual((yield* contentOf(line)).content, "Page 1\n\nHigh water at six.")
      const kerned = line.replace("(INJECTED ) Tj", "[(IN)-20(JECT)30(ED )] TJ")
      assert.strictEqual((yield* contentOf(kerned)).content, "Page 1\n\nHigh water at six.")
    }),
  )
})

it.effect("a hidden text doesn't take words of the line in whose place it stands", () =>
  Effect.gen(function* () {
    const line = "BT /F 12 Tf 1 0 0 1 72 700 Tm (Invoice total amount five hundred) Tj ET\n"
    const white = "BT /F 12 Tf 1 g 1 0 0 1 120 700 Tm (INJECTED) Tj ET\n"
    const { content } = yield* contentOf(line + white)
    assert.include(content, "Invoice total amount five hundred")
    assert.notInclude(content, "INJECTED")
  }),
)

describe("text of a page that may be seen", () => {
  it.effect.each<readonly [string, string, Parts?]>([
    ["white on a dark box", `${seen}0 g ${box} f ${text("1 g")}`],
    ["white on a round box", `${seen}0 g 50 590 m 350 590 l 360 600 360 620 350 630 c 50 630 l f ${text("1 g")}`],
    ["white on a picture", seen + picture + text("1 g")],
    ["white on a large picture, which isn't decoded", seen + picture.replace("/I", "/B") + text("1 g")],
    ["white on a gradient", `${seen}/S sh ${text("1 g")}`, shading],
    ["white with a dark outline", seen + text("2 Tr 1 g 0 G")],
    ["half transparent", `${seen}/G gs ${text()}`, half],
    ["under a half transparent box", `${seen + text()}/G gs 1 1 0 rg ${box} f`, half],
    ["on a coloured box", `${seen}1 1 0 rg ${box} f 0 g ${text()}`],
    ["beside a box that is drawn later", `${seen + text()}1 g 50 550 300 40 re f`],
    ["within a clip", `${seen}q 50 590 300 40 re W n ${text()} Q`],
    ["on a visible layer", `${seen}/OC /L BDC ${text()} EMC`, { catalogue: "/OCProperties<</OCGs[7 0 R]/D<<>>>>" }],
    ["on no layer after a hidden one", `${seen}/OC /L BDC EMC ${text()}`, off],
    ["drawn by a form", `${seen}/X Do`],
    ["white beside a box", `${seen}0 g 300 100 50 50 re f ${text("1 g")}`],
    ["white on a thick line", `${seen}0 G 40 w 50 610 m 350 610 l S ${text("1 g")}`],
    [
      "white on a large picture behind a clip",
      `${seen}q 50 590 300 40 re W n 300 0 0 40 50 590 cm /B Do Q ${text("1 g")}`,
    ],
    [
      "black in a clip that isn't a rectangle",
      `${seen}q 0 0 600 800 re 20 20 560 760 re W* n 0 0 600 800 re f Q ${text()}`,
    ],
    ["under a box", `${seen + text()}.9 g ${box} f`],
    ["recognised in a large picture, beside more text", seen + seen + picture.replace("/I", "/B") + text("3 Tr")],
    [
      "recognised across the strips of a scan",
      `${seen + seen}q 300 0 0 5 50 600 cm /I Do Q q 300 0 0 5 50 605 cm /I Do Q ${text("3 Tr")}`,
    ],
    ["recognised in a picture", seen + picture + text("3 Tr")],
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
})
