/** Writes PDFs with Chinese, Japanese or Korean fonts that aren't embedded and name the CMap of their codes. */
import { written } from "./samplePdf.ts"

export interface CjkFont {
  readonly encoding: string
  /** `Japan1`, or the like. */
  readonly ordering: string
  /** The text in its codes, as hexadecimal digits. */
  readonly codes: string
}

/** A page with a line for each font, after one line of ASCII. All fonts differ. */
export const cjkPdf = (fonts: ReadonlyArray<CjkFont>): Uint8Array => {
  const lines = fonts.map(({ codes }, at) => `BT /C${at} 12 Tf 1 0 0 1 72 ${700 - 20 * (at % 30)} Tm <${codes}> Tj ET`)
  const content = ["BT /F 12 Tf 1 0 0 1 72 740 Tm (Beside them) Tj ET", ...lines].join("\n")
  const places = fonts.map((_, at) => `/C${at} ${at + 6} 0 R`).join("")
  return written([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>${places}>>>>>>`,
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    "<</Type/FontDescriptor/FontName/X/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>",
    ...fonts.map(
      ({ encoding, ordering }, at) =>
        `<</Type/Font/Subtype/Type0/BaseFont/X${at}/Encoding/${encoding}/DescendantFonts[<</Type/Font/Subtype/CIDFontType0/BaseFont/X${at}/W[${at + 1}[${at + 500}]]/CIDSystemInfo<</Registry(Adobe)/Ordering(${ordering})/Supplement 0>>/FontDescriptor 5 0 R>>]>>`,
    ),
  ])
}
