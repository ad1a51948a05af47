/**
 * The server against clients that hold connections and slots, over real sockets. `acme` is hostile, `other` isn't: its
 * requests are answered. clock: real, since sockets are.
 */
import * as Effect from "effect/Effect"
import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { afterEach, assert, beforeEach, describe, it } from "vitest"
import { send, start, twoHits } from "./server.ts"

const tokens = { acme: "hostile", other: "s3cret" }
const hostile = "Authorization: Bearer hostile"

const head = (line: string, ...headers: ReadonlyArray<string>): string =>
  `${[`${line} HTTP/1.1`, "Host: 127.0.0.1", ...headers].join("\r\n")}\r\n\r\n`

let searches = 0
const anotherSearch = () => `/search?q=tides+${searches++}&format=json`

/** The calls of `acme` never end, so that each keeps its slot. */
const running = { now: 0, most: 0 }
const hanging = Effect.acquireUseRelease(
  Effect.sync(() => (running.most = Math.max(running.most, ++running.now))),
  () => Effect.never,
  () => Effect.sync(() => running.now--),
)

let lookUp = () => Promise.resolve()
let server: Awaited<ReturnType<typeof start>>
const sockets: Array<Socket> = []
const opened = (bytes: string): Socket => {
  // A hostile client leaves its own half open.
  const socket = connect({ port: server.port, host: "127.0.0.1", allowHalfOpen: true })
  sockets.push(socket.on("error", () => {}).on("data", () => {}))
  socket.write(bytes)
  return socket
}
const many = (count: number, bytes: string | ((at: number) => string)) =>
  Promise.all(
    Array.from({ length: count }, (_, at) =>
      once(opened(typeof bytes === "string" ? bytes : bytes(at)), "connect").catch(() => {}),
    ),
  )

/** Whether the server has closed its side. */
const isClosed = (socket: Socket): boolean => socket.readableEnded || socket.closed

const other = (path = anotherSearch()) => send(server.port, path, { headers: { authorization: "Bearer s3cret" } })
const metric = async (name: string) =>
  Number(new RegExp(`^${name} (\\d+)`, "m").exec((await other("/metrics").catch(() => ({ text: "" }))).text)?.[1])
const until = async (holds: () => boolean | Promise<boolean>) => {
  // clock: polls
  while (!(await holds())) await sleep(50)
}

/** Starts it; a request may take longer than a busy machine needs, unless its end is the subject. */
const started = (requestTimeout: "500 millis" | "10 minutes" = "10 minutes") =>
  start({
    tokens,
    settings: { max_requests_per_minute: 10_000 },
    requestTimeout,
    endTimeout: "200 millis",
    lookUp: () => lookUp(),
    search: (query) => (query.query.startsWith("hang") ? hanging : twoHits(query)),
  })

/** Starts it anew so that it ends requests early. */
const endEarly = async () => {
  await server.close()
  server = await started("500 millis")
}

/** Waits until a request of `other` is answered: one that a busy machine reads too late is ended, too. */
const answered = () => until(async () => (await other().catch(() => ({ status: 0 }))).status === 200)

/** How many come. */
export interface Crowd {
  readonly upgrades: number
  /** There are 1,024 places for bodies: of those with a length, and of the others. */
  readonly halfBodies: readonly [number, number]
  /** A tenant's share of the slots is 336. */
  readonly calls: number
  /** 1,000 connections may wait. */
  readonly idle: number
  readonly slow: number
  readonly smallBodies: number
}

