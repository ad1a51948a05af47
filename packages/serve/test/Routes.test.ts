import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { sampleOf, seed } from "../../../test/tiers/Sample.ts"
import { routesOf, send, start } from "./support/server.ts"
import { headers, type Route, spellingTests } from "./support/spellings.ts"

describe("a route", () => {
  let server: Awaited<ReturnType<typeof start>>
  let routes: ReadonlyArray<Route> = []
  let draw = seed
  beforeAll(async () => {
    server = await start({ tokens: { acme: "s3cret" } })
    routes = Array.from(await routesOf(), (route) => {
      const [method = "", path = ""] = route.split(" ")
      return [method, path.replace(":id", "00000000-0000-4000-8000-000000000000")] as const
    })
  })
  afterAll(() => server.close())

  // Other ones in each spelling.
  spellingTests(
    () => server.port,
    () => sampleOf(routes, 5, draw++),
  )

  it("opened in a browser though it takes POST only answers 405, names POST, and calls nothing", async () => {
    for (const path of ["/api/v1/fetch?url=https://a.test/", "/api/v1/search", "/v2/scrape", "/openwebui/load"]) {
      const answer = await send(server.port, path, { headers })
      assert.deepInclude(answer.headers, { allow: "POST" }, path)
      assert.strictEqual(answer.status, 405, path)
      const message = "This endpoint accepts POST only."
      const own = { error: "invalid_request", message }
      // Firecrawl's SDK reads these names.
      assert.deepInclude(answer.json(), path === "/v2/scrape" ? { code: own.error, error: message } : own)
      assert.strictEqual((await send(server.port, path)).status, 401, path)
    }
    assert.deepStrictEqual(server.seen, [])
  })

  it("answers each method that it doesn't have with 405 and those that it has, and HEAD like GET", async () => {
    for (const path of new Set(routes.map(([, path]) => path))) {
      const own = routes.filter(([, other]) => other === path).map(([method]) => method)
      const allowed = own.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]))
      for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"]) {
        if (own.includes(method)) continue
        const answer = await send(server.port, path, { method, headers })
        if (method === "HEAD" && own.includes("GET")) {
          const got = await send(server.port, path, { headers })
          assert.deepStrictEqual([answer.status, answer.text], [got.status, ""], path)
        } else {
          assert.deepStrictEqual([answer.status, answer.headers.allow], [405, allowed.join(", ")], `${method} ${path}`)
        }
      }
    }
  })

  it("leads a browser that opens / to the page that tries the API, also below a proxy's path", async () => {
    const { headers: answered, status } = await send(server.port, "/", { headers })
    assert.deepStrictEqual([status, answered.location], [302, "docs"])
    assert.strictEqual((await send(server.port, "/")).status, 401)
  })

  it("is served as written, with any query", async () => {
    for (const query of ["", "?", "?x", "?a=/b;c", "?x#y"]) {
      for (const path of ["/health", "/ready"]) assert.strictEqual((await send(server.port, path + query)).status, 200)
      for (const path of ["/metrics", "/openapi.json", "/docs"]) {
        assert.strictEqual((await send(server.port, path + query, { headers })).status, 200, path + query)
      }
    }
  })
})
