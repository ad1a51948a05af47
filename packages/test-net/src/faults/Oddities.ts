/** Sites whose answers are odd but readable: a browser shows the page, and so must a fetch. Refusals have reasons. */
import { deflateRawSync, deflateSync, gzipSync } from "node:zlib"
import * as Fault from "./Fault.ts"
import * as Responses from "./Responses.ts"

const sendAs = (body: string | Buffer, ...lines: ReadonlyArray<string>) =>
  Responses.send(Responses.answer(body, ...lines))

/** A text that is sent under a type, and its shown form. */
const text = (name: string, type: string, shown: (text: string) => string, path = "/"): Fault.Fault =>
  Fault.at(
    path,
    Fault.complete(name, { status_code: 200, content_md: shown(source) }, sendAs(source, `Content-Type: ${type}`)),
  )

const source = "tide = 4\nharbour = 'open'"
const bare = (text: string): string => text
const code = (language: string) => (text: string) => `\`\`\`${language}\n${text}\n\`\`\``

const sitemap = "<urlset><url><loc>http://public.test/</loc></url></urlset>"
const table = "tide,hour\nhigh,6\nlow,12"
const shownTable = "| tide | hour |\n| --- | --- |\n| high | 6 |\n| low | 12 |"

/** Content types as servers write them. */
const types: ReadonlyArray<Fault.Fault> = [
  Fault.complete(
    "a type with two charsets",
    Fault.page,
    sendAs(Responses.html, "Content-Type: text/html; charset=utf-8; charset=utf-8"),
  ),
  Fault.complete("a type without a slash", Fault.page, sendAs(Responses.html, "Content-Type: html")),
  Fault.complete("a type that says unknown", Fault.page, sendAs(Responses.html, "Content-Type: unknown/unknown")),
  Fault.complete("two types in one header", Fault.page, sendAs(Responses.html, "Content-Type: text/html, text/html")),
  Fault.complete(
    "two headers of a type",
    Fault.page,
    sendAs(Responses.html, "Content-Type: text/plain", Responses.htmlType),
  ),
  text("Python as text/x-python", "text/x-python", code("python")),
  text("YAML as text/yaml", "text/yaml", code("yaml")),
  text("YAML as application/x-yaml", "application/x-yaml", code("yaml")),
  text("a script as application/javascript", "application/javascript", code("javascript")),
  text("a style sheet as text/css", "text/css", code("css")),
  text("subtitles as text/vtt", "text/vtt", bare),
  text("a calendar as text/calendar", "text/calendar", bare),
  text("TOML as application/toml", "application/toml", code("toml")),
  text("a shell script as application/x-sh", "application/x-sh", code("bash")),
  text("reStructuredText as text/x-rst", "text/x-rst", bare),
  Fault.at(
    "/tides.csv",
    Fault.complete(
      "a table as any file",
      { content_md: shownTable },
      sendAs(table, "Content-Type: application/octet-stream"),
    ),
  ),
  text("Markdown as any file", "binary/octet-stream", bare, "/README.md"),
  text("TypeScript as a film", "video/mp2t", code("typescript"), "/src/tide.ts"),
  // Which words of a drawing are visible depends on the picture.
  Fault.complete(
    "a drawing with words",
    Fault.unsupported,
    sendAs("<svg><text>tide</text></svg>", "Content-Type: image/svg+xml"),
  ),
  Fault.complete(
    "a notebook",
    { content_md: "High water." },
    sendAs(
      '{"cells":[{"cell_type":"markdown","source":"High water."}],"nbformat":4}',
      "Content-Type: application/x-ipynb+json",
    ),
  ),
  Fault.complete(
    "JSON behind a guard",
    { content_md: ')]}\',\n{"tide":4}' },
    sendAs(')]}\',\n{"tide":4}', "Content-Type: application/json"),
  ),
  Fault.complete("a page that says it is JSON", Fault.page, sendAs(Responses.html, "Content-Type: application/json")),
]

/** Codings as servers write them. */
const codings: ReadonlyArray<Fault.Fault> = [
  Fault.complete(
    "a charset as a coding",
    Fault.page,
    sendAs(Responses.html, Responses.htmlType, "Content-Encoding: utf-8"),
  ),
  Fault.complete("the coding none", Fault.page, sendAs(Responses.html, Responses.htmlType, "Content-Encoding: none")),
  Fault.at(
    "/sitemap.xml.gz",
    Fault.complete(
      "a sitemap in gzip",
      { content_md: code("xml")(sitemap) },
      sendAs(gzipSync(sitemap), "Content-Type: application/x-gzip"),
    ),
  ),
  Fault.complete(
    "gzip without its checksum",
    Fault.page,
    sendAs(gzipSync(Responses.html).subarray(0, -8), Responses.htmlType, "Content-Encoding: gzip"),
  ),
  // Two codings are the form of a bomb.
  Fault.complete(
    "a page in two codings",
    Fault.malformed,
    sendAs(deflateSync(gzipSync(Responses.html)), Responses.htmlType, "Content-Encoding: gzip, deflate"),
  ),
  Fault.complete(
    "deflate without its header",
    Fault.page,
    sendAs(deflateRawSync(Responses.html), Responses.htmlType, "Content-Encoding: deflate"),
  ),
  Fault.complete("gzip without a coding", Fault.page, sendAs(gzipSync(Responses.html), Responses.htmlType)),
]

