/**
 * Hostile PDFs that unpack to huge data, declare huge sizes, or are malformed. `PageHazards.ts` has those with hostile
 * pages.
 */
import { deflateSync, inflateSync } from "node:zlib"
import * as Packing from "../pdfPacking.ts"
import { cjkPdf } from "../cjkPdf.ts"
import { type Body, encryptedPdf, kindOfAes256, kindOfRc4, packedPdf } from "../encryptedPdf.ts"
import { paragraph, pdfOf, written } from "../samplePdf.ts"
import { pageRows, type PdfRow } from "./PageHazards.ts"

const times = (text: string, count: number): string => text.repeat(count)

/** A PDF of one page with this content. */
const pageOf = (content: string): Uint8Array => pdfOf([{ content, texts: [] }], { isCompressed: true })

const packed = (filters: string, data: Buffer): Uint8Array =>
  written([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>",
    `<<${filters}/Length ${data.length}>>\nstream\n${data.toString("latin1")}\nendstream`,
  ])

/** A PDF with a composite font that has these entries and this map to Unicode. */
const pdfOfFont = (own: string, map = ""): Uint8Array =>
  written([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
    "<</Length 36>>\nstream\nBT /F 12 Tf 72 700 Td <0041> Tj ET  \nendstream",
    `<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/ToUnicode 6 0 R/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/X${own}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>]>>`,
    `<</Length ${map.length}>>\nstream\n${map}\nendstream`,
  ])

const cjkFonts = (count: number, encoding: string, ordering: string): Uint8Array =>
  cjkPdf(Array.from({ length: count }, () => ({ encoding, ordering, codes: "4E2D6587" })))

const shown: Body = { body: "", stream: Buffer.from("BT /F 12 Tf 72 700 Td <0041> Tj ET") }

