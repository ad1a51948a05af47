/** Hostile pages of PDFs: very many texts and fields, at positions that are hard to order. */
import { cjkPdf } from "../cjkPdf.ts"
import { written } from "../samplePdf.ts"

const count = 50_000
const each = (times: number, text: (at: number) => string): string =>
  Array.from({ length: times }, (_, at) => text(at)).join("\n")

const text = (x: number, y: number, words: string, size = 2): string =>
  `BT /F ${size} Tf 1 0 0 1 ${x.toFixed(1)} ${y.toFixed(2)} Tm (${words}) Tj ET`

const field = (at: number, value = `value ${at}`): string =>
  `<</Type/Annot/Subtype/Widget/FT/Tx/T(f${at})/V(${value})/DA(/F 9 Tf)/Rect[${at % 500} ${at % 700} ${(at % 500) + 60} ${(at % 700) + 12}]>>`

const page = (content: string, fields = ""): Uint8Array =>
  written([
    "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[]>>>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>/Annots[${fields}]>>`,
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
  ])

const inRows = (at: number): string => text(20 + (at % 100) * 5.6, 790 - Math.floor(at / 100) * 1.5, "here")

/** A PDF, and text that the result must contain if the PDF is read. */
export type PdfRow = readonly [name: string, document: () => Uint8Array, expected: string]

/** PDFs with a hostile page. */
export const pageRows: ReadonlyArray<PdfRow> = [
  [
    "fields among very many texts of a page",
    () =>
      page(
        each(count, inRows),
        each(3_000, (at) => field(at)),
      ),
    "value 2",
  ],
  [
    "very many fields of a page",
    () =>
      page(
        text(20, 700, "here", 9),
        each(30_000, (at) => field(at)),
      ),
    "here",
  ],
  ["a field of very many lines", () => page(text(20, 700, "here", 9), field(0, "line\\n".repeat(400_000))), "here"],
  [
    "very many columns of a page",
    () => page(each(count, (at) => text(10 + (at % 64) * 9, 790 - Math.floor(at / 64), "here and the"))),
    "here",
  ],
  [
    "texts of a page in no order",
    () =>
      page(
        each(count, (at) =>
          text(10 + ((at * 37) % 8) * 70, 790 - ((Math.floor(at / 8) * 7_919) % 6_250) * 0.12, "here it goes on"),
        ),
      ),
    "here",
  ],
  [
    "texts over one another",
    () => page(each(count, (at) => text(20 + at * 0.01, 700, `here${"e".repeat(at % 9)}`, 9))),
    "here",
  ],
  [
    "signs below one another",
    () => cjkPdf([{ encoding: "UniGB-UCS2-H", ordering: "GB1", codes: `4E2D> Tj 0 -1 Td <`.repeat(count) }]),
    "Beside them",
  ],
]