const status = (line: string, body: string, ...lines: ReadonlyArray<string>) =>
  Responses.send([`HTTP/1.1 ${line}`, ...lines, `Content-Length: ${Buffer.byteLength(body)}`, "", body].join("\r\n"))

/** Statuses and header fields. */
const heads: ReadonlyArray<Fault.Fault> = [
  Fault.complete("451", Fault.status(451), status("451 Unavailable For Legal Reasons", "no")),
  Fault.complete("999", Fault.status(999), status("999 Denied", "no")),
  Fault.complete(
    "402 with a price of 10 KB",
    { ...Fault.status(402), reason: "payment_required" },
    status("402 Payment Required", "pay", `Price: ${"9".repeat(10_240)}`),
  ),
  Fault.complete(
    "203",
    { ...Fault.page, status_code: 203 },
    status("203 Transformed", Responses.html, Responses.htmlType),
  ),
  Fault.complete(
    "206 that nobody asked for",
    { ...Fault.page, status_code: 206, truncated: true },
    status("206 Partial Content", Responses.html, Responses.htmlType, "Content-Range: bytes 0-999/99999"),
  ),
  Fault.complete("300 with a choice", Fault.page, status("300 Multiple Choices", "", "Location: http://public.test/")),
  Fault.complete(
    "redirect with a fragment",
    { ...Fault.page, url: "http://public.test/#tides" },
    status("302 Found", "", "Location: http://public.test/#tides"),
  ),
  Fault.complete(
    "Retry-After as a date",
    { ...Fault.status(503), retry_after: 86_400 },
    status("503 Busy", "busy", "Retry-After: Fri, 31 Dec 9999 23:59:59 GMT"),
  ),
  // llhttp accepts lines that end with LF alone only in a mode that undici's public API doesn't offer.
  Fault.http(
    "lines that end with LF alone",
    Fault.malformed,
    Responses.send(`HTTP/1.1 200 OK\n${Responses.htmlType}\n\n${Responses.html}`),
  ),
  // RFC 9112 section 5.1 forbids it: proxies read such a field in different ways.
  Fault.http(
    "a space behind a field's name",
    Fault.malformed,
    Responses.sendAndClose(Responses.answer(Responses.html, "Content-Type : text/html")),
  ),
  Fault.complete("no reason phrase", Fault.page, status("200", Responses.html, Responses.htmlType)),
  Fault.complete(
    "a field in Latin-1",
    Fault.page,
    Responses.send(
      Buffer.from(Responses.answer(Responses.html, Responses.htmlType, "X-Place: caf\u00e9").toString(), "latin1"),
    ),
  ),
  Fault.complete(
    "a length that is too small",
    { status_code: 200 },
    Responses.sendAndClose(
      Responses.head(Responses.htmlType, `Content-Length: ${Responses.html.length - 20}`),
      Responses.html,
    ),
  ),
]

/** A site that redirects each request without its cookie, and sets it. */
const gate =
  (location: string, ...cookies: ReadonlyArray<string>): Fault.Serve =>
  (socket, request) =>
    /^cookie: tide=4\r$/im.test(request)
      ? Responses.send(Responses.goodPage)(socket)
      : status("302 Found", "", `Location: ${location}`, ...cookies.map((cookie) => `Set-Cookie: ${cookie}`))(socket)

const cookies: ReadonlyArray<Fault.Fault> = [
  Fault.complete("a cookie and a redirect to itself", Fault.page, gate("/", "tide=4; Path=/")),
  Fault.complete(
    "a cookie and an identity provider",
    Fault.page,
    gate(
      `http://public.test/?to=http://${Fault.hostOf("a cookie and an identity provider")}/`,
      "tide=4; Domain=public.test",
    ),
  ),
  Fault.complete("another cookie every time", Fault.tooManyRedirects, (socket) =>
    status("302 Found", "", "Location: /", `Set-Cookie: tide=${crypto.randomUUID()}`)(socket),
  ),
  Fault.http("a cookie of 100 KB", Fault.malformed, gate("/", `tide=${"4".repeat(102_400)}`)),
  Fault.complete(
    "1,000 cookies",
    Fault.page,
    gate("http://public.test/", ...Array.from({ length: 1_000 }, (_, at) => `t${at}=4`)),
  ),
]

/** Documents that are only a step on the way. */
const leading = (name: string, html: string, expected: Fault.Expected = Fault.page): Fault.Fault =>
  Fault.complete(name, expected, sendAs(html, Responses.htmlType))

const there = "http://public.test/"
const steps: ReadonlyArray<Fault.Fault> = [
  leading(
    "a refresh with a link",
    `<meta http-equiv=refresh content="0;url=${there}">Redirecting to <a href=${there}>the page</a>.`,
  ),
  leading("a refresh alone", `<meta http-equiv=refresh content="0;url=${there}">`),
  leading("a script that sets the location", `<script>location.replace("${there}")</script>`),
  leading("a refresh to a private address", '<meta http-equiv=refresh content="0;url=http://10.9.0.5/">', {
    error: "blocked_url",
    reason: "redirect_to_blocked_target",
  }),
  leading("a refresh of itself", '<meta http-equiv=refresh content="0;url=/">', {
    status_code: 200,
    warning: "low_content",
  }),
  leading("a frame of another site", `<frameset><frame src=${there}></frameset>`, {
    status_code: 200,
    content_md: there,
  }),
]

export const faults: ReadonlyArray<Fault.Fault> = [...types, ...codings, ...heads, ...cookies, ...steps]