/** An encrypted page with this content, and with a font that has these entries. */
const encryptedPage = (content: Body, font: string): Uint8Array =>
  packedPdf(kindOfAes256(6), [
    { body: "<</Type/Catalog/Pages 2 0 R>>" },
    { body: "<</Type/Pages/Kids[3 0 R]/Count 1>>" },
    {
      body: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/X${font}/CIDSystemInfo<</Registry()/Ordering()/Supplement 0>>>>]>>>>>>>>`,
    },
    content,
  ])

/** An encrypted document that repeats an entry very often. */
const encryptedOften = (text: string): Uint8Array =>
  encryptedPdf(kindOfRc4(128), [
    { body: `<</Type/Catalog/Pages 2 0 R/A[${times(`<<${text}>>`, 100_000)}]>>` },
    { body: "<</Type/Pages/Kids[]/Count 0>>" },
  ])

const rows: ReadonlyArray<PdfRow> = [
  ["spaces that unpack to a gigabyte", () => packed("/Filter/FlateDecode", inflateSync(gigabyteTwice())), ""],
  ["a gigabyte that is packed twice", () => packed("/Filter[/FlateDecode/FlateDecode]", gigabyteTwice()), ""],
  [
    "a gigabyte that passes for a picture",
    () => packed("/Subtype/Image/Filter/FlateDecode", inflateSync(gigabyteTwice())),
    "",
  ],
  [
    "a run of spaces without end",
    () => packed("/Filter/RunLengthDecode", Buffer.alloc(3_000_000, "\u0081 ", "latin1")),
    "",
  ],
  ["spaces in codes that unpack to gigabytes", () => packed("/Filter/LZWDecode", Packing.lzwOfSpaces(800)), ""],
  ["codes that are written as text", () => packed("/Filter[/A85/LZW]", Packing.ascii85(Packing.lzwOfSpaces(100))), ""],
  [
    "runs that are deflated",
    () => packed("/Filter[/FlateDecode/RunLengthDecode]", deflateSync(Packing.runsOfSpaces(1_000_000_000))),
    "",
  ],
  [
    "a gigabyte that is written as hexadecimal digits",
    () => packed("/Filter[/AHx/Fl/Fl]", Packing.hex(gigabyteTwice())),
    "",
  ],
  ["filters of filters without end", () => packed(`/Filter[${times("/A85", 200_000)}]`, Buffer.from("zzz~>")), ""],
  ["a filter that is told elsewhere", () => packed("/Filter 9 0 R", Packing.lzwOfSpaces(800)), ""],
  ["deflated data that is damaged over and over", () => damagedStreams(300), ""],
  [
    "pictures within a page that unpack to gigabytes",
    () => pageOf(`${pictureInLine()} BT /F 12 Tf 1 0 0 1 9 9 Tm (here) Tj ET`),
    "",
  ],
  [
    "pictures within a page without end",
    () => pageOf(`BT /F 12 Tf 1 0 0 1 9 9 Tm (here) Tj ET ${times("BI /W 9 /H 9 /F /A85 ID zzzz ", 100_000)}`),
    "",
  ],
  ["streams in the strings of a stream", () => packed(`/A(${times("stream\n", 400_000)})`, Buffer.from("q Q")), ""],
  ["streams that unpack to much together", () => manyStreams(2_000), ""],
  ["texts of a page", () => pageOf(`BT /F 12 Tf (here) Tj ${times("1 0 0 1 9 9 Tm (a) Tj ", 50_000)} ET`), "here"],
  ["texts of a page far apart", () => pageOf(`BT /F 12 Tf (here) Tj ${times("9 99 Td (a) Tj ", 200_000)} ET`), ""],
  [
    "a text of a page without end",
    () => pageOf(`BT /F 12 Tf 1 0 0 1 9 9 Tm (here ${times("a", 3_000_000)}) Tj ET`),
    "",
  ],
  ["numbers of a page", () => pageOf(times("0 ", 20_000_000)), ""],
  ["lists in lists of a page", () => pageOf(times("[", 1_000_000)), ""],
  ["states in states of a page", () => pageOf(times("q ", 1_000_000)), ""],
  ["forms that draw themselves", () => selfDrawn(), ""],
  [
    "lists in lists of an object",
    () => written([`<</Type/Catalog/Pages 2 0 R/A ${times("[", 300_000)}>>`, "<</Type/Pages/Kids[]/Count 0>>"]),
    "",
  ],
  [
    "pages in a circle",
    () =>
      written([
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R 3 0 R]/Count 100000>>",
        "<</Type/Pages/Kids[2 0 R 2 0 R]/Count 100000>>",
      ]),
    "",
  ],
  [
    "pages that aren't there",
    () =>
      written([
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 100000>>",
        "<</Type/Page/MediaBox[0 0 9 9]>>",
      ]),
    "",
  ],
  ["pages in a row", () => pdfOf(Array.from({ length: 3_000 }, () => ({ texts: paragraph(["here"], 700) }))), "here"],
  ["fonts that name a CMap", () => cjkFonts(14, "UniCNS-UTF16-H", "CNS1"), "中文"],
  ["very many fonts that name a CMap", () => cjkFonts(5_000, "UniCNS-UTF16-H", "CNS1"), "Beside them"],
  ["fonts of characters by number", () => cjkFonts(80, "Identity-H", "Japan1"), "Beside them"],
  ["very many fonts of characters by number", () => cjkFonts(5_000, "Identity-H", "Japan1"), "Beside them"],
  ["one page very often", () => sharedPage(100_000), ""],
  ["tables of objects in a circle", () => circularTables(), ""],
  ["objects without end", () => new TextEncoder().encode(`%PDF-1.4\n${times("1 0 obj<<>>endobj ", 250_000)}`), ""],
  ["streams without end", () => new TextEncoder().encode(`%PDF-1.4\n${times("stream\n", 600_000)}`), ""],
  [
    "links of a page",
    () =>
      pdfOf([
        { texts: paragraph(["here"], 700), links: Array.from({ length: 15_000 }, (_, at) => `https://a.test/${at}`) },
      ]),
    "here",
  ],
  ["a font of a hundred million widths", () => pdfOfFont("/W[0 100000000 500]"), ""],
  ["a font of a hundred million heights", () => pdfOfFont("/W2[0 100000000 500 500 500]"), ""],
  [
    "a map of very many codes",
    () =>
      pdfOfFont(
        "",
        "1 begincodespacerange <00000000><ffffffff> endcodespacerange 1 beginbfrange <00000000> <00fffffe> <0041> endbfrange",
      ),
    "",
  ],
  [
    "a page that is encrypted and unpacks to a gigabyte",
    () => encryptedPage({ body: "/Filter[/Fl/Fl/Fl]", stream: deflateSync(gigabyteTwice()) }, ""),
    "",
  ],
  ["a font of a hundred million widths in encrypted objects", () => encryptedPage(shown, "/W[0 100000000 500]"), ""],
  ["identifiers of an encrypted document", () => encryptedOften("/ID[<00>]"), ""],
  ["dictionaries of encryption", () => encryptedOften("/Encrypt<</Filter/Standard/V 5/R 6>>"), ""],
  ["arrays that are left open", () => pdfOfFont(`/W${times("[1", 1_000_000)}`), ""],
  ["arrays in comments of arrays", () => pdfOfFont(times("[%", 1_000_000)), ""],
  ["numbers of an array", () => pdfOfFont(`/W[${times("1 ", 4_000_000)}]`), ""],
  [
    "a truncated file",
    () => pdfOf(Array.from({ length: 1_000 }, () => ({ texts: paragraph(["here"], 700) }))).subarray(0, 200_000),
    "",
  ],
]

