/** Tests kept connections: they never carry a request to another address or host, or for another conversation's pin. */
import { assert, beforeAll, describe, it } from "vitest"
import { type Dns, Network, Sites, World } from "../src/index.ts"
import type { Errand, Visit } from "./programs/Visit.ts"
import { assertVisit, type Expected, malformed, page, status, visitAll } from "./Rows.ts"

const { publicA, publicB } = World

/** The experiment runs several times, because a connection may end before its reuse. */
const mirrors = ["twin1.test", "twin2.test", "twin3.test"]

const zone: Dns.Zone = Object.fromEntries(mirrors.map((host) => [host, [[publicA], [publicB]]]))

const mirrorErrands: ReadonlyArray<Errand & { readonly at: string }> = mirrors.flatMap((host) => [
  { url: `http://${host}/`, conversation: "one", at: publicA },
  { url: `http://${host}/`, conversation: "two", at: publicB },
  { url: `http://${host}/`, conversation: "one", at: publicA },
  { url: `http://${host}/`, conversation: "two", at: publicB },
])

const raw = (bytes: string): string => `http://raw.test${Sites.rawPath(bytes)}`
const words = (text: string): string => `<title>${text}</title><p>${`${text} and more of it. `.repeat(30)}</p>`
const answer = (title: string, ...headers: ReadonlyArray<string>): string => {
  const body = words(title)
  return ["HTTP/1.1 200 OK", "Content-Type: text/html", ...headers, `Content-Length: ${body.length}`, "", body].join(
    "\r\n",
  )
}
const away = 'Alt-Svc: h3="10.9.0.5:443"; ma=86400; persist=1, h2="10.9.0.5:443", http/1.1="127.0.0.1:8080"'

/** Sequences of visits: an earlier answer of a site must not affect later visits. */
const sequel: ReadonlyArray<Errand & { readonly expected: Expected }> = [
  { url: "https://public.test/", conversation: "three", expected: page },
  { url: "https://second.test/", conversation: "three", expected: page },
  { url: "https://public.test/", conversation: "three", expected: page },
  { url: raw(answer("Alternative", away)), conversation: "four", expected: { title: "Alternative" } },
  { url: raw(answer("Clear", "Alt-Svc: clear")), conversation: "four", expected: { title: "Clear" } },
  { url: raw(answer("H2", "Connection: Upgrade", "Upgrade: h2c")), conversation: "four", expected: { title: "H2" } },
  { url: "http://public.test/status/426", conversation: "four", expected: status(426) },
  { url: "http://public.test/", conversation: "four", expected: page },
  {
    url: raw("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n"),
    conversation: "four",
    expected: malformed,
  },
  { url: raw(answer("First") + answer("Smuggled")), conversation: "five", expected: { title: "First" } },
  { url: raw(answer("Second")), conversation: "five", expected: { title: "Second" } },
  {
    url: raw(`${answer("Third")}HTTP/1.1 302 Found\r\nLocation: http://10.9.0.5/\r\n\r\n`),
    expected: { title: "Third" },
  },
  { url: raw(answer("Fourth")), expected: { title: "Fourth" } },
]

describe.skipIf(Network.isMissing())("pooled connections in a network of their own", () => {
  let mirrorVisits: ReadonlyArray<Visit>
  let visits: ReadonlyArray<Visit>
  beforeAll(async () => {
    const all = await visitAll([...mirrorErrands, ...sequel], { zone })
    mirrorVisits = all.slice(0, mirrorErrands.length)
    visits = all.slice(mirrorErrands.length)
  })

  it("reach each conversation's own pin, though the other's connection is alive", () => {
    for (const [at, errand] of mirrorErrands.entries()) {
      const { seen } = assertVisit(mirrorVisits[at], page)
      assert.deepStrictEqual(
        seen.map(({ address }) => address),
        [errand.at],
      )
    }
    const connections = mirrorVisits.map(({ seen }) => seen[0]?.connection)
    assert.isTrue(
      mirrors.some((_host, at) => connections[4 * at] === connections[4 * at + 2]),
      "no connection was alive when another pin was dialled",
    )
  })

  it.each(sequel.map(({ expected, url }, at) => [at, url, expected] as const))("%i %s", (at, _url, expected) => {
    assertVisit(visits[at], expected)
  })

  it("go to one host only, though another is behind the same address and certificate", () => {
    const [first, second] = visits
    assert.deepStrictEqual(first?.hellos, [`${publicA} public.test`])
    assert.deepStrictEqual(second?.hellos, [`${publicA} second.test`])
    assert.notStrictEqual(first?.seen[0]?.connection, second?.seen[0]?.connection)
  })
})
