/** Tests the drop-in endpoints where their services' own clients don't reach. */
import { WebError } from "@porthole/core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { anyPage, send, start, twoHits } from "../support/server.ts"

let server: Awaited<ReturnType<typeof start>>
/** What the backend was asked for. */
const received: Array<unknown> = []
beforeAll(async () => {
  server = await start({
    search: (query) => {
      received.push(query)
      return twoHits(query)
    },
    extract: (request) => {
      received.push(request)
      return request.url.includes("missing")
        ? WebError.fail({ error: "http_error", status_code: 404 })
        : anyPage(request)
    },
  })
})
afterAll(() => server.close())

const post = (path: string, body: unknown) =>
  send(server.port, path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  })

describe("Open WebUI", () => {
  it("searches", async () => {
    const answer = await post("/openwebui/search", { query: "tides", count: 1 })
    assert.strictEqual(answer.status, 200)
    assert.deepStrictEqual(answer.json(), [{ link: "https://a.test/1", title: "First", snippet: "About the first." }])
  })

  it("loads the pages that can be read", async () => {
    const answer = await post("/openwebui/load", { urls: ["https://a.test/missing", "https://a.test/1"] })
    assert.strictEqual(answer.status, 200)
    const documents = answer.json() as ReadonlyArray<{ readonly page_content: string; readonly metadata: object }>
    assert.lengthOf(documents, 1)
    assert.match(documents[0]?.page_content ?? "", /This page is https:\/\/a\.test\/1/)
    assert.deepStrictEqual(documents[0]?.metadata, { source: "https://a.test/1", title: "A page" })
  })

  it("answers with the error if no page can be read", async () => {
    const answer = await post("/openwebui/load", { urls: ["https://a.test/missing"] })
    assert.strictEqual(answer.status, 502)
    assert.deepInclude(answer.json(), { error: "http_error", status_code: 404 })
  })
})

describe("Tavily", () => {
  it.each([
    ["Germany", "DE"],
    ["vietnam", "VN"],
    [" united kingdom ", "GB"],
    ["atlantis", undefined],
  ])("reads the country %s as its present code", async (country, code) => {
    const requested: Array<string | undefined> = []
    const searching = await start({
      search: (query) => {
        requested.push(query.country)
        return twoHits(query)
      },
    })
    const body = JSON.stringify({ query: "tides", country })
    const headers = { "content-type": "application/json" }
    const answer = await send(searching.port, "/search", { method: "POST", headers, body })
    await searching.close()
    assert.strictEqual(answer.status, 200, answer.text)
    assert.deepStrictEqual(requested, [code])
  })
})

describe("fields that an endpoint doesn't have", () => {
  it.each([
    ["/v2/scrape", { url: "https://a.test/1", waitFor: 5, mobile: true, origin: "x" }, "waitFor, mobile"],
    ["/v2/search", { query: "x", location: "Graz", tbs: "qdr:h" }, "location, tbs"],
    ["/search", { query: "x", search_depth: "advanced", include_answer: true }, "search_depth, include_answer"],
    ["/extract", { urls: "https://a.test/1", extract_depth: "advanced" }, "extract_depth"],
    ["/openwebui/search", { query: "x", colour: "red" }, "colour"],
    ["/openwebui/load", { urls: ["https://a.test/1"], depth: 2 }, "depth"],
  ])("%s names them in a header", async (path, body, names) => {
    const answer = await post(path, body)
    assert.strictEqual(answer.status, 200, answer.text)
    assert.strictEqual(answer.headers["porthole-ignored"], names)
  })
})

describe("a body", () => {
  const hostile = {
    proxy: "http://evil.test:3128",
    headers: { cookie: "evil=1" },
    cookies: ["evil=1"],
    user_agent: "evil",
    args: ["--evil"],
    script: "evil()",
    actions: [{ type: "executeJavascript", script: "evil()" }],
  }

  it.each([
    ["/api/v1/search", { query: "set in a body" }],
    ["/api/v1/fetch", { url: "https://a.test/set-1" }],
    ["/api/v1/search-and-fetch", { query: "set in a body, with pages" }],
    ["/search", { query: "set in a body of Tavily" }],
    ["/extract", { urls: "https://a.test/set-2" }],
    ["/openwebui/load", { urls: ["https://a.test/set-3"] }],
  ])("of %s sets no proxy, header, cookie, browser flag or script", async (path, body) => {
    received.length = 0
    await post(path, { ...body, ...hostile })
    assert.isNotEmpty(received)
    assert.notInclude(JSON.stringify(received), "evil")
  })

  it("of Firecrawl's scrape that has them is refused", async () => {
    received.length = 0
    assert.strictEqual((await post("/v2/scrape", { url: "https://a.test/set-4", ...hostile })).status, 400)
    assert.isEmpty(received)
  })
})

describe("an unreadable argument", () => {
  const paths = [
    "/v1/scrape",
    "/v2/scrape",
    "/v1/search",
    "/v2/search",
    "/extract",
    "/openwebui/search",
    "/openwebui/load",
  ]
  const bodies: ReadonlyArray<readonly [string, unknown]> = [
    ["no object", "[1, 2]"],
    ["no JSON", "{"],
    ["no fields", {}],
    ["fields of another kind", { url: 5, urls: { a: 1 }, query: ["x"] }],
    ["a private target", { url: "http://127.0.0.1/", urls: "x", query: "" }],
  ]
  it.each(paths.flatMap((path) => bodies.map(([name, body]) => [path, name, body] as const)))(
    "%s with %s is a 4xx",
    async (path, _, body) => {
      const { json, status } = await post(path, body)
      assert.isTrue(status >= 400 && status < 500, String(status))
      assert.isObject(json())
    },
  )

  it("a GET of a POST endpoint isn't served", async () => {
    for (const path of paths) assert.strictEqual((await send(server.port, path)).status, 405)
  })
})
