import { createHash } from "node:crypto"
import { DocumentFormat } from "@porthole/core"
import { SampleImages } from "@porthole/testing"
import * as Effect from "effect/Effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { anyPage, send, start } from "../support/server.ts"

const png = SampleImages.files["image/png"]

let server: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  server = await start({
    extract: (request) =>
      request.url.endsWith(".png") ? Effect.fail(DocumentFormat.unsupportedType("image/png")) : anyPage(request),
    image: ({ url }) =>
      Effect.succeed({ url, content_type: url.endsWith(".png") ? "image/png" : "text/html", bytes: png }),
  })
})
afterAll(() => server.close())

const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  send(server.port, path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  })

describe("the API", () => {
  it("answers like the tools", async () => {
    assert.deepInclude((await post("/api/v1/search", { query: "api" })).json(), { count: 2, provider: "double" })
    const page = await post("/api/v1/fetch", { url: "https://a.test/api" })
    assert.deepInclude(page.json(), { url: "https://a.test/api", status_code: 200, cached: false })
    const again = await post("/api/v1/fetch", { url: "https://a.test/api" })
    assert.deepInclude(again.json(), { cached: true })
    const { pages } = (await post("/api/v1/fetch", { urls: ["https://a.test/1", "http://10.0.0.1/"] })).json() as {
      readonly pages: ReadonlyArray<object>
    }
    assert.deepInclude(pages[1], { error: "blocked_url" })
    const both = await post("/api/v1/search-and-fetch", { query: "api", max_results: 2 })
    assert.lengthOf((both.json() as { readonly pages: ReadonlyArray<object> }).pages, 2)
  })

  it("checks quotes", async () => {
    const url = "https://a.test/quoted"
    const exact = (await post("/api/v1/quote", { url, quote: "it says enough" })).json()
    assert.deepInclude(exact, { verdict: "exact", link: `${url}#:~:text=it%20says%20enough` })
    assert.deepInclude((await post("/api/v1/quote", { url, quote: "it says nothing" })).json(), { verdict: "absent" })
  })

  it("finds a text within a page", async () => {
    const url = "https://a.test/found"
    const whole = (await post("/api/v1/fetch", { url })).json() as { readonly content_md: string }
    const found = (await post("/api/v1/fetch", { url, find: "SAYS enough" })).json() as typeof whole & {
      readonly passages: ReadonlyArray<{ readonly places: ReadonlyArray<number> }>
    }
    assert.include(found.content_md, "says enough")
    assert.strictEqual(found.passages[0]?.places[0], whole.content_md.indexOf("says enough"))
  })

  it("says where an image is that was fetched as a page", async () => {
    const [alone, several] = [{ url: "https://a.test/a.png" }, { urls: ["https://a.test/a.png"] }]
    for (const body of [alone, several])
      assert.include((await post("/api/v1/fetch", body)).text, "POST /api/v1/image returns the image of a URL.")
  })

  it("answers with an image's bytes as base64", async () => {
    const url = "https://a.test/a.png"
    assert.deepStrictEqual((await post("/api/v1/image", { url })).json(), {
      url,
      media_type: "image/png",
      bytes: Buffer.from(png).toString("base64"),
    })
  })

  it("reads arguments as leniently as the tools, and reports its changes", async () => {
    const answer = await post("/api/v1/search", { query: "lenient", max_results: "1", proxy: "http://10.0.0.1" })
    assert.strictEqual(answer.status, 200)
    assert.include((answer.json() as { readonly message: string }).message, "proxy")
  })

  it.each([
    ["/api/v1/fetch", { url: "http://127.0.0.1/" }, 403, { error: "blocked_url" }],
    ["/api/v1/fetch", { url: "ftp://a.test/" }, 400, { error: "unsupported_scheme" }],
    ["/api/v1/fetch", {}, 400, { error: "invalid_request", reason: "url" }],
    ["/api/v1/quote", { url: "http://127.0.0.1/", quote: "x" }, 403, { error: "blocked_url" }],
    ["/api/v1/quote", { url: "https://a.test/" }, 400, { error: "invalid_request", reason: "quote" }],
    ["/api/v1/image", { url: "http://127.0.0.1/a.png" }, 403, { error: "blocked_url" }],
    ["/api/v1/image", { url: "https://a.test/page" }, 422, { error: "unsupported_content_type" }],
    ["/api/v1/search", { query: 7 }, 400, { error: "invalid_request", reason: "query" }],
    ["/api/v1/search", [], 400, { error: "invalid_request" }],
    ["/api/v1/search", "{", 400, { error: "invalid_request" }],
    ["/api/v1/search", "", 400, { error: "invalid_request" }],
  ])("answers %s of %j with %i", async (path, body, status, error) => {
    const answer = await post(path, body)
    assert.strictEqual(answer.status, status)
    assert.deepInclude(answer.json(), error)
  })

  it("requires JSON", async () => {
    const answer = await post("/api/v1/search", "query=x", { "content-type": "application/x-www-form-urlencoded" })
    assert.strictEqual(answer.status, 415)
  })
})

describe("/openapi.json", () => {
  it("describes each endpoint with its arguments and failures", async () => {
    const document = (await send(server.port, "/openapi.json")).json() as {
      readonly openapi: string
      readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: object }>>>>
    }
    assert.match(document.openapi, /^3\./)
    assert.sameMembers(
      Object.keys(document.paths),
      ["search", "fetch", "search-and-fetch", "quote", "map", "image"]
        .concat(["batch", "crawl"].flatMap((kind) => [kind, `${kind}/{id}`, `${kind}/{id}/pages`]))
        .map((name) => `/api/v1/${name}`),
    )
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const { responses } of Object.values(methods)) {
        assert.containsAllKeys(responses, ["400", "401", "403", "429", "502", "503", "504"])
        assert.property(responses, /\/(?:batch|crawl)$/.test(path) ? "202" : "200")
      }
    }
    assert.include(JSON.stringify(document), "freshness_days")
  })
})

describe("/docs", () => {
  it("loads nothing from other hosts, and its policy admits only its own script and style", async () => {
    const { headers, text } = await send(server.port, "/docs")
    const policy = headers["content-security-policy"] ?? ""
    assert.match(String(policy), /^default-src 'none'/)
    assert.notInclude(String(policy), "unsafe")
    assert.notMatch(text, /(?:src|href)="(?!\/openapi\.json")|@import|url\(/)
    for (const tag of ["script", "style"]) {
      const inner = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(text)?.[1] ?? ""
      assert.include(String(policy), createHash("sha256").update(inner).digest("base64"))
    }
  })
})
