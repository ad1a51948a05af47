/**
 * Tests alternate Markdown versions of pages, from a real server: which are fetched, and that none reaches a blocked
 * target.
 */
import { assert, beforeAll, describe, it } from "vitest"
import { Network, Sites } from "../src/index.ts"
import type { Visit } from "./programs/Visit.ts"
import { assertVisit, type Row, visitRows } from "./Rows.ts"

const words = "A boat is steered from the stern, and whoever steers it looks at the bow. ".repeat(10)

const answer = (type: string, body: string, ...headers: ReadonlyArray<string>): string =>
  [
    "HTTP/1.1 200 OK",
    `Content-Type: ${type}`,
    `Content-Length: ${body.length}`,
    "Connection: close",
    ...headers,
    "",
    body,
  ].join("\r\n")
const redirect = (location: string): string =>
  ["HTTP/1.1 302 Found", `Location: ${location}`, "Content-Length: 0", "Connection: close", "", ""].join("\r\n")
const html = (head = ""): string =>
  `<!doctype html><html><head><title>Page</title>${head}</head><body><article><h1>Page</h1><p>${words}</p></article></body></html>`

const markdown = Sites.rawPath(answer("text/markdown; charset=utf-8", `# Twin\n\n${words}`))
const inHeader = (alternate: string): string =>
  `http://raw.test${Sites.rawPath(answer("text/html", html(), `Link: <${alternate}>; rel="alternate"; type="text/markdown"`))}`
const inHead = (alternate: string): string =>
  `http://raw.test${Sites.rawPath(answer("text/html", html(`<link rel="alternate" type="text/markdown" href="${alternate}">`)))}`

/** How the page is read, and whether its alternate version was requested. */
type Case = readonly [name: string, url: string, title: "Twin" | "Page", requests: 1 | 2 | 3]

const cases: ReadonlyArray<Case> = [
  ["in a header", inHeader(markdown), "Twin", 2],
  ["in the head", inHead(markdown), "Twin", 2],
  ["behind a redirect of its site", inHeader(Sites.rawPath(redirect(markdown))), "Twin", 3],
  ["of another site", inHeader("http://public.test/page.md"), "Page", 1],
  ["at a private address", inHeader("http://10.9.0.5/secret.md"), "Page", 1],
  ["at a private name, in the head", inHead("//private.test/secret.md"), "Page", 1],
  ["that redirects to a private address", inHeader(Sites.rawPath(redirect("http://10.9.0.5/secret.md"))), "Page", 2],
  ["that redirects to a private name", inHead(Sites.rawPath(redirect("http://private.test/secret.md"))), "Page", 2],
  ["that redirects to another site", inHeader(Sites.rawPath(redirect("http://public.test/"))), "Page", 2],
  [
    "that is an error",
    inHeader(Sites.rawPath("HTTP/1.1 500 Broken\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")),
    "Page",
    2,
  ],
  ["that is no HTTP", inHeader(Sites.rawPath("what?\r\n\r\n")), "Page", 2],
  ["that is HTML", inHeader(Sites.rawPath(answer("text/html", html().replaceAll("Page", "Twin")))), "Page", 2],
  ["that has nothing", inHeader(Sites.rawPath(answer("text/markdown", ""))), "Page", 2],
]

describe.skipIf(Network.isMissing())("an alternate Markdown version in a network of its own", () => {
  let visits: ReadonlyMap<string, Visit>
  beforeAll(async () => {
    visits = await visitRows(cases.map(([, url]): Row => [url, {}]))
  })

  it.each(cases)("%s", (_name, url, title, requests) => {
    const { answer, queries, raw, seen } = assertVisit(visits.get(url), { title, status_code: 200 })
    assert.include(JSON.stringify(answer), words.trim())
    assert.strictEqual(answer["url"], url)
    assert.lengthOf(
      raw.filter((request) => !request.startsWith("GET /robots.txt ")),
      requests,
    )
    assert.deepStrictEqual(seen, [], "another site got a request")
    for (const name of queries) assert.match(name, /^raw\.test /)
  })
})
