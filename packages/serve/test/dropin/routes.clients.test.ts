/** Tests unmodified clients of the services whose endpoints we serve; only the base URL changes. */
import { SearxngSearch } from "@langchain/community/tools/searxng_search"
import { Firecrawl } from "@mendable/firecrawl-js"
import { type FetchRequest, type SearchQuery, WebError } from "@porthole/core"
import { tavily } from "@tavily/core"
import { CohereClient, CohereClientV2 } from "cohere-ai"
import { createRequire } from "node:module"
import type * as Rerankers from "rag-chunk-reorder/rerankers" with { "resolution-mode": "require" }
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "vitest"
import { anyPage, linkedSite, start, twoHits } from "../support/server.ts"

/** A client of Jina's `/v1/rerank` of which Node can load only the CommonJS build. */
const { createJinaReranker }: typeof Rerankers = createRequire(import.meta.url)("rag-chunk-reorder/rerankers")

let server: Awaited<ReturnType<typeof start>>
let query: SearchQuery.SearchQuery | undefined
let requests: Array<FetchRequest.FetchRequest> = []

beforeAll(async () => {
  server = await start({
    tokens: { team: "token-of-a-team" },
    site: linkedSite({ "https://a.test/": ["https://a.test/rates", "https://a.test/times", "https://b.test/"] }),
    search: (input) => {
      query = input
      return twoHits(input)
    },
    extract: (request) => {
      requests.push(request)
      return request.url.includes("missing")
        ? WebError.fail({ error: "http_error", status_code: 404, message: "The site answered with 404." })
        : anyPage(request)
    },
  })
})
afterAll(() => server.close())
beforeEach(() => {
  requests = []
})

/** The error that a promise rejects with. */
const rejection = (promise: Promise<unknown>): Promise<{ readonly message: string; readonly status?: number }> =>
  promise.then(
    () => assert.fail("it was resolved"),
    (error: { readonly message: string; readonly status?: number }) => error,
  )

