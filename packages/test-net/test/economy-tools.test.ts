/** Tests caches, limits and rules over real sites: `porthole mcp` and the facade, by the sites' requests. */
import { assert, beforeAll, describe, it } from "vitest"
import { packedProgram } from "../../cli/test/support/packed.ts"
import { Network, Sites } from "../src/index.ts"
import type { Call, Input, Output } from "./programs/economy-tools.ts"
import type { Visit } from "./programs/Visit.ts"
import { assertVisit, type Expected, page } from "./Rows.ts"

/** A call, its expected outcome, and the requests that the sites received. */
type CallRow = readonly [call: Call, expected: Expected, ...seen: ReadonlyArray<string>]

const fetching = (url: string): Call => ({ name: "web_fetch", args: { url } })
const searching: Call = { name: "web_search", args: { query: "tides" } }

const unseen: Expected = { error: "blocked_url", reason: "url_not_seen" }
const elsewhere: Expected = { error: "blocked_url", reason: "domain_not_allowed" }

const away = "http://public.test/?to=http://second.test/page"
const astray = "http://public.test/?to=http://other.test/page"
const tides = `<title>Harbour</title><article><p>${"The tide. ".repeat(30)}<a href="http://public.test/linked">More</a></p></article>`
const linking = `http://raw.test${Sites.rawPath(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${tides.length}\r\n\r\n${tides}`)}`
const hits = [away, astray, linking, "http://robots.test/closed", "http://other.test/hit"]

const knownOnly: ReadonlyArray<CallRow> = [
  [fetching("http://public.test/?secret=all"), unseen],
  [fetching("http://public.test/given"), page, "public.test/robots.txt", "public.test/given"],
  [fetching(away), unseen],
  [searching, { count: 4 }],
  [
    fetching(away),
    { ...page, url: "http://second.test/page" },
    "public.test/?to=…",
    "second.test/robots.txt",
    "second.test/page",
  ],
  [fetching("http://second.test/page"), page, "second.test/page"],
  [fetching("http://second.test/page?secret=all"), unseen],
  [fetching("http://robots.test/closed"), { error: "robots_disallowed" }, "robots.test/robots.txt"],
  [fetching(astray), elsewhere, "public.test/?to=…"],
  [fetching("http://other.test/hit"), elsewhere],
  [fetching("http://public.test/linked"), unseen],
  [{ name: "web_fetch", args: { url: linking, extract: "text" } }, page],
  [fetching("http://public.test/linked"), { ...page, cached: false }, "public.test/linked"],
  [fetching("http://public.test/linked#again"), { ...page, cached: true }],
  [fetching("http://public.test/linked?secret=all"), unseen],
]

const someDomains: ReadonlyArray<CallRow> = [
  [searching, { count: 2 }],
  [fetching("http://public.test/"), page, "public.test/robots.txt", "public.test/"],
  [fetching(away), elsewhere, "public.test/?to=…"],
  [fetching("http://second.test/page"), elsewhere],
  [fetching("http://robots.test/closed"), elsewhere],
  [fetching("http://public.test/"), { ...page, cached: true }],
]

const numbered = (rows: ReadonlyArray<CallRow>) =>
  rows.map((row, at) => [at, JSON.stringify(row[0].args).slice(0, 60), row] as const)

const callsOf = (rows: ReadonlyArray<CallRow>): ReadonlyArray<Call> => rows.map(([call]) => call)

const assertCall = (visit: Visit | undefined, [, expected, ...seen]: CallRow): void => {
  const urls = assertVisit(visit, expected).seen.map(({ url }) => url.replace(/\?to=.*/, "?to=…"))
  assert.deepStrictEqual(urls, seen)
}

describe.skipIf(Network.isMissing())("the tools under rules", () => {
  let output: Output
  beforeAll(async () => {
    const input: Input = {
      hits,
      mcp: {
        env: {
          PORTHOLE_KNOWN_URLS_ONLY: "true",
          PORTHOLE_KNOWN_URLS: "http://public.test/given",
          PORTHOLE_DENY_DOMAINS: "other.test",
        },
        calls: callsOf(knownOnly),
      },
      facade: { options: { allowDomains: ["public.test"] }, calls: callsOf(someDomains) },
    }
    output = await Network.run<Output>(packedProgram("economy-tools"), input)
  })

  it.each(numbered(knownOnly))("of known URLs and a domain denied, by MCP: %i %s", (at, _, row) =>
    assertCall(output.mcp[at], row),
  )

  it.each(numbered(someDomains))("of domains allowed, by the facade: %i %s", (at, _, row) =>
    assertCall(output.facade[at], row),
  )
})
