import { WebError } from "@porthole/core"
import * as Effect from "effect/Effect"
import { connect } from "node:net"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { routesOf, send, start } from "./support/server.ts"

const search = "/search?q=tides&format=json"
let searches = 0
/** A search that no cache holds. */
const anotherSearch = () => `/search?q=tides+${searches++}&format=json`

describe("on loopback, where clients may have no token", () => {
  let server: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    const settings = { allowed_hosts: ["porthole.test"], allow_tokenless: true }
    server = await start({ settings, tokens: { acme: "s3cret" } })
  })
  afterAll(() => server.close())

  it.each([
    ["its own address", {}],
    ["localhost", { host: "localhost:1" }],
    ["its own page", { origin: "http://127.0.0.1:8710", host: "127.0.0.1:8710" }],
    ["a navigation", { "sec-fetch-site": "none" }],
  ])("serves %s without a token, as the process", async (_, headers) => {
    server.seen.length = 0
    assert.strictEqual((await send(server.port, anotherSearch(), { headers })).status, 200)
    assert.deepStrictEqual(server.seen, [{ id: "process", tenant: "default" }])
  })

  it.each([
    ["a foreign host", { host: "evil.test" }],
    ["a host below ours", { host: "127.0.0.1.evil.test" }],
    ["a host that is none", { host: "127.0.0.1@evil.test" }],
    ["another address", { host: "192.0.2.1" }],
    ["a foreign page", { origin: "https://evil.test" }],
    ["a page on another port", { origin: "http://127.0.0.1:3000" }],
    ["a page without an origin", { origin: "null" }],
    ["an image of a foreign page", { "sec-fetch-site": "cross-site" }],
    ["an image of a page on another port", { "sec-fetch-site": "same-site" }],
  ])("refuses %s with 403, also at unknown paths", async (_, headers) => {
    for (const path of [search, "/nowhere", "/health"]) {
      for (const method of ["GET", "POST", "OPTIONS", "HEAD", "DELETE"]) {
        assert.strictEqual((await send(server.port, path, { method, headers })).status, 403)
      }
    }
  })

  it.each([
    ["Bearer", { authorization: "Bearer s3cret" }],
    ["Basic", { authorization: `Basic ${Buffer.from("any:s3cret").toString("base64")}` }],
    ["a proxy's host", { host: "porthole.test", authorization: "bearer s3cret" }],
    ["a page of a proxy's host", { origin: "https://porthole.test", authorization: "Bearer s3cret" }],
  ])("serves a token of %s as its tenant", async (_, headers) => {
    server.seen.length = 0
    assert.strictEqual((await send(server.port, anotherSearch(), { headers })).status, 200)
    assert.deepInclude(server.seen[0], { tenant: "acme" })
    assert.match(server.seen[0]?.id ?? "", /^token\/[0-9a-f]{12}$/)
  })

  it.each([
    ["a wrong token", { authorization: "Bearer s3cre" }],
    ["a token's beginning", { authorization: "Bearer s3crets" }],
    ["an empty token", { authorization: "Bearer " }],
    ["another scheme", { authorization: "Digest s3cret" }],
    ["a wrong password", { authorization: `Basic ${Buffer.from("s3cret:").toString("base64")}` }],
    ["none through a proxy", { host: "porthole.test" }],
    ["none handed on", { "x-forwarded-for": "203.0.113.5" }],
    ["none with Forwarded", { forwarded: "for=203.0.113.5" }],
    ["none with X-Forwarded-Host", { "x-forwarded-host": "porthole.test" }],
    ["none with X-Forwarded-Proto", { "x-forwarded-proto": "https" }],
    ["none with X-Real-IP", { "x-real-ip": "203.0.113.5" }],
    ["none with Via", { via: "1.1 proxy" }],
  ])("refuses %s with 401", async (_, headers) => {
    const answer = await send(server.port, search, { headers })
    assert.strictEqual(answer.status, 401)
    assert.match(answer.headers["www-authenticate"] ?? "", /Bearer.*Basic/)
  })

  it("refuses a body above 1 MiB with 413, with and without its length, and accepts one below", async () => {
    const form = { "content-type": "application/x-www-form-urlencoded" }
    const large = `q=tides&format=json&x=${"a".repeat(1024 * 1024)}`
    const post = (body: string, headers: Record<string, string> = form) =>
      send(server.port, "/search", { method: "POST", headers, body })
    assert.strictEqual((await post(large)).status, 413)
    assert.strictEqual((await post(large, { ...form, "transfer-encoding": "chunked" })).status, 413)
    assert.strictEqual((await post(large.slice(0, 1024 * 1024))).status, 200)
  })

  it.each(["/api/v1/batch", "/v1/batch/scrape", "/v2/batch/scrape"])(
    "accepts the most URLs of a batch, each of 140 characters, at %s, and refuses a body above 4 MiB with 413",
    async (path) => {
      const urls = Array.from({ length: 10_000 }, (_, at) => `https://a.test/${at}/`.padEnd(140, "x"))
      const post = (body: string) =>
        send(server.port, path, { method: "POST", headers: { "content-type": "application/json" }, body })
      // The server has no Redis, which it says when it has read them.
      assert.strictEqual((await post(JSON.stringify({ urls }))).status, 501)
      const large = await post(`{"urls":["${"x".repeat(4 * 1024 * 1024)}"]}`)
      assert.strictEqual(large.status, 413)
      assert.include(large.text, "4194304 bytes")
    },
  )

  it("answers an unknown path with 404, and an unknown method with 405", async () => {
    assert.strictEqual((await send(server.port, "/nowhere")).status, 404)
    assert.strictEqual((await send(server.port, "/search", { method: "PUT" })).status, 405)
  })
})

