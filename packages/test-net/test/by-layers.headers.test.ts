/**
 * Tests the headers of requests: nothing of the caller, nothing of an earlier answer, and nothing that a site injects.
 */
import { assert, beforeAll, describe, it } from "vitest"
import { Network, Sites } from "../src/index.ts"
import type { Errand, Visit } from "./programs/Visit.ts"
import { assertVisit, type Expected, invalid, malformed, onTheWay, page, status, visitAll } from "./Rows.ts"

const redirect = (...headers: ReadonlyArray<string>): string =>
  ["HTTP/1.1 302 Found", ...headers, "Content-Length: 0", "", ""].join("\r\n")
const raw = (bytes: string): string => `http://raw.test${Sites.rawPath(bytes)}`
const to = (location: string): string => raw(redirect(`Location: ${location}`))
const utf8 = (text: string): string => Buffer.from(text, "utf8").toString("latin1")

const injected = "X-Injected: 1"
const stayed: Expected = { title: "Harbour" }

/** All in one conversation, so that each could carry data of an earlier answer. */
const errands: ReadonlyArray<Pick<Errand, "url"> & { readonly expected: Expected }> = [
  { url: "http://public.test/", expected: page },
  { url: "http://public.test/again", expected: page },
  { url: "http://public.test/?to=/same-origin", expected: page },
  { url: "http://public.test/?to=http://other.test/other-origin", expected: page },
  { url: "https://public.test/?to=https://second.test/other-origin", expected: page },
  { url: "http://public.test/count/5", expected: page },
  ...[307, 308].map((code) => ({ url: `http://public.test/?to=http://other.test/&status=${code}`, expected: page })),
  { url: "http://public.test/status/401", expected: status(401) },
  { url: "http://public.test/status/407", expected: status(407) },
  { url: "http://public.test/after-401", expected: page },
  {
    url: raw(redirect("Location: /next", "Set-Cookie: a=1", "Set-Cookie: b=2; Domain=test", "Refresh: 0;url=/")),
    expected: stayed,
  },
  { url: to("http://raw.test/next#fragment"), expected: stayed },
]

/**
 * Targets that could end a line of the next request, or start another one; with the request line that must arrive if
 * the fetch is allowed.
 */
const splitting: ReadonlyArray<readonly [name: string, url: string, expected: Expected, line?: string]> = [
  ["%0d%0a in a path", to(`/%0d%0a${injected}`), stayed, "/%0d%0aX-Injected:%201"],
  [
    "%0d%0a twice, and a request",
    to("/%0d%0a%0d%0aGET%20/evil%20HTTP/1.1"),
    stayed,
    "/%0d%0a%0d%0aGET%20/evil%20HTTP/1.1",
  ],
  ["%0d%0a in a query", to("/?a=%0d%0aX-Injected:%201"), stayed, "/?a=%0d%0aX-Injected:%201"],
  ["a space in a path", to("/a HTTP/1.1"), stayed, "/a%20HTTP/1.1"],
  ["%00 in a path", to("/a%00b"), stayed, "/a%00b"],
  ["%0d%0a in a fragment", to("/a#%0d%0aX-Injected:%201"), stayed, "/a"],
  ["%0d%0a in a host", to("http://raw.test%0d%0aX-Injected:%201/"), onTheWay],
  ["%0d%0a in userinfo", to("http://a%0d%0ab@raw.test/"), onTheWay],
  [
    "characters that end in CR and LF",
    to(utf8("/\u010d\u010aX-Injected:\u01201")),
    stayed,
    "/%C4%8D%C4%8AX-Injected:%C4%A01",
  ],
  [
    "characters that end in CR and LF, in a query",
    to(utf8("/?\u560d\u560aX-Injected")),
    stayed,
    "/?%E5%98%8D%E5%98%8AX-Injected",
  ],
  ["line separators", to(utf8("/\u2028\u0085a")), stayed, "/%E2%80%A8%C2%85a"],
  ["a bare CR", to(`/a\r${injected}`), malformed],
  ["a bare LF", to(`/a\n${injected}`), malformed],
  ["CR and LF: another header of the answer", to(`/b\r\n${injected}`), stayed, "/b"],
  ["a tab", to("/a\tX-Injected"), onTheWay],
  ["DEL", to("/a\u007fb"), malformed],
  ["a bare CR in another header", raw(redirect("X-Other: a\rLocation: http://10.9.0.5/")), malformed],
  ["the caller's own URL", "http://raw.test/%0d%0aX-Injected:%201", stayed, "/%0d%0aX-Injected:%201"],
  ["the caller's own URL, in the clear", "http://raw.test/\r\nX-Injected: 1", invalid],
]

/** The only headers that a request may have; one to a host that set a cookie in the same chain may have it, too. */
const names = ["accept", "accept-encoding", "connection", "host", "user-agent"]
const namesWithCookie = ["accept", "accept-encoding", "connection", "cookie", "host", "user-agent"]

const hostOf = (url: string): string => url.slice(0, url.indexOf("/"))

/** A received request, without the values that don't matter here. */
const shape = (request: string): ReadonlyArray<string> => {
  const [line = "", ...rest] = request.split("\r\n")
  assert.deepStrictEqual(rest.splice(-2), ["", ""], "the request ends with its head")
  return [line, ...rest.map((header) => header.slice(0, header.indexOf(":")).toLowerCase()).toSorted()]
}

describe.skipIf(Network.isMissing())("requests in a network of their own", () => {
  let visits: ReadonlyArray<Visit>
  let splits: ReadonlyArray<Visit>
  let control: Visit | undefined
  beforeAll(async () => {
    const all = await visitAll([
      ...errands.map(({ url }) => ({ url, conversation: "one" })),
      ...splitting.map(([, url]) => ({ url })),
      { url: "http://public.test/", control: true },
    ])
    visits = all.slice(0, errands.length)
    splits = all.slice(errands.length, -1)
    control = all.at(-1)
  })

  it.each(errands.map(({ expected, url }, at) => [at, url, expected] as const))("%i %s", (at, _url, expected) => {
    const { raw, seen } = assertVisit(visits[at], expected)
    assert.isAbove(seen.length + raw.length, 0)
    for (const [place, { headers, url }] of seen.entries()) {
      const isSetHere = seen.slice(0, place).some((earlier) => hostOf(earlier.url) === hostOf(url))
      assert.deepStrictEqual(
        Object.keys(headers).toSorted(),
        isSetHere && headers.cookie !== undefined ? namesWithCookie : names,
      )
      if (headers.cookie !== undefined) assert.strictEqual(headers.cookie, "id=1")
    }
    for (const [place, request] of raw.entries()) {
      const hasCookie = place > 0 && /^cookie: a=1; b=2\r$/im.test(request)
      assert.deepStrictEqual(shape(request).slice(1), hasCookie ? namesWithCookie : names)
    }
  })

  it("would carry tracing headers if the caller's tracer decided", () => {
    assert.containsAllKeys(control?.seen[0]?.headers, ["traceparent", "b3"])
  })

  it.each(splitting.map((row, at) => [row[0], at, row] as const))("%s", (_name, at, [, url, expected, path]) => {
    const { raw } = assertVisit(splits[at], expected)
    const { pathname, search } = new URL(url)
    const first = `${pathname}${search}`
    const lines = [first, path].filter((line, at) => line !== undefined && (at === 0 || line !== first))
    const requests = lines.map((line) => [`GET ${line} HTTP/1.1`].concat(names))
    assert.deepStrictEqual(raw.map(shape), expected === invalid ? [] : requests)
  })
})