/** All hostile PDFs. */
export const pdfHazards: ReadonlyArray<PdfRow> = [...rows, ...pageRows]

// --- private --------------------------------------------------------------------------

/** A gigabyte of spaces, deflated twice. */
function gigabyteTwice(): Buffer {
  return inflateSync(
    Buffer.from(
      "eNqruPX2jqLf7USZ4w/1QniEbgjwGDY/ZZOYdM5HeYaa9YE/MrEc7g8EZBqYH1Q1lwXbMjQprFJI/cKz4v/zyiur6z/NNp9//7/cu/89/2bL" +
        "3d0jI3/vXQ8DA0ND4+x/e2/9+vDNIur8/vl/gSIMbe+eL9/7MU2kYt+PX2ctGRgYEj6s8/e3y6/jsIn9J2XNzsDAwHPvYJblzRzGzV/v/ttZ" +
        "zcDAcOCBLgszAwODgqsByIgoMGcBhJOEzBmVGZUZlRmVGZUZUjJP07bO2efLOPlm1b7dtkwMD/ba1FXG1czZy7SC7co9AK1XBM8=",
      "base64",
    ),
  )
}

/** LZW of more than five gigabytes. */
function pictureInLine(): string {
  return `BI /W 90000 /H 90000 /BPC 8 /CS /G /F /LZW ID ${Packing.lzwOfSpaces(700).toString("latin1")} EI`
}

/** Streams that are damaged in the middle. */
function damagedStreams(count: number): Uint8Array {
  const data = deflateSync(Buffer.alloc(10_000_000, " "))
  data.fill(0xff, Math.floor(data.length / 2))
  const stream = `<</Filter/FlateDecode/Length ${data.length}>>\nstream\n${data.toString("latin1")}\nendstream`
  return written([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[]/Count 0>>",
    ...Array.from({ length: count }, () => stream),
  ])
}

function manyStreams(count: number): Uint8Array {
  const data = deflateSync(Buffer.alloc(1_000_000, " ")).toString("latin1")
  const contents = Array.from({ length: count }, (_, at) => `${at + 4} 0 R`).join(" ")
  return written([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents[${contents}]>>`,
    ...Array.from({ length: count }, () => `<</Filter/FlateDecode/Length ${data.length}>>\nstream\n${data}\nendstream`),
  ])
}

function selfDrawn(): Uint8Array {
  const draw = times("/X Do ", 2_000)
  return written([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>>>",
    `<</Length ${draw.length}>>\nstream\n${draw}\nendstream`,
    `<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 5 0 R>>>>/Length ${draw.length}>>\nstream\n${draw}\nendstream`,
  ])
}

function sharedPage(count: number): Uint8Array {
  return written([
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Kids[${times("3 0 R ", count)}]/Count ${count}>>`,
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]>>",
  ])
}

function circularTables(): Uint8Array {
  const start = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n"
  const table = "xref\n0 1\n0000000000 65535 f \ntrailer<</Size 3/Root 1 0 R/Prev "
  return new TextEncoder().encode(`${start}${table}${start.length}>>\nstartxref\n${start.length}\n%%EOF`)
}