describe("@mendable/firecrawl-js", () => {
  const client = () => new Firecrawl({ apiKey: "token-of-a-team", apiUrl: server.url })

  it("scrapes a page as Markdown, HTML and links", async () => {
    const page = await client().scrape("https://a.test/page", { formats: ["markdown", { type: "html" }, "links"] })
    assert.match(page.markdown ?? "", /This page is https:\/\/a\.test\/page/)
    assert.match(page.html ?? "", /This page is/)
    assert.deepStrictEqual(page.links, ["https://a.test/next"])
    assert.deepInclude(page.metadata, { title: "A page", sourceURL: "https://a.test/page", statusCode: 200 })
    assert.deepInclude(server.seen.at(-1), { tenant: "team" })
  })

  it("shows the message of a refusal: a wrong token, and an endpoint that isn't there", async () => {
    const stranger = new Firecrawl({ apiKey: "another", apiUrl: server.url })
    const refusal = await stranger.scrape("https://a.test/page").then(String, String)
    assert.include(refusal, "doesn't know the token")
    const missing = await client()
      .startExtract({ urls: ["https://a.test/"], prompt: "x" })
      .then(String, String)
    assert.include(missing, "This endpoint doesn't exist.")
  })

  it("shows the message and the reason of a failed call", async () => {
    const blocked = await client().scrape("http://127.0.0.1/").then(String, String)
    assert.include(blocked, "blocked_url / private_or_metadata_target")
    assert.include(blocked, "Use a public page.")
  })

  it("scrapes as Markdown by default", async () => {
    const page = await client().scrape("https://a.test/page")
    assert.match(page.markdown ?? "", /This page is/)
    assert.isUndefined(page.html)
    assert.isUndefined(page.links)
  })

  it("searches the web and the news, without pages and with them", async () => {
    const plain = await client().search("high tide", { limit: 2, tbs: "qdr:w", includeDomains: ["a.test", "b.test"] })
    assert.deepInclude(query, { query: "high tide", max_results: 2, time_range: "week", domains: ["a.test", "b.test"] })
    assert.deepInclude(plain.web?.[0], { url: "https://a.test/1", title: "First", description: "About the first." })
    assert.lengthOf(requests, 0)

    const news = await client().search("high tide", { sources: ["news"] })
    assert.strictEqual(query?.category, "news")
    assert.deepInclude(news.news?.[0], { url: "https://a.test/1", snippet: "About the first." })

    const read = await client().search("high tide", { scrapeOptions: { formats: ["markdown"] } })
    const [first] = read.web ?? []
    assert.match(
      first !== undefined && "markdown" in first ? (first.markdown ?? "") : "",
      /This page is https:\/\/a\.test\/1/,
    )
  })

  it("has unsupported fields rejected, and no page is read for it", async () => {
    const screenshot = await rejection(client().scrape("https://a.test/page", { formats: ["screenshot"] }))
    assert.deepInclude(screenshot, { status: 400 })
    assert.include(screenshot.message, "markdown, html and links")
    for (const options of [
      { actions: [{ type: "executeJavascript" as const, script: "alert(1)" }] },
      { headers: { cookie: "a=b" } },
      { onlyMainContent: false },
    ]) {
      assert.deepInclude(await rejection(client().scrape("https://a.test/page", options)), { status: 400 })
    }
    assert.deepInclude(await rejection(client().search("tides", { sources: ["images"] })), { status: 400 })
    assert.lengthOf(requests, 0)
  })

  it("gets a site's failure and a refusal as errors, without another attempt", async () => {
    const missing = await rejection(client().scrape("https://a.test/missing"))
    assert.deepInclude(missing, { status: 422 })
    assert.include(missing.message, "404")
    assert.lengthOf(requests, 1)
    assert.deepInclude(await rejection(client().scrape("http://169.254.169.254/latest")), { status: 403 })
    assert.lengthOf(requests, 1)
  })

  it("is served in version 1, too", async () => {
    const page = await client().v1.scrapeUrl("https://a.test/page", { formats: ["markdown"] })
    assert.match("markdown" in page ? (page.markdown ?? "") : "", /This page is/)
    const found = await client().v1.search("high tide", { limit: 2 })
    assert.deepInclude(found.data[0], { url: "https://a.test/1", title: "First" })
  })

  it("maps a site, in both versions", async () => {
    const { links } = await client().map("https://a.test/", { search: "rates", limit: 2 })
    assert.deepStrictEqual(
      links.map(({ title, url }) => [url, title]),
      [
        ["https://a.test/rates", "Page rates"],
        ["https://a.test/", "Page"],
      ],
    )
    const first = await client().v1.mapUrl("https://a.test/", { limit: 10 })
    const urls = ["https://a.test/", "https://a.test/rates", "https://a.test/times"]
    assert.deepStrictEqual("links" in first ? first.links : first, urls)
    assert.deepInclude(await rejection(client().map("https://a.test/", { sitemap: "only" })), { status: 400 })
    assert.deepInclude(await rejection(client().map("http://10.0.0.1/")), { status: 403 })
  })

  it("says what jobs need where there is no Redis", async () => {
    const refusal = await rejection(client().startCrawl("https://a.test/"))
    assert.deepInclude(refusal, { status: 501 })
    assert.include(refusal.message, "redis_url")
  })
})

