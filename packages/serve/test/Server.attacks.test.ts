/**
 * Attacks on a server with its own token, over real sockets: none is answered with 2xx, none hangs, and no request
 * reaches a private address. `/mcp` answers some with a JSON-RPC error instead, which its clients read.
 */
import { connect } from "node:net"
import * as Effect from "effect/Effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { anyPage, start, twoHits } from "./support/server.ts"

const token = "porthole_s3cret"
const auth = `Authorization: Bearer ${token}`
const json = "Content-Type: application/json"
const mcp = `${json}\r\nAccept: application/json, text/event-stream`

/** A request as sent over the wire; a body gets its length unless `headers` set one. */
const raw = (line: string, headers: ReadonlyArray<string> = [], body = ""): string => {
  const all = headers.some((header) => header.startsWith("Host:")) ? headers : ["Host: 127.0.0.1", ...headers]
  const framed = body === "" || all.some((header) => /^(?:Content-Length|Transfer-Encoding):/.test(header))
  const length = framed ? [] : [`Content-Length: ${Buffer.byteLength(body, "latin1")}`]
  return `${line} HTTP/1.1\r\n${[...all, ...length, "Connection: close"].join("\r\n")}\r\n\r\n${body}`
}

const rpc = (method: string, params: unknown = {}, more: object = {}): string =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method, params, ...more })

const modern = (meta: object = {}): object => ({
  _meta: {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "0" },
    ...meta,
  },
})

