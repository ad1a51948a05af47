import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { routesOf, send, start } from "./support/server.ts"

/** Other spellings of a path, which other servers and proxies may take for the same one. */
const spellings: ReadonlyArray<readonly [name: string, of: (path: string) => string]> = [
  ["in capitals", (path) => path.toUpperCase()],
  ["with one capital", (path) => path.replace(/[a-z]/, (letter) => letter.toUpperCase())],
  ["with a slash at the end", (path) => `${path}/`],
  ["with an encoded slash at the end", (path) => `${path}%2f`],
  ["with two slashes at the beginning", (path) => `/${path}`],
  ["with two slashes at the end", (path) => `${path}//`],
  ["with a parameter", (path) => `${path};x`],
  ["with an encoded semicolon", (path) => `${path}%3bx`],
  ["with an encoded letter", (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)],
  ["with an encoded question mark", (path) => `${path}%3fx=1`],
  ["with a fragment", (path) => `${path}#x`],
  ["with a null", (path) => `${path}%00`],
  ["with a space", (path) => `${path}%20`],
  ["with a dot", (path) => `/.${path}`],
  ["with two dots", (path) => `/x/..${path}`],
  ["with a backslash", (path) => path.replace("/", "\\")],
  ["with a slash at the end of an absolute URL", (path) => `http://127.0.0.1${path}/`],
]

describe("a route", () => {
  let server: Awaited<ReturnType<typeof start>>
  let routes: ReadonlyArray<readonly [method: string, path: string]> = []
  beforeAll(async () => {
    server = await start({ tokens: { acme: "s3cret" } })
    routes = Array.from(await routesOf(), (route) => {
      const [method = "", path = ""] = route.split(" ")
      return [method, path] as const
    })
  })
  afterAll(() => server.close())

  const headers = { authorization: "Bearer s3cret" }

  it.each(spellings)("%s isn't served, nor open without a token", async (_, of) => {
    for (const [method, path] of routes.filter(([, path]) => of(path) !== path)) {
      const { status } = await send(server.port, of(path), { method, headers })
      assert.include([400, 404], status, `${method} ${of(path)}`)
      assert.include([400, 401], (await send(server.port, of(path), { method })).status, `${method} ${of(path)}`)
    }
  })

  it("opened in a browser though it takes POST only answers 405, names POST, and calls nothing", async () => {
    for (const path of ["/api/v1/fetch?url=https://a.test/", "/api/v1/search", "/v2/scrape", "/openwebui/load"]) {
      const answer = await send(server.port, path, { headers })
      assert.deepInclude(answer.headers, { allow: "POST" }, path)
      assert.strictEqual(answer.status, 405, path)
      assert.deepEqual(answer.json(), { error: "invalid_request", message: "This endpoint accepts POST only." })
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
