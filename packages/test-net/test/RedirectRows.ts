/** Redirects to blocked targets, by every status and in every spelling, and the outcome of a fetch of each. */
import { Sites } from "../src/index.ts"
import { type Expected, malformed, onTheWay, otherScheme, page, type Row, status, tooMany } from "./Rows.ts"

const statuses = [300, 301, 302, 303, 307, 308]

const targets: ReadonlyArray<readonly [from: string, to: string, expected: Expected]> = [
  ["http://public.test/", "http://10.9.0.5/secret", onTheWay],
  ["http://public.test/", "http://private.test/", onTheWay],
  ["http://public.test/a/", "../end", { ...page, url: "http://public.test/end" }],
  ["http://public.test/", "//10.9.0.5/", onTheWay],
  ["http://public.test/", "ftp://10.9.0.5/", otherScheme],
  // A fragment doesn't make another resource.
  ["http://public.test/", "#again", tooMany],
  ["https://public.test/", "http://public.test/", onTheWay],
  ["http://public.test/", "https://public.test/end", { ...page, url: "https://public.test/end" }],
]

/** Every status that redirects, to every target. */
export const byStatus: ReadonlyArray<Row> = statuses.flatMap((code) =>
  targets.map(([from, to, expected]): Row => [`${from}?to=${encodeURIComponent(to)}&status=${code}`, expected]),
)

/** Other forms of redirects, which aren't followed. */
export const notFollowed: ReadonlyArray<Row> = [
  ...[304, 305, 306].map((code): Row => [`http://public.test/?to=http://10.9.0.5/&status=${code}`, status(code)]),
  ["http://public.test/?to=http://10.9.0.5/&status=201", { status_code: 201 }],
  ["http://public.test/?refresh=http://10.9.0.5/", page],
  ["http://public.test/loop", tooMany],
  ["http://public.test/count/5", { ...page, url: "http://public.test/count/0" }],
  ["http://public.test/count/6", tooMany],
  ["http://public.test/count/50", tooMany],
]

/** `Location` headers as a site sends them: text is UTF-8. */
const locations: ReadonlyArray<readonly [location: string, expected: Expected]> = [
  ["http:\\\\10.9.0.5\\", onTheWay],
  ["\\\\10.9.0.5\\", onTheWay],
  ["/\\10.9.0.5/", onTheWay],
  ["///10.9.0.5/", onTheWay],
  ["http:////10.9.0.5/", onTheWay],
  ["http:10.9.0.5/", { ...page, url: "http://raw.test/10.9.0.5/" }],
  ["https:10.9.0.5/", onTheWay],
  ["http://public.test\\@10.9.0.5/", { ...page, url: "http://public.test/@10.9.0.5/" }],
  ["http://10.9.0.5\\@public.test/", onTheWay],
  ["http://10.9.\t0.5/", onTheWay],
  ["http://public.test\t:8080/", onTheWay],
  ["/\t/10.9.0.5/", onTheWay],
  ["http://public.test@10.9.0.5/", onTheWay],
  ["http://user:pass@public.test/", onTheWay],
  ["http://user@10.9.0.5/", onTheWay],
  ["http://\uff11\uff10.\uff19.0.5/", onTheWay],
  ["http://10\u30029\u30020\u30025/", onTheWay],
  ["http://private\u3002test/", onTheWay],
  ["http://\u24db\u24de\u24d2\u24d0\u24db\u24d7\u24de\u24e2\u24e3/", onTheWay],
  ["http://%31%30.9.0.5/", onTheWay],
  ["http://10%2e9%2e0%2e5/", onTheWay],
  ["http://%70rivate.test/", onTheWay],
  ["http://012.011.0.05/", onTheWay],
  ["http://0xa.0x9.0x0.0x5/", onTheWay],
  ["http://168361989/", onTheWay],
  ["http://0x0a090005/", onTheWay],
  ["http://10.589829/", onTheWay],
  ["http://10.9.0.5./", onTheWay],
  ["http://127.1/", onTheWay],
  ["http://0/", onTheWay],
  ["http://[::1]/", onTheWay],
  ["http://[fd00:9::5]/", onTheWay],
  ["http://[::ffff:10.9.0.5]/", onTheWay],
  ["http://[64:ff9b::a09:5]/", onTheWay],
  ["http://[fe80::1%25lo]/", onTheWay],
  ["http://localhost/", onTheWay],
  ["http://raw/", onTheWay],
  ["http://metadata.google.internal/computeMetadata/v1/", onTheWay],
  ["http://private6.test/", onTheWay],
  ["http://mixed.test/", onTheWay],
  ["http://alias-private.test/", onTheWay],
  ["http://public.test:8080/", onTheWay],
  ["http://public.test:22/", onTheWay],
  ["http://public.test:0/", onTheWay],
  ["http://10.9.0.5:6379/", onTheWay],
  ["https://10.9.0.5/", onTheWay],
  ["http://", onTheWay],
  ["http://a b/", onTheWay],
  ["gopher://10.9.0.5:6379/_INFO", otherScheme],
  ["file:///etc/passwd", otherScheme],
  ["data:text/html,secret", otherScheme],
  ["javascript:alert(1)", otherScheme],
  ["ws://10.9.0.5/", otherScheme],
  ["unix:/var/run/docker.sock", otherScheme],
  ["view-source:http://10.9.0.5/", otherScheme],
]

