/** Hostile documents that are neither HTML nor PDF, and the text that must be in the result of the readable ones. */
import type { Hazard } from "./Hazard.ts"

const times = (text: string, count: number): string => text.repeat(count)

type Row = readonly [name: string, contentType: string, document: () => string | Uint8Array, expected: string]

const [json, markdown, xml, rss, csv] = [
  "application/json",
  "text/markdown",
  "application/xml",
  "application/rss+xml",
  "text/csv",
]

const cdata = (html: string): string => `<item><title>here</title><description><![CDATA[${html}]]></description></item>`
const longBase = `https://base.test/${times("x", 1_000_000)}/`
const channel = (items: string): string => `<rss><channel>${items}</channel></rss>`

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
  ["document types one after the other", xml, () => `${times("<!a [>", 300_000)}<r>here</r>`, "here"],
  ["instructions that are left open", xml, () => `${times("<?a>", 1_000_000)}<r>here</r>`, "<?a>"],
  ["document types of XML", xml, () => `${times("<!DOCTYPE a [", 300_000)}<r>here</r>`, "<!DOCTYPE a ["],
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
]

/** All of them. */
export const formatHazards: ReadonlyArray<Hazard> = rows.map(([name, contentType, document, expected]) => ({
  name,
  contentType,
  document,
  expected,
}))
