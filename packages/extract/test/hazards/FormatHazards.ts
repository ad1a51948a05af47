/** Hostile documents of the kinds that aren't HTML, and what must come out of those that are read. */
import { deflateSync, inflateSync } from "node:zlib"
import * as Packing from "../formats/pdfPacking.ts"
import { cjkPdf } from "../formats/cjkPdf.ts"
import { type Body, encryptedPdf, kindOfAes256, kindOfRc4, packedPdf } from "../formats/encryptedPdf.ts"
import { paragraph, pdfOf, written } from "../formats/samplePdf.ts"
import type { Hazard } from "./Hazards.ts"

const times = (text: string, count: number): string => text.repeat(count)

type Row = readonly [name: string, contentType: string, document: () => string | Uint8Array, expected: string]

const [json, markdown, xml, rss, csv, pdf] = [
  "application/json",
  "text/markdown",
  "application/xml",
  "application/rss+xml",
  "text/csv",
  "application/pdf",
]

const cdata = (html: string): string => `<item><title>here</title><description><![CDATA[${html}]]></description></item>`
const longBase = `https://base.test/${times("x", 1_000_000)}/`
const channel = (items: string): string => `<rss><channel>${items}</channel></rss>`

/** A PDF of one page whose content is this. */
const pageOf = (content: string): Uint8Array => pdfOf([{ content, texts: [] }], { isCompressed: true })

const packed = (filters: string, data: Buffer): Uint8Array =>
  written([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>",
    `<<${filters}/Length ${data.length}>>\nstream\n${data.toString("latin1")}\nendstream`,
  ])

/** A PDF whose font of codes of two bytes says this of itself. */
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

