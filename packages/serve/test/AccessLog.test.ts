import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { type WebBackend, WebError } from "@porthole/core"
import { Effect, Logger, References } from "effect"
import { request } from "node:http"
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "vitest"
import * as ServerLog from "../src/ServerLog.ts"
import { type Answer, send, start, twoHits } from "./support/server.ts"

const token = "s3cret-token"
const body = JSON.stringify({ query: "the queen's illness" })
const json = { "content-type": "application/json" }

const outage = WebError.make({
  error: "web_search_unavailable",
  attempts: [
    { provider: "searxng", outcome: "failed", reason: "searxng_unreachable" },
    { provider: "brave", outcome: "skipped", reason: "bad\nname" },
  ],
})

describe("an operator who reads the log of a team's server", () => {
  const lines: Array<string> = []
  const warnings: Array<readonly [line: string, request: unknown]> = []
  const objects: Array<Readonly<Record<string, unknown>>> = []
  const begun = Promise.withResolvers<void>()
  let server: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    // `--log-level warn` turns these off.
    const logger = Logger.make((options) => {
      const { fiber, logLevel, message } = options
      objects.push(JSON.parse(ServerLog.json.log(options)))
      // A client of MCP sends requests that no test waits for.
      if (logLevel === "Info" && !String(message).includes(" /mcp ")) lines.push(String(message))
      if (logLevel === "Warn")
        warnings.push([String(message), fiber.getRef(References.CurrentLogAnnotations)["request"]])
    })
    const search: WebBackend.Search = (query) => {
      if (query.query === "outage") return Effect.fail(outage)
      return query.query === "endless" ? Effect.andThen(Effect.sync(begun.resolve), Effect.never) : twoHits(query)
    }
    const extract: WebBackend.Extract = ({ url }) =>
      WebError.fail({ error: "http_error", status_code: Number(url.slice(-3)), reason: "challenge" })
    server = await start({ tokens: { acme: token }, logger, search, extract })
  })
  afterAll(() => server.close())
  beforeEach(() => void (lines.length = warnings.length = objects.length = 0))

  /** The lines, once there are so many: a line follows its answer. */
  const logged = async (count: number): Promise<ReadonlyArray<string>> => {
    // clock: polls
    while (lines.length < count) await new Promise((resolve) => setTimeout(resolve, 5))
    return lines
  }
  const headers = { ...json, authorization: `Bearer ${token}` }

  it.each<readonly [string, () => Promise<Answer>, RegExp]>([
    [
      "a call",
      () => send(server.port, "/api/v1/search", { method: "POST", headers, body }),
      /^acme POST \/api\/v1\/search 200 \d+ ms$/,
    ],
    [
      "a bad call",
      () => send(server.port, "/api/v1/fetch", { method: "POST", headers, body: "{}" }),
      /^acme POST \/api\/v1\/fetch 400 \d+ ms web_fetch: invalid_request \(url\)$/,
    ],
    [
      "a query in the URL",
      () => send(server.port, "/search?q=illness&format=json", { headers }),
      /^acme GET \/search 200 \d+ ms$/,
    ],
    [
      "a wrong token",
      () => send(server.port, "/search?q=illness", { headers: { authorization: "Bearer wrong" } }),
      /^- GET \/search 401 \d+ ms$/,
    ],
    [
      "a foreign host",
      () => send(server.port, "/search?q=illness", { headers: { host: "evil.test" } }),
      /^- GET \/search 403 \d+ ms$/,
    ],
    [
      "a path that holds a secret",
      () => send(server.port, `/illness/${token}`, { headers }),
      /^acme GET unknown 404 \d+ ms$/,
    ],
    [
      "a wrong method",
      () => send(server.port, "/api/v1/fetch?url=illness", { headers }),
      /^acme GET \/api\/v1\/fetch 405 \d+ ms$/,
    ],
  ])("finds one line for %s, without a query or a token", async (_, request, line) => {
    await request()
    const found = await logged(1)
    assert.lengthOf(found, 1)
    assert.match(found.join(), line)
    assert.notMatch(lines.join(), /illness|s3cret|wrong|evil/)
  })

  it("sees that a client left before the end", async () => {
    const left = request({ port: server.port, path: "/search?q=endless&format=json", headers }).on("error", () => {})
    left.end()
    await begun.promise
    left.destroy()
    assert.match((await logged(1)).join(), /^acme GET \/search aborted \d+ ms$/)
  })

  /** The one warning since the list was emptied, and the id of its request. */
  const warned = async () => {
    // clock: polls
    while (warnings.length < 1) await new Promise((resolve) => setTimeout(resolve, 5))
    const [[line = "", request] = []] = warnings
    assert.match(String(request), /^[0-9a-f]{16}$/)
    return { line, request }
  }
  const failure =
    /web_search: web_search_unavailable \(searxng failed: searxng_unreachable, brave skipped: bad\ufffdname\)$/

  it("reads at 3 am which provider failed, and why", async () => {
    const outageBody = JSON.stringify({ query: "outage" })
    const answer = await send(server.port, "/api/v1/search", { method: "POST", headers, body: outageBody })
    const { line, request } = await warned()
    assert.match(line, /^acme POST \/api\/v1\/search 503 \d+ ms /)
    assert.match(line, failure)
    assert.strictEqual(answer.headers["x-request-id"], request)
    assert.notInclude(line, "=")
    // What `PORTHOLE_LOG_FORMAT=json` writes can be selected by its fields.
    const parts = { tenant: "acme", method: "POST", endpoint: "/api/v1/search", status: 503 }
    assert.deepInclude(objects.at(-1), { ...parts, request, tool: "web_search", error: "web_search_unavailable" })
    assert.deepInclude(objects.at(-1), {
      attempts: ["searxng failed: searxng_unreachable", "brave skipped: bad\ufffdname"],
    })
  })

  it("reads the same of a call over MCP, whose status is 200", async () => {
    const client = new Client({ name: "test", version: "0" })
    const url = new URL(`http://127.0.0.1:${server.port}/mcp`)
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
    const { isError } = await client.callTool({ name: "web_search", arguments: { query: "outage" } })
    assert.isTrue(isError)
    const { line } = await warned()
    assert.match(line, /^acme POST \/mcp 200 \d+ ms /)
    assert.match(line, failure)
    await client.close()
  })

  const fetchOf = (status: number) =>
    send(server.port, "/api/v1/fetch", {
      method: "POST",
      headers,
      body: JSON.stringify({ url: `https://site.test/${status}` }),
    })

  it("isn't warned of a dead link, but of a site that fails", async () => {
    await fetchOf(404)
    const dead = (await logged(1)).join()
    assert.match(dead, /^acme POST \/api\/v1\/fetch 502 \d+ ms web_fetch: http_error \(challenge, 404\)$/)
    assert.lengthOf(warnings, 0)
    await fetchOf(503)
    assert.match((await warned()).line, / 502 \d+ ms web_fetch: http_error \(challenge, 503\)$/)
  })

  it("reads of a page that failed among several, whose answer has the status 200", async () => {
    const urls = ["https://site.test/404", "https://site.test/410"]
    await send(server.port, "/api/v1/fetch", { method: "POST", headers, body: JSON.stringify({ urls }) })
    const line = (await logged(1)).join()
    assert.match(line, /^acme POST \/api\/v1\/fetch 200 \d+ ms web_fetch: http_error \(challenge, 404\)$/)
  })

  it("isn't disturbed by the probes of a supervisor", async () => {
    await send(server.port, "/health")
    await send(server.port, "/ready")
    await send(server.port, "/search", { headers })
    assert.match((await logged(1)).join(), /^acme GET \/search \d+ \d+ ms$/)
  })
})
