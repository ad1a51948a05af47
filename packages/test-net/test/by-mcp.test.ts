/** Tests a document of each readable kind, from a real server, through the real `porthole mcp`. */
import { assert, beforeAll, describe, it } from "vitest"
import { pdfOf } from "../../extract-pdf/test/samplePdf.ts"
import { packedProgram } from "../../cli/test/support/packed.ts"
import { Network, Sites } from "../src/index.ts"
import type { Visit } from "./programs/Visit.ts"
import { assertVisit, type Expected } from "./Rows.ts"

const served = (type: string, body: string | Uint8Array): string => {
  const bytes = Buffer.from(body)
  const head = ["HTTP/1.1 200 OK", `Content-Type: ${type}`, `Content-Length: ${bytes.length}`, "Connection: close"]
  return `http://raw.test${Sites.rawPath(`${head.join("\r\n")}\r\n\r\n${bytes.toString("latin1")}`)}`
}

const rss = `<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>Notices</title><link>http://raw.test/</link>
<item><title>The bar is closed</title><link>http://raw.test/bar</link><pubDate>Sun, 22 Nov 2026 08:00:00 GMT</pubDate>
<description><![CDATA[<p>No boat may <b>cross</b> before noon.</p><script>never()</script>]]></description></item></channel></rss>`
const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Log</title><entry><title>Wind</title><link href="/wind"/>
<updated>2026-11-22T09:00:00Z</updated><content type="html">&lt;p&gt;West, &lt;em&gt;fresh&lt;/em&gt;.&lt;/p&gt;</content></entry></feed>`
const pdf = pdfOf(
  [
    { texts: [{ text: "High water at noon", y: 700 }], links: ["http://raw.test/tides"] },
    { texts: [{ text: "Low water at six", y: 700 }] },
  ],
  { title: "Tide tables" },
)

/** The answer, a part of its content, and a link of its list. */
type Case = readonly [name: string, url: string, expected: Expected, content: ReadonlyArray<string>, link?: string]

const cases: ReadonlyArray<Case> = [
  [
    "Markdown",
    served("text/markdown", "# Tides\n\nSee [the almanac](/almanac)."),
    { title: "Tides" },
    ["[the almanac](http://raw.test/almanac)"],
    "http://raw.test/almanac",
  ],
  ["plain text", served("text/plain", "Flood < ebb."), {}, ["Flood < ebb."]],
  [
    "JSON",
    served("application/json", '{"high":12.50,"big":12345678901234567890}'),
    {},
    ["```json", '"high": 12.50', "12345678901234567890"],
  ],
  ["JSON lines", served("application/x-ndjson", '{"a":1}\n{"b":2}\n'), {}, ["```json", '"b"']],
  ["XML", served("application/xml", "<tides><high at='12'/></tides>"), {}, ["```xml", "<high at="]],
  [
    "RSS",
    served("application/rss+xml", rss),
    { title: "Notices" },
    ["[The bar is closed](http://raw.test/bar)", "2026-11-22", "No boat may **cross** before noon."],
    "http://raw.test/bar",
  ],
  ["RSS that is sent as HTML", served("text/html", rss), { title: "Notices" }, ["No boat may **cross** before noon."]],
  [
    "Atom",
    served("application/atom+xml", atom),
    { title: "Log" },
    ["[Wind](http://raw.test/wind)", "West,"],
    "http://raw.test/wind",
  ],
  ["CSV", served("text/csv", 'port,high\n"Aber, North",12:50\n'), {}, ["| port | high |", "| Aber, North | 12:50 |"]],
  ["TSV", served("text/tab-separated-values", "port\thigh\nAber\t12:50\n"), {}, ["| Aber | 12:50 |"]],
  [
    "PDF",
    served("application/pdf", pdf),
    { title: "Tide tables" },
    ["## Page 1", "High water at noon", "## Page 2"],
    "http://raw.test/tides",
  ],
  [
    "a PDF that is sent as any file",
    served("application/octet-stream", pdf),
    { title: "Tide tables" },
    ["High water at noon"],
  ],
  [
    "a PDF behind a few bytes of another kind",
    served("binary/octet-stream", Buffer.concat([Buffer.from("\r\n\0\r\n"), pdf])),
    { title: "Tide tables" },
    ["Low water at six"],
  ],
  [
    "a page in another charset",
    served("text/html", Buffer.from("<title>Caf\u00e9</title><p>Caf\u00e9 au port", "latin1")),
    { title: "Café" },
    ["Café au port"],
  ],
]

const refused: ReadonlyArray<readonly [name: string, url: string, expected: Expected]> = [
  ["a picture", served("image/png", "x"), { error: "unsupported_content_type" }],
  ["SVG", served("image/svg+xml", "<svg/>"), { error: "unsupported_content_type" }],
  ["an archive", served("application/x-tar", "PK"), { error: "unsupported_content_type" }],
  ["a damaged ZIP", served("application/zip", "PK"), { error: "extraction_failed" }],
  [
    "a page that is sent as any file",
    served("application/octet-stream", "<!doctype html><p>x"),
    { error: "unsupported_content_type" },
  ],
  ["a damaged PDF", served("application/pdf", "%PDF-1.7\nnothing"), { error: "extraction_failed" }],
  [
    "an encrypted PDF",
    served("application/pdf", pdfOf([{ texts: [{ text: "x", y: 1 }] }], { password: "p" })),
    { error: "extraction_failed" },
  ],
]

describe.skipIf(Network.isMissing())("porthole mcp in a network of its own", () => {
  const visits = new Map<string, Visit>()
  beforeAll(async () => {
    const urls = [...cases.map(([, url]) => url), ...refused.map(([, url]) => url)]
    for (const visit of await Network.run<ReadonlyArray<Visit>>(packedProgram("by-mcp"), urls))
      visits.set(visit.url, visit)
  })

  for (const [name, url, expected, content, link] of cases) {
    it(`reads ${name}`, () => {
      const { answer } = assertVisit(visits.get(url), { ...expected, status_code: 200 })
      for (const text of content) assert.include(answer["content_md"], text)
      assert.notInclude(JSON.stringify(answer), "never()")
      if (link !== undefined) assert.include(answer["links"], link)
    })
  }

  it.each(refused)("refuses %s", (_name, url, expected) => {
    assertVisit(visits.get(url), expected)
  })
})