/** A page with this content whose objects are encrypted, among them a font that says this of itself. */
const encryptedPage = (content: Body, font: string): Uint8Array =>
  packedPdf(kindOfAes256(6), [
    { body: "<</Type/Catalog/Pages 2 0 R>>" },
    { body: "<</Type/Pages/Kids[3 0 R]/Count 1>>" },
    {
      body: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/X${font}/CIDSystemInfo<</Registry()/Ordering()/Supplement 0>>>>]>>>>>>>>`,
    },
    content,
  ])

/** An encrypted document in whose catalogue this stands very often. */
const encryptedOften = (text: string): Uint8Array =>
  encryptedPdf(kindOfRc4(128), [
    { body: `<</Type/Catalog/Pages 2 0 R/A[${times(`<<${text}>>`, 100_000)}]>>` },
    { body: "<</Type/Pages/Kids[]/Count 0>>" },
  ])

const rows: ReadonlyArray<Row> = [
  ["lists in lists of JSON", json, () => `["here",${times("[", 1_000_000)}${times("]", 1_000_000)}]`, "here"],
  ["lists in lists that are left open", json, () => `here${times("[", 4_000_000)}`, "here"],
  ["objects in objects", json, () => `${times('{"a":', 500_000)}1${times("}", 500_000)}`, '"a"'],
  ["numbers of JSON", json, () => `["here"${times(",1", 2_000_000)}]`, "here"],
  ["short lists beside one another", json, () => `["here"${times(",[1,2]", 700_000)}]`, "here"],
  ["a number without end", json, () => `["here",${times("9", 4_000_000)}]`, "here"],
  ["a string of escapes", json, () => `["here","${times("\\u0041\\n", 600_000)}"]`, "here"],
  ["a string of quotes that is left open", json, () => `here"${times('\\"', 2_000_000)}`, "here"],
  ["keys of one name", json, () => `{${times('"a":1,', 700_000)}"a":"here"}`, '"a"'],
  ["lines of JSON", "application/x-ndjson", () => `"here"\n${times("{}\n", 1_300_000)}`, "here"],
  ["fences in JSON", json, () => `["here","${times("`", 3_000_000)}"]`, "here"],
  ["blanks of JSON", json, () => `["here",${times(" ", 4_000_000)}1]`, "here"],
  ["links in JSON", json, () => `["here"${times(',"https://a.test/1"', 200_000)}]`, "here"],
  [
    "a feed of JSON with very many entries",
    "application/feed+json",
    () => `{"version":"https://jsonfeed.org/version/1","items":[${times('{"title":"here"},', 200_000)}0]}`,
    "here",
  ],
  ["versions that are none", json, () => `["here"${times(',"version"', 400_000)}]`, "here"],
  ["elements in elements of XML", xml, () => `<r>here${times("<a>", 1_000_000)}`, "here"],
  ["elements in elements, closed", xml, () => `<r>here${times("<a>", 500_000)}${times("</a>", 500_000)}</r>`, "here"],
  ["elements of XML", xml, () => `<r><b>here</b>${times("<a/>", 1_000_000)}</r>`, "here"],
  ["ends of what was never begun", xml, () => `<r>here${times("</a>", 1_000_000)}</r>`, "here"],
  ["ends of what is far out", xml, () => `<r>here${times("<a>", 90)}${times("</b>", 1_000_000)}`, "here"],
  [
    "attributes of XML",
    xml,
    () => `<r>here<a ${Array.from({ length: 300_000 }, (_, at) => `b${at}='x'`).join(" ")}/></r>`,
    "here",
  ],
  ["an attribute that is left open", xml, () => `<r>here<a b='${times("<x ", 1_000_000)}`, "here"],
  ["comments that are left open", xml, () => `<r>here${times("<!--", 1_000_000)}`, "here"],
  ["sections that are left open", xml, () => `<r>here${times("<![CDATA[", 500_000)}`, "here"],
  ["instructions of XML", xml, () => `<r>here${times("<?a?>", 800_000)}</r>`, "here"],
  ["document types one after the other", xml, () => `${times("<!a [>", 700_000)}<r>here</r>`, "here"],
  ["instructions that are left open", xml, () => `${times("<?a>", 1_000_000)}<r>here</r>`, "here"],
  ["document types of XML", xml, () => `${times("<!DOCTYPE a [", 300_000)}<r>here</r>`, "here"],
  ["references of XML", xml, () => `<r>here${times("&lt;", 1_000_000)}</r>`, "here"],
  ["references that are left open", xml, () => `<r>here${times("&", 2_000_000)}${times("&#", 1_000_000)}</r>`, "here"],
  [
    "entities that are made of one another",
    xml,
    () =>
      `<!DOCTYPE r [<!ENTITY a0 "here">${Array.from({ length: 60 }, (_, at) => `<!ENTITY a${at + 1} "${times(`&a${at};`, 50)}">`).join("")}]><r>here ${times("&a60;", 100_000)}</r>`,
    "here",
  ],
  [
    "addresses of a site",
    xml,
    () => `<urlset>${times("<url><loc>https://here.test/</loc></url>", 120_000)}</urlset>`,
    "here",
  ],
  ["entries of a feed", rss, () => channel(times("<item><title>here</title></item>", 150_000)), "here"],
  ["entries in entries", rss, () => channel(`<item><title>here</title></item>${times("<item>", 700_000)}`), "here"],
  ["entries of open divisions", rss, () => channel(times(cdata(times("<div>", 2_000)), 200)), "here"],
  ["an entry of open divisions", rss, () => channel(cdata(times("<div>", 800_000))), "here"],
  ["entries of paragraphs", rss, () => channel(times(cdata(times("<p>words</p>", 250)), 200)), "here"],
  ["entries of tables", rss, () => channel(times(cdata(times("<table><tr><td>x", 90)), 100)), "here"],
  [
    "entries with rules of their own",
    rss,
    () => channel(times(cdata(`<style>${times(".a b{top:0}", 1_500)}</style><p>x`), 200)),
    "here",
  ],
  [
    "a title of tags",
    rss,
    () => `<rss><channel><title>${times("&lt;b&gt;", 400_000)}</title>${cdata("x")}</channel></rss>`,
    "here",
  ],
  [
    "an author of signs",
    rss,
    () => channel(`<item><title>here</title><author>${times("@", 2_000_000)} (</author></item>`),
    "here",
  ],
  [
    "links of a feed whose base is very long",
    rss,
    () => `<rss xml:base="${longBase}"><channel>${cdata(times('<a href="y">here</a> ', 5_000))}</channel></rss>`,
    "here",
  ],
  [
    "files of a feed whose base is very long",
    rss,
    () =>
      `<rss xml:base="${longBase}">${channel(`<item><title>here</title>${times('<enclosure url="x:"/>', 20_000)}</item>`)}</rss>`,
    "here",
  ],
  [
    "entries of a feed whose site is very long",
    rss,
    () => channel(`<link>${longBase}</link>${times("<item><title>here</title><link>y</link></item>", 200)}`),
    "here",
  ],
  ["a feed before whose root much stands", "text/html", () => `${times("<!-- -->", 500_000)}<rss>here`, "here"],
  ["links of Markdown", markdown, () => `here\n${times("[a](b)\n", 600_000)}`, "here"],
  ["links of one line", markdown, () => `here ${times("[a](b)", 700_000)}`, "here"],
  ["code and comments of Markdown", markdown, () => `here\n${times("`<!-- ``-->\n", 350_000)}`, "here"],
  ["comments of Markdown without an end", markdown, () => `here <!-- --> ${times("<!--", 1_000_000)}`, "here"],
  ["quotes of a table", csv, () => `here,${times('"', 4_000_000)}`, "here"],
  ["quotes that are left open", csv, () => `here\n${times('"a\n', 1_200_000)}`, "here"],
  ["quotes within fields", csv, () => `here\n${times('"a"b,', 800_000)}`, "here"],
  ["fields of a table", csv, () => `here${times(",", 4_000_000)}`, "here"],
  ["rows of a table", csv, () => `here,a\n${times("1,2\n", 1_000_000)}`, "here"],
  ["wide rows of a table", csv, () => `here\n${times(`${times("1,", 400)}\n`, 5_000)}`, "here"],
  ["line breaks of a table", csv, () => `here,a${times("\n", 2_000_000)}${times("\r", 2_000_000)}`, "here"],
  ["blanks within a field", csv, () => `here,a\n${times(" ", 4_000_000)}x`, "here"],
  ["spaces that unpack to a gigabyte", pdf, () => packed("/Filter/FlateDecode", inflateSync(gigabyteTwice())), ""],
  ["a gigabyte that is packed twice", pdf, () => packed("/Filter[/FlateDecode/FlateDecode]", gigabyteTwice()), ""],
  [
    "a gigabyte that passes for a picture",
    pdf,
    () => packed("/Subtype/Image/Filter/FlateDecode", inflateSync(gigabyteTwice())),
    "",
  ],
  [
    "a run of spaces without end",
    pdf,
    () => packed("/Filter/RunLengthDecode", Buffer.alloc(3_000_000, "\u0081 ", "latin1")),
    "",
  ],
  ["spaces in codes that unpack to gigabytes", pdf, () => packed("/Filter/LZWDecode", Packing.lzwOfSpaces(800)), ""],
  [
    "codes that are written as text",
    pdf,
    () => packed("/Filter[/A85/LZW]", Packing.ascii85(Packing.lzwOfSpaces(100))),
    "",
  ],
  [
    "runs that are deflated",
    pdf,
    () => packed("/Filter[/FlateDecode/RunLengthDecode]", deflateSync(Packing.runsOfSpaces(1_000_000_000))),
    "",
  ],
  [
    "a gigabyte that is written as hexadecimal digits",
    pdf,
    () => packed("/Filter[/AHx/Fl/Fl]", Packing.hex(gigabyteTwice())),
    "",
  ],
  ["filters of filters without end", pdf, () => packed(`/Filter[${times("/A85", 200_000)}]`, Buffer.from("zzz~>")), ""],
  ["a filter that is told elsewhere", pdf, () => packed("/Filter 9 0 R", Packing.lzwOfSpaces(800)), ""],
  ["deflated data that is damaged over and over", pdf, () => damagedStreams(300), ""],
  [
    "pictures within a page that unpack to gigabytes",
    pdf,
    () => pageOf(`${pictureInLine()} BT /F 12 Tf 1 0 0 1 9 9 Tm (here) Tj ET`),
    "",
  ],
  [
    "pictures within a page without end",
    pdf,
    () => pageOf(`BT /F 12 Tf 1 0 0 1 9 9 Tm (here) Tj ET ${times("BI /W 9 /H 9 /F /A85 ID zzzz ", 100_000)}`),
    "",
  ],
  [
    "streams in the strings of a stream",
    pdf,
    () => packed(`/A(${times("stream\n", 400_000)})`, Buffer.from("q Q")),
    "",
  ],
  ["streams that unpack to much together", pdf, () => manyStreams(2_000), ""],
  ["texts of a page", pdf, () => pageOf(`BT /F 12 Tf (here) Tj ${times("1 0 0 1 9 9 Tm (a) Tj ", 50_000)} ET`), "here"],
  ["texts of a page far apart", pdf, () => pageOf(`BT /F 12 Tf (here) Tj ${times("9 99 Td (a) Tj ", 200_000)} ET`), ""],
  [
    "a text of a page without end",
    pdf,
    () => pageOf(`BT /F 12 Tf 1 0 0 1 9 9 Tm (here ${times("a", 3_000_000)}) Tj ET`),
    "",
  ],
  ["numbers of a page", pdf, () => pageOf(times("0 ", 20_000_000)), ""],
  ["lists in lists of a page", pdf, () => pageOf(times("[", 1_000_000)), ""],
  ["states in states of a page", pdf, () => pageOf(times("q ", 1_000_000)), ""],
  ["forms that draw themselves", pdf, () => selfDrawn(), ""],
  [
    "lists in lists of an object",
    pdf,
    () => written([`<</Type/Catalog/Pages 2 0 R/A ${times("[", 300_000)}>>`, "<</Type/Pages/Kids[]/Count 0>>"]),
    "",
  ],
  [
    "pages in a circle",
    pdf,
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
    pdf,
    () =>
      written([
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 100000>>",
        "<</Type/Page/MediaBox[0 0 9 9]>>",
      ]),
    "",
  ],
  [
    "pages in a row",
    pdf,
    () => pdfOf(Array.from({ length: 3_000 }, () => ({ texts: paragraph(["here"], 700) }))),
    "here",
  ],
  ["fonts that name a CMap", pdf, () => cjkFonts(14, "UniCNS-UTF16-H", "CNS1"), "中文"],
  ["very many fonts that name a CMap", pdf, () => cjkFonts(5_000, "UniCNS-UTF16-H", "CNS1"), "Beside them"],
  ["fonts of characters by number", pdf, () => cjkFonts(80, "Identity-H", "Japan1"), "Beside them"],
  ["very many fonts of characters by number", pdf, () => cjkFonts(5_000, "Identity-H", "Japan1"), "Beside them"],
  ["one page very often", pdf, () => sharedPage(100_000), ""],
  ["tables of objects in a circle", pdf, () => circularTables(), ""],
  ["objects without end", pdf, () => new TextEncoder().encode(`%PDF-1.4\n${times("1 0 obj<<>>endobj ", 250_000)}`), ""],
  ["streams without end", pdf, () => new TextEncoder().encode(`%PDF-1.4\n${times("stream\n", 600_000)}`), ""],
  [
    "links of a page",
    pdf,
    () =>
      pdfOf([
        { texts: paragraph(["here"], 700), links: Array.from({ length: 15_000 }, (_, at) => `https://a.test/${at}`) },
      ]),
    "here",
  ],
  ["a font of a hundred million widths", pdf, () => pdfOfFont("/W[0 100000000 500]"), ""],
  ["a font of a hundred million heights", pdf, () => pdfOfFont("/W2[0 100000000 500 500 500]"), ""],
  [
    "a map of very many codes",
    pdf,
    () =>
      pdfOfFont(
        "",
        "1 begincodespacerange <00000000><ffffffff> endcodespacerange 1 beginbfrange <00000000> <00fffffe> <0041> endbfrange",
      ),
    "",
  ],
  [
    "a page that is encrypted and unpacks to a gigabyte",
    pdf,
    () => encryptedPage({ body: "/Filter[/Fl/Fl/Fl]", stream: deflateSync(gigabyteTwice()) }, ""),
    "",
  ],
  [
    "a font of a hundred million widths in encrypted objects",
    pdf,
    () => encryptedPage(shown, "/W[0 100000000 500]"),
    "",
  ],
  ["identifiers of an encrypted document", pdf, () => encryptedOften("/ID[<00>]"), ""],
  ["dictionaries of encryption", pdf, () => encryptedOften("/Encrypt<</Filter/Standard/V 5/R 6>>"), ""],
  ["arrays that are left open", pdf, () => pdfOfFont(`/W${times("[1", 1_000_000)}`), ""],
  ["arrays in comments of arrays", pdf, () => pdfOfFont(times("[%", 1_000_000)), ""],
  ["numbers of an array", pdf, () => pdfOfFont(`/W[${times("1 ", 4_000_000)}]`), ""],
  [
    "a truncated file",
    pdf,
    () => pdfOf(Array.from({ length: 1_000 }, () => ({ texts: paragraph(["here"], 700) }))).subarray(0, 200_000),
    "",
  ],
]

/** All of them. */
export const formatHazards: ReadonlyArray<Hazard> = rows.map(([name, contentType, document, expected]) => ({
  name,
  contentType,
  document,
  expected,
}))

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

/** Each is damaged in its midst, so that it isn't told at once what it comes to. */
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
