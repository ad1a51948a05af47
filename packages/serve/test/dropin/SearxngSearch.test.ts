import type { SearchQuery } from "@porthole/core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { send, start, twoHits } from "../support/server.ts"

describe("SearXNG's /search", () => {
  let server: Awaited<ReturnType<typeof start>>
  let query: SearchQuery.SearchQuery | undefined
  beforeAll(async () => {
    server = await start({
      search: (input) => {
        query = input
        return twoHits(input)
      },
    })
  })
  afterAll(() => server.close())

  const asForm = (body: string) => ({
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded; charset=utf-8" },
    body,
  })

  it.each([
    ["GET", (fields: string) => send(server.port, `/search?${fields}`)],
    ["a form", (fields: string) => send(server.port, "/search", asForm(fields))],
  ])("answers %s in SearXNG's shape", async (_, ask) => {
    const fields = "q=high+tide&format=json&pageno=2&categories=news&time_range=week&safesearch=2&language=de-AT"
    const answer = await ask(`${fields}&engines=google&theme=simple`)
    assert.strictEqual(answer.status, 200)
    assert.strictEqual(answer.headers["porthole-ignored"], "engines, theme")
    assert.deepInclude(query, {
      query: "high tide",
      page: 2,
      category: "news",
      time_range: "week",
      safesearch: "strict",
      language: "de-AT",
    })
    const body = answer.json() as Readonly<Record<string, unknown>> & {
      readonly results: ReadonlyArray<Readonly<Record<string, unknown>>>
    }
    assert.deepInclude(body, { query: "high tide", number_of_results: 2, answers: [], infoboxes: [], suggestions: [] })
    assert.deepInclude(body.results[0], {
      url: "https://a.test/1",
      title: "First",
      content: "About the first.",
      engine: "e",
      score: 2,
    })
    assert.deepInclude(body.results[1], { engine: "double", category: "general", publishedDate: null })
  })

  it.each([
    ["/search?q=tides", 400],
    ["/search?q=tides&format=html", 400],
    ["/search?format=json", 400],
    ["/search?q=&format=json", 400],
    ["/search?q=tides&format=json&time_range=century", 400],
    ["/search?q=tides&format=json&pageno=x", 400],
  ])("answers %s with %i", async (path, status) => {
    assert.strictEqual((await send(server.port, path)).status, status)
  })

  it("refuses a body of another type", async () => {
    const headers = { "content-type": "text/plain" }
    assert.strictEqual((await send(server.port, "/search", { method: "POST", headers, body: "q=x" })).status, 415)
  })
})
