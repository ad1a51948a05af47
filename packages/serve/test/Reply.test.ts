/** A call that gets no turn is told so by every face of HTTP, with the time of another try. */
import * as Effect from "effect/Effect"
import { WebError } from "@porthole/core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { start } from "./support/server.ts"

const overloaded = () =>
  Effect.fail(WebError.make({ error: "rate_limited", reason: "overloaded", message: "Too many.", retry_after: 7 }))

let server: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  server = await start({ search: overloaded, extract: overloaded })
})
afterAll(() => server.close())

const url = "https://a.test/"

describe("an overloaded call", () => {
  it.each([
    ["/api/v1/search", { query: "x" }],
    ["/api/v1/fetch", { url }],
    ["/api/v1/search-and-fetch", { query: "x" }],
    ["/api/v1/quote", { url, quote: "x" }],
    ["/search", { query: "x" }],
    ["/v1/scrape", { url }],
    ["/v2/search", { query: "x" }],
  ])("is 503 with retry-after at %s", async (path, body) => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    })
    assert.deepStrictEqual([response.status, response.headers.get("retry-after")], [503, "7"], await response.text())
  })
})
