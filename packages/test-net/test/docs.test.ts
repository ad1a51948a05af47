/**
 * Tests a documentation site of a real nginx, read by `docs_fetch` over the real transport; the server's own log shows
 * the served files.
 */
import { assert, beforeAll, describe, it } from "vitest"
import { packedProgram } from "../../cli/test/support/packed.ts"
import { DocsServer, Network, Nginx } from "../src/index.ts"
import { type Expected } from "./Rows.ts"
import type { Input, Output } from "./programs/docs.ts"

/** The argument, the expected outcome, and the requests that it costs. */
type Row = readonly [slugOrUrl: string, expected: Expected, ...served: ReadonlyArray<string>]

const titled = (title: string, url: string): Expected => ({ title, url: `http://docs.test${url}`, status_code: 200 })
const outside: Expected = { error: "blocked_url", reason: "outside_site" }
const onTheWay: Expected = { error: "blocked_url", reason: "redirect_to_blocked_target" }

const pages: ReadonlyArray<Row> = [
  ["start", titled("Start", "/guide/start.html"), "/guide/start.html"],
  ["/start/", titled("Start", "/guide/start.html"), "/guide/start.html"],
  ["start.html#first", titled("Start", "/guide/start.html"), "/guide/start.html"],
  ["rigging/knots", titled("Knots", "/guide/rigging/knots.html"), "/guide/rigging/knots.html"],
  ["f\u00fcr alle", titled("For all", "/guide/f%C3%BCr%20alle.html"), "/guide/f%C3%BCr%20alle.html"],
  ["/", titled("Guide", "/guide/"), "/guide/"],
  ["http://docs.test/guide/rigging/../start.html", titled("Start", "/guide/start.html"), "/guide/start.html"],
  ["http://docs.test/guide", titled("Guide", "/guide/"), "/guide", "/guide/"],
  ["rigging%2fknots", titled("Knots", "/guide/rigging%2fknots.html"), "/guide/rigging%2fknots.html"],
  ["moved", titled("Start", "/guide/start.html"), "/guide/moved.html", "/guide/start.html"],
  ["nowhere", { error: "http_error", status_code: 404 }, "/guide/nowhere.html"],
]

const refusedAtOnce: ReadonlyArray<Row> = [
  "../secret",
  "..\\secret",
  "%2e%2e/secret",
  "..%2fsecret",
  "%2e%2e%2fsecret",
  "rigging/..%2f..%2fsecret",
  "..%5csecret",
  "%252e%252e%252fsecret",
  "..;/secret",
  "//public.test/",
  "http://docs.test/",
  "http://docs.test/secret.html",
  "http://docs.test/guidebook/",
  "http://docs.test/guide/..%2fsecret.html",
  "http://docs.test/guide%2f..%2fsecret.html",
  "http://public.test/guide/start.html",
].map((slug) => [slug, outside])

const waysOut: ReadonlyArray<Row> = [
  ["out", outside, "/guide/out.html"],
  ["beside", outside, "/guide/beside.html"],
  ["climb", outside, "/guide/climb.html"],
  ["dots", outside, "/guide/dots.html"],
  ["away", outside, "/guide/away.html"],
  ["back", outside, "/guide/back.html"],
  ["inside", onTheWay, "/guide/inside.html"],
  ["hidden", outside, "/guide/hidden.html"],
]

const rows = [...pages, ...refusedAtOnce, ...waysOut]

/** Without a pinned site these URLs do reach the files: the server is one that needs the guard. */
const free = [
  "http://docs.test/guide/..%2fsecret.html",
  "http://docs.test/guide/rigging/..%2f..%2fsecret.html",
  "http://docs.test/guide/%2e%2e%2fsecret.html",
  "http://docs.test/guide/climb.html",
  "http://docs.test/guide/out.html",
]

describe.skipIf(Network.isMissing() || Nginx.isMissing())("a documentation site in a network of its own", () => {
  let output: Output
  beforeAll(async () => {
    const input: Input = { pinned: rows.map(([slugOrUrl]) => slugOrUrl), free }
    output = await Network.run<Output>(packedProgram("docs"), input)
  })

  it.each(rows.map(([slugOrUrl, expected]) => [slugOrUrl, expected] as const))("%s", (slugOrUrl, expected) => {
    const visit = output.pinned.find(({ url }) => url === slugOrUrl)
    assert.include(visit?.answer, expected)
    assert.notInclude(JSON.stringify(visit?.answer), DocsServer.secret)
    assert.deepStrictEqual([visit?.intruders, visit?.seen], [[], []])
  })

  it("served these requests and no other, and nothing outside of the documentation", () => {
    const sent = rows.flatMap(([, , ...served]) => served)
    assert.deepStrictEqual(
      output.served.map((served) => served.sent),
      [...sent, "/guide/last.html"],
    )
    for (const { path } of output.served) assert.match(path, /^\/guide(?:\/|$)/)
  })

  it("resolved no name but the site's", () => {
    const queries = new Set(output.pinned.flatMap(({ queries }) => queries))
    assert.sameMembers([...queries], ["docs.test 1", "docs.test 28"])
  })

  it.each(free.map((url, at) => [url, at] as const))("an unpinned client leaves the site by %s", (_url, at) => {
    assert.include(JSON.stringify(output.free[at]?.answer), DocsServer.secret)
  })
})