describe("on loopback with a stored token", () => {
  it("serves nothing without a token but /health and /ready", async () => {
    const server = await start({ tokens: { acme: "s3cret" } })
    const routes = Array.from(await routesOf(), (route) => route.split(" "))
    for (const [method = "", path = ""] of routes) {
      const isOpen = path === "/health" || path === "/ready"
      assert.strictEqual((await send(server.port, path, { method })).status, isOpen ? 200 : 401, `${method} ${path}`)
    }
    const headers = { authorization: "Bearer s3cret" }
    assert.strictEqual((await send(server.port, search, { headers })).status, 200)
    await server.close()
  })
})

describe("on loopback without any token", () => {
  it("serves clients that must send a key, but none through a proxy", async () => {
    const server = await start({ settings: { allowed_hosts: ["porthole.test"] } })
    const authorization = "Bearer fc-any"
    assert.strictEqual((await send(server.port, search, { headers: { authorization } })).status, 200)
    assert.deepInclude(server.seen[0], { id: "process" })
    const proxied = { authorization, host: "porthole.test" }
    assert.strictEqual((await send(server.port, search, { headers: proxied })).status, 401)
    await server.close()
  })
})

describe("off loopback", () => {
  it.each([false, true])("doesn't start without a token (allow_tokenless: %s)", async (allow_tokenless) => {
    const error = await start({ settings: { listen: "0.0.0.0:0", allow_tokenless } }).then(
      () => undefined,
      (error: unknown) => error,
    )
    assert.match(String(error), /token/)
  })

  it.each([false, true])("needs a token also from loopback (allow_tokenless: %s)", async (allow_tokenless) => {
    const server = await start({ settings: { listen: "0.0.0.0:0", allow_tokenless }, tokens: { acme: "s3cret" } })
    assert.strictEqual((await send(server.port, search)).status, 401)
    const headers = { authorization: "Bearer s3cret" }
    assert.strictEqual((await send(server.port, search, { headers })).status, 200)
    await server.close()
  })
})

describe("a call that fails", () => {
  it("is its wire object with a fitting status", async () => {
    const server = await start({
      search: () => WebError.fail({ error: "rate_limited", message: "Too many.", retry_after: 7 }),
    })
    const answer = await send(server.port, search)
    await server.close()
    assert.strictEqual(answer.status, 429)
    assert.strictEqual(answer.headers["retry-after"], "7")
    assert.deepStrictEqual(answer.json(), { error: "rate_limited", message: "Too many.", retry_after: 7 })
  })

  it("caused by a bug is 500, and contains nothing of it", async () => {
    const server = await start({ search: () => Effect.die(new Error("10.0.0.1")) })
    const answer = await send(server.port, search)
    await server.close()
    assert.strictEqual(answer.status, 500)
    assert.notInclude(answer.text, "10.0.0.1")
  })
})

describe("a server that ends", () => {
  it("finishes running requests and accepts no more", async () => {
    const begun = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const server = await start({
      search: () =>
        Effect.sync(() => begun.resolve()).pipe(
          Effect.andThen(Effect.promise(() => released.promise)),
          Effect.andThen(WebError.fail({ error: "timeout" })),
        ),
    })
    const answer = send(server.port, search)
    await begun.promise
    const closed = server.close()
    while (await isListening(server.port));
    released.resolve()
    assert.strictEqual((await answer).status, 504)
    await closed
    const refused = await send(server.port, search).catch((error: { readonly code?: string }) => error.code)
    assert.strictEqual(refused, "ECONNREFUSED")
  })
})

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1")
    socket.once("error", () => resolve(false))
    socket.once("connect", () => {
      socket.destroy()
      resolve(true)
    })
  })