const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`

const endpoints = [
  ["POST", "/mcp"],
  ["POST", "/api/v1/search"],
  ["POST", "/api/v1/fetch"],
  ["POST", "/api/v1/search-and-fetch"],
  ["POST", "/api/v1/quote"],
  ["POST", "/api/v1/image"],
  ["GET", "/openapi.json"],
  ["GET", "/docs"],
  ["GET", "/search?q=x&format=json"],
  ["POST", "/search"],
  ["POST", "/extract"],
  ["POST", "/v1/scrape"],
  ["POST", "/map"],
  ["POST", "/v2/map"],
  ["POST", "/api/v1/map"],
  ["POST", "/v2/search"],
  ["POST", "/v1/rerank"],
  ["POST", "/v2/rerank"],
  ["POST", "/openwebui/search"],
  ["POST", "/openwebui/load"],
  ["GET", "/metrics"],
] as const

/** Each row: the attack, the bytes, and the accepted statuses. */
type Row = readonly [name: string, bytes: string, statuses: ReadonlyArray<number>]

const rows: ReadonlyArray<Row> = [
  ...[...endpoints, ["GET", "/health"], ["GET", "/ready"]].map(([method, path]): Row => [
    `a foreign host at ${method} ${path}`,
    raw(`${method} ${path}`, ["Host: evil.test", auth, json], method === "POST" ? "{}" : ""),
    [403],
  ]),
  ...endpoints.map(([method, path]): Row => [
    `a foreign origin at ${method} ${path}`,
    raw(`${method} ${path}`, ["Origin: https://evil.test", auth, json], method === "POST" ? "{}" : ""),
    [403],
  ]),
  ...endpoints.map(([method, path]): Row => [
    `no token at ${method} ${path}`,
    raw(`${method} ${path}`, [json], method === "POST" ? "{}" : ""),
    [401],
  ]),
  ...["PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE", "PROPFIND", "QUERY"].map((method): Row => [
    `${method} of the API`,
    raw(`${method} /api/v1/fetch`, [auth]),
    [400, 404, 405, 501],
  ]),
  ["two hosts", "GET /docs HTTP/1.1\r\nHost: evil.test\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n", [400, 403]],
  ["no host", "GET /health HTTP/1.1\r\nConnection: close\r\n\r\n", [400, 403]],
  ["no host, in HTTP/1.0", "GET /health HTTP/1.0\r\n\r\n", [400, 403]],
  ["an absolute target elsewhere", raw("GET http://evil.test/health", [auth]), [400, 403, 404]],
  ["the origin null", raw("POST /api/v1/fetch", ["Origin: null", auth, json], "{}"), [403]],
  ["an origin with our host in its user", raw("GET /docs", ["Origin: http://127.0.0.1@evil.test", auth]), [403]],
  ["an image elsewhere", raw("GET /search?q=x&format=json", ["Sec-Fetch-Site: cross-site", auth]), [403]],
  ["a token with another end", raw("GET /docs", [`${auth}x`]), [401]],
  ["a token in the query", raw(`GET /docs?token=${token}`), [401]],
  [
    "a token's hash",
    raw("GET /docs", ["Authorization: Bearer e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934c"]),
    [401],
  ],
  ["an empty Basic", raw("GET /docs", ["Authorization: Basic Og=="]), [401]],
  [
    "a Basic without a colon",
    raw("GET /docs", [`Authorization: Basic ${Buffer.from(token).toString("base64")}`]),
    [401],
  ],
  ["1 MiB of headers", raw("GET /docs", [auth, `X-Much: ${"x".repeat(1024 * 1024)}`]), [400, 431]],
  ["a large length", raw("POST /api/v1/fetch", [auth, json, "Content-Length: 99999999"], "{"), [413]],
  ["a length that is none", raw("POST /api/v1/fetch", [auth, json, "Content-Length: x"], "{}"), [400]],
  ["a negative length", raw("POST /api/v1/fetch", [auth, json, "Content-Length: -1"], "{}"), [400]],
  [
    "both framings",
    raw("POST /api/v1/fetch", [auth, json, "Content-Length: 2", "Transfer-Encoding: chunked"], "0\r\n\r\n"),
    [400],
  ],
  ["an unknown framing", raw("POST /api/v1/fetch", [auth, json, "Transfer-Encoding: gzip"], "{}"), [400, 501]],
  [
    "a large body in chunks",
    raw(
      "POST /api/v1/fetch",
      [auth, json, "Transfer-Encoding: chunked"],
      `200000\r\n${" ".repeat(0x200000)}\r\n0\r\n\r\n`,
    ),
    [413],
  ],
  ["a large body at /mcp", raw("POST /mcp", [auth, mcp], " ".repeat(1024 * 1024 + 1)), [413]],
  ["garbage instead of a request", "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\r\n\r\n", [400]],
  ["a control character in the target", "GET /docs\u0007 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", [400]],
  ["an escape out of the path", raw("GET /../../etc/passwd", [auth]), [400, 404]],
  ["a target that decodes to nothing", raw("GET /%ff%fe%00", [auth]), [400, 404]],
  ["a long target", raw(`GET /${"a".repeat(60_000)}`, [auth]), [400, 404, 414, 431]],
  ["an upgrade to a socket", raw("GET /docs", ["Host: evil.test", "Upgrade: websocket", "Connection: Upgrade"]), [403]],
  ...[
    ["half an object", '{"url": "https://a.te'],
    ["a list", "[]"],
    ["null", "null"],
    ["bytes that are no UTF-8", "\u00ff\u00fe{}"],
    ["deep nesting", deep],
    ["nothing", " "],
    ["a prototype", '{"__proto__": {"url": "https://a.test/"}}'],
    ["an object for a URL", '{"url": {"href": "https://a.test/"}}'],
    ["a number for a query", '{"query": 7}'],
  ].map(([name, body]): Row => [`${name} at the API`, raw("POST /api/v1/fetch", [auth, json], body), [400]]),
  ["deep nesting at /mcp", raw("POST /mcp", [auth, mcp], deep), [400, 413]],
  ...['{"jsonrpc": "2.0", "id"', "null", "[]", "{}", '"tools/list"', '{"jsonrpc": "1.0", "id": 1, "method": "x"}'].map(
    (body): Row => [`${body} at /mcp`, raw("POST /mcp", [auth, mcp], body), [400]],
  ),
  ["no session at /mcp", raw("POST /mcp", [auth, mcp], rpc("tools/list")), [400]],
  ["an unknown session at /mcp", raw("POST /mcp", [auth, mcp, "Mcp-Session-Id: 1"], rpc("tools/list")), [404]],
  ["another type at /mcp", raw("POST /mcp", [auth, "Content-Type: text/plain"], rpc("tools/list")), [415]],
  ["an unacceptable type at /mcp", raw("POST /mcp", [auth, json, "Accept: text/html"], rpc("tools/list")), [406]],
  ["GET of /mcp", raw("GET /mcp", [auth, "Accept: text/event-stream"]), [405]],
  [
    "an unknown revision at /mcp",
    raw("POST /mcp", [auth, mcp, "Mcp-Protocol-Version: 1999-01-01"], rpc("tools/list")),
    [400],
  ],
  [
    "an unknown method at /mcp",
    raw(
      "POST /mcp",
      [auth, mcp, "Mcp-Protocol-Version: 2026-07-28", "Mcp-Method: tools/destroy"],
      rpc("tools/destroy", modern()),
    ),
    [404],
  ],
  [
    "a method header that disagrees at /mcp",
    raw(
      "POST /mcp",
      [auth, mcp, "Mcp-Protocol-Version: 2026-07-28", "Mcp-Method: tools/call"],
      rpc("tools/list", modern()),
    ),
    [400],
  ],
  [
    "a revision header that disagrees at /mcp",
    raw(
      "POST /mcp",
      [auth, mcp, "Mcp-Protocol-Version: 2025-11-25", "Mcp-Method: tools/list"],
      rpc("tools/list", modern()),
    ),
    [400],
  ],
]

/**
 * Private targets through every endpoint that reads a page. The answer has the form that clients expect, without any
 * content.
 */
const targets = [
  "http://127.0.0.1/",
  "http://[::1]/",
  "http://169.254.169.254/latest/meta-data/",
  "http://10.0.0.1:8080/",
  "http://localhost/",
  "http://0x7f.1/",
  "http://metadata.google.internal/",
  "file:///etc/passwd",
  "gopher://127.0.0.1:6379/",
]

/** Sends bytes, and reads the status; an end without an answer is 0. */
const statusOf = (port: number, bytes: string): Promise<{ readonly status: number; readonly text: string }> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1")
    let text = ""
    const settle = () => resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text })
    socket.setEncoding("latin1").on("data", (part: string) => (text += part))
    socket.on("error", settle)
    socket.on("close", settle)
    socket.on("end", () => socket.end())
    socket.write(Buffer.from(bytes, "latin1"))
  })

describe("a server that is attacked", () => {
  let server: Awaited<ReturnType<typeof start>>
  const read: Array<string> = []
  beforeAll(async () => {
    server = await start({
      settings: { listen: "0.0.0.0:0" },
      tokens: { acme: token },
      search: twoHits,
      extract: (request) => {
        read.push(String(request.url))
        return anyPage(request)
      },
    })
  })
  afterAll(() => server.close())

  it("has at least sixty rows", () => {
    assert.isAtLeast(rows.length, 60)
  })

  it.each(rows)("refuses %s", async (_, bytes, statuses) => {
    const { status } = await statusOf(server.port, bytes)
    assert.include(statuses, status)
    assert.deepStrictEqual(read, [])
  })

  it.each(targets)("reads nothing of %s through any endpoint", async (url) => {
    const post = (path: string, body: object) =>
      statusOf(server.port, raw(`POST ${path}`, [auth, mcp], JSON.stringify(body)))
    const call = rpc("tools/call", { name: "web_fetch", arguments: { url }, ...modern() })
    const headers = ["Mcp-Protocol-Version: 2026-07-28", "Mcp-Method: tools/call", "Mcp-Name: web_fetch"]
    const byMcp = await statusOf(server.port, raw("POST /mcp", [auth, mcp, ...headers], call))
    assert.include(byMcp.text, '"isError":true')
    assert.include([400, 403], (await post("/api/v1/fetch", { url })).status)
    for (const path of ["/v1/scrape", "/v2/scrape"]) assert.notInclude((await post(path, { url })).text, "This page is")
    assert.notInclude((await post("/extract", { urls: [url] })).text, "This page is")
    assert.notInclude((await post("/openwebui/load", { urls: [url] })).text, "This page is")
    assert.deepStrictEqual(read, [])
  })

  it("answers as before after all attacks", async () => {
    const { status } = await statusOf(server.port, raw("GET /search?q=after&format=json", [auth]))
    assert.strictEqual(status, 200)
  })
})

describe("slow and idle clients", () => {
  it("are disconnected, as is a crowd above the limit, while others are served", async () => {
    const server = await start({ requestTimeout: "1500 millis" })
    const ended = (bytes: string) =>
      new Promise<void>((resolve) => {
        const socket = connect(server.port, "127.0.0.1")
        socket.on("error", () => {})
        socket.on("close", () => resolve())
        socket.on("data", () => {})
        socket.on("end", () => socket.end())
        socket.write(bytes)
      })
    const slow = [
      ended("GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
      ended("GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "),
      ended(
        "POST /api/v1/fetch HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\nContent-Type: application/json\r\n\r\n{",
      ),
    ]
    const crowd = Array.from({ length: 1_100 }, () => {
      const socket = connect(server.port, "127.0.0.1")
      socket.on("error", () => {})
      return socket
    })
    const closed = crowd.map((socket) => new Promise<void>((resolve) => socket.on("close", () => resolve())))
    // Connections beyond the limit are closed immediately, the others when they send nothing.
    await Promise.race(closed)
    for (const socket of crowd) socket.destroy()
    await Promise.all(closed)
    // A busy machine may read a request too late.
    let status = 0
    for (let attempt = 0; attempt < 50 && status !== 200; attempt++) {
      status = (await statusOf(server.port, raw("GET /search?q=crowd&format=json"))).status
    }
    assert.strictEqual(status, 200)
    await Promise.all(slow)
    await server.close()
  })

  it("don't make the server wait for a body if it needs none", async () => {
    const server = await start()
    assert.strictEqual((await statusOf(server.port, raw("GET /health", ["Content-Length: 5"]))).status, 200)
    await server.close()
  })

  it("that send nothing don't delay the server's end", async () => {
    const server = await start({ endTimeout: "100 millis" })
    const sockets = ["", "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "].map((bytes) => {
      const socket = connect(server.port, "127.0.0.1")
      socket.on("error", () => {})
      socket.write(bytes)
      return new Promise((resolve) => socket.on("close", resolve))
    })
    assert.strictEqual((await statusOf(server.port, raw("GET /health"))).status, 200)
    await server.close()
    await Promise.all(sockets)
  })

  it("that leave in the middle of a call interrupt it", async () => {
    let isInterrupted = () => {}
    const interrupted = new Promise<void>((resolve) => (isInterrupted = resolve))
    let isBegun = () => {}
    const begun = new Promise<void>((resolve) => (isBegun = resolve))
    const server = await start({
      search: () =>
        Effect.sync(() => isBegun()).pipe(
          Effect.andThen(Effect.never),
          Effect.onInterrupt(() => Effect.sync(() => isInterrupted())),
        ),
    })
    const socket = connect(server.port, "127.0.0.1")
    socket.write(raw("GET /search?q=left&format=json"))
    await begun
    socket.destroy()
    await interrupted
    await server.close()
  })
})