const utf8 = (text: string): string => Buffer.from(text, "utf8").toString("latin1")
const redirect = (...headers: ReadonlyArray<string>): string =>
  ["HTTP/1.1 302 Found", ...headers, "Content-Length: 0", "", ""].join("\r\n")
const raw = (bytes: string, again?: string): string => `http://raw.test${Sites.rawPath(bytes, again)}`

/** Heads that no HTTP library would send. */
export const heads: ReadonlyArray<readonly [name: string, url: string, expected: Expected]> = [
  ...locations.map(
    ([location, expected]) =>
      [JSON.stringify(location), raw(redirect(`Location: ${utf8(location)}`)), expected] as const,
  ),
  ["Latin-1 that is no UTF-8", raw(redirect("Location: http://10.9.0.5/\u00e9")), onTheWay],
  ["no Location", raw(redirect("X-Location: http://10.9.0.5/")), status(302)],
  ["an empty Location", raw(redirect("Location: ")), status(302)],
  [
    "Content-Location, URI and Refresh",
    raw(redirect("Content-Location: http://10.9.0.5/", "URI: <http://10.9.0.5/>", "Refresh: 0;url=http://10.9.0.5/")),
    status(302),
  ],
  // The transport joins both to one value, as HTTP does with a list (RFC 9110 section 5.3), and that value is a path
  // here.
  [
    "two Locations, private last",
    raw(redirect("Location: http://public.test/", "Location: http://10.9.0.5/")),
    { ...page, url: "http://public.test/,%20http://10.9.0.5/" },
  ],
  [
    "two Locations, private first",
    raw(redirect("Location: http://10.9.0.5/", "Location: http://public.test/")),
    onTheWay,
  ],
  [
    "two Locations, spelled differently",
    raw(redirect("LOCATION: http://10.9.0.5/", "location: http://public.test/")),
    onTheWay,
  ],
  ["a Location over two lines", raw(redirect("Location: http://10.9", " .0.5/")), malformed],
  ["a Location with a bare CR", raw(redirect("Location: http://10.9\r.0.5/")), malformed],
  ["a Location with NUL", raw(redirect("Location: http://10.9\u0000.0.5/")), malformed],
  ["a Location behind a space", raw(redirect("Location : http://10.9.0.5/")), malformed],
  ["a Location with blanks around", raw(redirect("Location: \t http://10.9.0.5/ \t ")), onTheWay],
  [
    "a Location in a trailer",
    raw(
      "HTTP/1.1 302 Found\r\nTransfer-Encoding: chunked\r\nTrailer: Location\r\n\r\n0\r\nLocation: http://10.9.0.5/\r\n\r\n",
    ),
    status(302),
  ],
  [
    "a Location in early hints",
    raw(`HTTP/1.1 103 Early Hints\r\nLocation: http://10.9.0.5/\r\n\r\n${redirect()}`),
    status(302),
  ],
  ["an endless body", raw("HTTP/1.1 302 Found\r\nLocation: http://10.9.0.5/\r\n\r\n", "moved "), onTheWay],
  ["an endless body, and no Location", raw("HTTP/1.1 302 Found\r\n\r\n", "moved "), status(302)],
]
