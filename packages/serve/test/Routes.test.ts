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
    for (const [method, path] of routes) {
      const { status } = await send(server.port, of(path), { method, headers })
      assert.include([400, 404], status, `${method} ${of(path)}`)
      assert.include([400, 401], (await send(server.port, of(path), { method })).status, `${method} ${of(path)}`)
    }
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