describe("@tavily/core", () => {
  const client = () => tavily({ apiKey: "token-of-a-team", apiBaseURL: server.url })

  it("searches", async () => {
    const found = await client().search("high tide", {
      topic: "news",
      maxResults: 2,
      timeRange: "week",
      country: "austria",
      includeDomains: ["a.test", "b.test"],
      includeAnswer: true,
    })
    assert.deepInclude(query, { category: "news", max_results: 2, time_range: "week", country: "AT" })
    assert.deepInclude(found.results[0], {
      title: "First",
      url: "https://a.test/1",
      content: "About the first.",
      score: 2,
    })
    assert.isNull(found.answer)
    assert.deepStrictEqual(found.images, [])
    assert.isAtLeast(found.responseTime, 0)
    assert.lengthOf(requests, 0)
  })

  it("searches with the pages' text", async () => {
    const found = await client().search("high tide", { includeRawContent: "markdown" })
    assert.match(found.results[1]?.rawContent ?? "", /This page is https:\/\/b\.test\/2/)
  })

  it("extracts pages, each or its error", async () => {
    const { failedResults, results } = await client().extract(["https://a.test/1", "https://a.test/missing"])
    assert.lengthOf(results, 1)
    assert.match(results[0]?.rawContent ?? "", /This page is https:\/\/a\.test\/1/)
    assert.lengthOf(failedResults, 1)
    assert.deepInclude(failedResults[0], { url: "https://a.test/missing" })
    assert.include(failedResults[0]?.error, "404")
  })

  it("maps a site", async () => {
    const { baseUrl, results } = await client().map("https://a.test/", { limit: 2 })
    assert.strictEqual(baseUrl, "https://a.test/")
    assert.deepStrictEqual(results, ["https://a.test/", "https://a.test/rates"])
    const refused = await rejection(client().map("https://a.test/", { instructions: "only the prices" }))
    assert.match(refused.message, /instructions isn't supported/)
  })

  it("gets an error's text", async () => {
    assert.include((await rejection(client().search(""))).message, "query")
    assert.include((await rejection(tavily({ apiKey: "wrong", apiBaseURL: server.url }).search("x"))).message, "401")
  })
})

describe("@langchain/community's SearxngSearch", () => {
  it("searches", async () => {
    const headers = { authorization: `Basic ${Buffer.from("any:token-of-a-team").toString("base64")}` }
    const tool = new SearxngSearch({ apiBase: server.url, params: { format: "json" }, headers })
    const text = String(await tool.invoke("high tide"))
    assert.include(text, '"link":"https://a.test/1"')
    assert.include(text, '"snippet":"About the first."')
    assert.strictEqual(query?.query, "high tide")
  })
})

const texts = [
  "The harbour has a museum of ropes.",
  "The battery lasts nine hours on one charge.",
  "High water comes twice a day.",
]

describe("a client of a reranker", () => {
  const options = {
    token: "token-of-a-team",
    get environment() {
      return server.url
    },
  }
  const wanted = { query: "how long does the battery last", documents: texts, topN: 2 }

  it("is cohere-ai, of both versions", async () => {
    const first = await new CohereClient(options).rerank({ ...wanted, model: "rerank-v3.5" })
    const second = await new CohereClientV2(options).rerank({ ...wanted, model: "rerank-v3.5" })
    for (const { results } of [first, second]) {
      assert.lengthOf(results, 2)
      assert.deepInclude(results[0], { index: 1, relevanceScore: 1 })
    }
    const failed = await rejection(new CohereClientV2(options).rerank({ model: "x", query: "", documents: texts }))
    assert.include(failed.message, "query: expected a text of 1 to 2000 characters")
  })

  it("is rag-chunk-reorder's for Jina", async () => {
    const client = (apiKey: string) => createJinaReranker({ apiKey, baseUrl: server.url, topN: 2 })
    const chunks = texts.map((text, at) => ({ id: `c${at}`, text, score: 0 }))
    const ranked = await client("token-of-a-team").rerank(chunks, "how long does the battery last")
    const scored = Array.isArray(ranked) ? ranked.map(({ id, score }) => [id, score] as const) : []
    assert.deepStrictEqual(scored, [
      ["c0", 0],
      ["c1", 1],
      ["c2", 0.5],
    ])
    assert.include((await rejection(client("wrong").rerank(chunks, "battery"))).message, "401")
  })

  it("sends and reads what Jina's reference shows", async () => {
    const response = await fetch(`${server.url}/v1/rerank`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer token-of-a-team" },
      body: JSON.stringify({
        model: "jina-reranker-v3",
        query: "when is high water",
        documents: texts.map((text) => ({ text })),
        top_n: 1,
        return_documents: true,
      }),
    })
    assert.strictEqual(response.headers.get("porthole-ignored"), "model")
    assert.deepStrictEqual(await response.json(), {
      object: "list",
      model: "porthole-words",
      results: [{ index: 2, relevance_score: 1, document: { text: texts[2] } }],
      usage: { total_tokens: 0 },
    })
  })

  it.each([
    [{ documents: texts }, "query"],
    [{ query: "x".repeat(2_001), documents: texts }, "query"],
    [{ query: "x" }, "documents"],
    [{ query: "x", documents: [] }, "documents"],
    [{ query: "x", documents: Array.from({ length: 1_001 }, () => "x") }, "documents"],
    [{ query: "x", documents: ["x", 1] }, "documents"],
    [{ query: "x", documents: ["x", { text: null }] }, "documents"],
  ])("gets 400 for %j", async (body, field) => {
    const response = await fetch(`${server.url}/v1/rerank`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer token-of-a-team" },
      body: JSON.stringify(body),
    })
    assert.strictEqual(response.status, 400)
    assert.include(((await response.json()) as { readonly message: string }).message, field)
  })

  it("may send a thousand documents", async () => {
    const documents = Array.from(
      { length: 1_000 },
      (_, at) => `Document ${at} of the harbour, ${"and ropes ".repeat(80)}`,
    )
    const response = await fetch(`${server.url}/v2/rerank`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer token-of-a-team" },
      body: JSON.stringify({ query: "document 731", documents, top_n: 1, return_documents: false }),
    })
    const { results } = (await response.json()) as { readonly results: ReadonlyArray<unknown> }
    assert.deepStrictEqual(results, [{ index: 731, relevance_score: 1 }])
  })
})