export const crowdTests = (crowd: Crowd): void => {
  beforeEach(async () => {
    running.now = running.most = 0
    lookUp = () => Promise.resolve()
    server = await started()
  })
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    await server.close()
  })

  describe("a request with Upgrade", () => {
    it.each([
      ["POST with a protocol", head("POST /api/v1/search", hostile, "Connection: Upgrade", "Upgrade: x")],
      ["POST without a token", head("POST /api/v1/search", "Connection: Upgrade", "Upgrade: x")],
      [
        "GET of an open path",
        head("GET /health", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"),
      ],
      ["DELETE of an unknown path", head("DELETE /nowhere", "Connection: keep-alive, Upgrade", "Upgrade: h2c, x")],
      [
        "with half a body",
        head("POST /search", hostile, "Connection: Upgrade", "Upgrade: x", "Content-Length: 9") + "q",
      ],
      ["for HTTP/2", head("PUT /search", hostile, "Connection: Upgrade", "Upgrade: h2c", "Content-Length: 9") + "q"],
      ["CONNECT", head("CONNECT other.test:443", hostile)],
      ["CONNECT with an upgrade", head("CONNECT 127.0.0.1:80", hostile, "Connection: Upgrade", "Upgrade: x") + "xxxx"],
    ])("leaves no connection behind: %s", async (_, bytes) => {
      await endEarly()
      await many(crowd.upgrades, bytes)
      await until(async () => (await metric("porthole_connections")) <= 1)
      await answered()
      assert.strictEqual(running.most, 0)
    })

    it("is refused, but for the one that clients add on their own", async () => {
      const headers = { authorization: "Bearer s3cret", connection: "Upgrade" }
      const asking = (upgrade: string) =>
        send(server.port, anotherSearch(), { headers: { ...headers, upgrade } }).then(({ status }) => status)
      assert.strictEqual(await asking("x"), 501)
      assert.strictEqual(await asking("websocket"), 501)
      assert.strictEqual(await asking("h2c"), 200)
    })

    it("for HTTP/2 is answered by HTTP/1.1, with its body, and its connection is closed", async () => {
      const headers = {
        authorization: "Bearer s3cret",
        "content-type": "application/x-www-form-urlencoded",
        connection: "Upgrade, HTTP2-Settings",
        upgrade: "h2c",
        "http2-settings": "AAEAAEAA",
      }
      const answer = await send(server.port, "/search", { method: "POST", headers, body: "q=tides&format=json" })
      assert.deepInclude(answer, { status: 200 })
      assert.include(answer.text, '"query":"tides"')
      assert.strictEqual(answer.headers["connection"], "close")
    })
  })

  describe("another tenant is answered", () => {
    const form = [hostile, "Content-Type: application/x-www-form-urlencoded", "Content-Length: 100"]

    it("beside many upgrades with half bodies", async () => {
      await many(15 * crowd.upgrades, head("POST /search", ...form, "Connection: Upgrade", "Upgrade: x") + "q=")
      assert.strictEqual((await other()).status, 200)
    })

    it.each([
      ["with a length", form, crowd.halfBodies[0]],
      ["in chunks", [...form.slice(0, 2), "Transfer-Encoding: chunked"], crowd.halfBodies[1]],
      ["that wait to be asked for", [...form, "Expect: 100-continue"], crowd.halfBodies[1]],
    ])("beside half bodies %s, which end", async (_, headers, count) => {
      await many(count, head("POST /search", ...headers) + "1\r\nq")
      assert.strictEqual((await other()).status, 200)
      await endEarly()
      await many(crowd.upgrades, head("POST /search", ...headers) + "1\r\nq")
      await until(async () => (await metric("porthole_connections")) <= 1)
      await answered()
    })

    it("beside calls of which one tenant gets no more than its share", async () => {
      await many(crowd.calls, (at) => head(`GET /search?q=hang${at}&format=json`, hostile))
      await until(() => running.now >= 336)
      assert.strictEqual((await other()).status, 200)
      assert.strictEqual(running.most, 336)
    })

    it("beside calls in advance on one connection, which run one after the other", async () => {
      const calls = Array.from({ length: 60 }, (_, at) => head(`GET /search?q=hang${at}&format=json`, hostile)).join("")
      const socket = opened(calls)
      await until(() => running.now > 0)
      assert.strictEqual((await other()).status, 200)
      assert.strictEqual(running.most, 1)
      socket.destroy()
      await until(() => running.now === 0)
      assert.strictEqual((await other()).status, 200)
      assert.strictEqual(running.most, 1)
    })

    it("beside more idle and slow connections than wait at most", async () => {
      await Promise.all([
        many(crowd.idle, ""),
        many(crowd.slow, "GET /search?q=x HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "),
        ...Array.from({ length: 20 }, async () => assert.strictEqual((await other()).status, 200)),
      ])
      assert.strictEqual((await other()).status, 200)
      assert.isAtMost(await metric("porthole_connections"), 1_002)
    })
  })

  describe("a client is answered", () => {
    it("whose token is being looked up while more connections come than wait at most", async () => {
      const [begun, found] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      lookUp = () => {
        begun.resolve()
        return found.promise
      }
      const answer = other()
      await begun.promise
      await many(crowd.idle, "")
      await until(() => sockets.filter(isClosed).length >= crowd.idle - 1_001)
      found.resolve()
      assert.strictEqual((await answer).status, 200)
    })

    it("to each of many small bodies in chunks that are sent at once", async () => {
      const body = "q=tides&format=json"
      const headers = [hostile, "Content-Type: application/x-www-form-urlencoded", "Transfer-Encoding: chunked"]
      const statuses: Array<string> = []
      await many(crowd.smallBodies, "")
      for (const socket of sockets) {
        socket.once("data", (part) => statuses.push(String(part).slice(9, 12)))
        socket.write(head("POST /search", ...headers))
      }
      for (const socket of sockets) socket.write(`${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`)
      await until(() => sockets.every((socket) => socket.bytesRead > 0 || isClosed(socket)))
      assert.strictEqual(statuses.length, crowd.smallBodies)
      // A tenant may run no more than its share at once.
      assert.isTrue(statuses.every((status) => status === "200" || status === "503"))
    })
  })

  describe("a server that ends", () => {
    it("closes connections in every state", async () => {
      const closed = [
        "",
        "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
        head("GET /health"),
        head("POST /search", hostile, "Content-Length: 9") + "q",
        head("POST /search", hostile, "Connection: Upgrade", "Upgrade: x", "Content-Length: 9") + "q",
        head("GET /search?q=hang&format=json", hostile),
        head("CONNECT a.test:80"),
      ].map((bytes) => new Promise((resolve) => opened(bytes).on("close", resolve).on("end", resolve)))
      await until(() => running.now === 1)
      await server.close()
      await Promise.all(closed)
      assert.strictEqual(running.now, 0)
      server = await start()
    })
  })

  it("answers many calls that one client sends in advance, in their order", async () => {
    const socket = opened(Array.from({ length: 50 }, (_, at) => head(`GET /${at % 2 ? "health" : "ready"}`)).join(""))
    let text = ""
    socket.on("data", (part) => (text += String(part)))
    await until(() => text.split('"status":').length === 51)
    const states = Array.from(text.matchAll(/"status":"(\w+)"/g), ([, state]) => state)
    assert.deepStrictEqual(
      states,
      Array.from({ length: 50 }, (_, at) => (at % 2 ? "ok" : "ready")),
    )
  })
}
