/** Tests the client for configured endpoints, over real HTTP on loopback. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { EndpointClient } from "@porthole/provider-kit"
import { createServer, type RequestListener } from "node:http"
import { createServer as createSecureServer } from "node:https"
import type { AddressInfo, Socket } from "node:net"
import { finished } from "node:stream/promises"
import { NodeHttpClient } from "../src/index.ts"
import * as WireLimit from "../src/dial/WireLimit.ts"
import * as certificate from "./support/certificate.ts"
import * as LocalSites from "./support/LocalSites.ts"

const serving = (answer: RequestListener) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly url: string; readonly close: () => void }>((resume) => {
      const server = createServer({ keepAliveTimeout: 0 }, answer).listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        const close = () => void server.close().closeAllConnections()
        resume(Effect.succeed({ url: `http://127.0.0.1:${port}/`, close }))
      })
    }),
    ({ close }) => Effect.sync(close),
  )

const send = (request: HttpClientRequest.HttpClientRequest) =>
  HttpClient.execute(request).pipe(
    Effect.flatMap(({ headers, status, text }) => Effect.map(text, (body) => ({ status, headers, body }))),
    Effect.scoped,
  )

/** The byte limit of an answer with its head. */
const wireBytes = WireLimit.maxBytesFor(EndpointClient.maxResponseBytes)

const over = Effect.provide(NodeHttpClient.layer)

describe("NodeHttpClient", () => {
  it.effect("sends a method, a path with its query, and a body with its type", () =>
    Effect.gen(function* () {
      const { url } = yield* serving((request, response) => {
        request.on("data", (body) =>
          response.end([request.method, request.url, request.headers["content-type"], String(body)].join(" ")),
        )
      })
      const request = HttpClientRequest.post(`${url}search?q=tides`).pipe(HttpClientRequest.bodyJsonUnsafe({ a: 1 }))
      assert.strictEqual((yield* send(request)).body, 'POST /search?q=tides application/json {"a":1}')
    }).pipe(over),
  )

  it.effect("returns a redirect unchanged and doesn't follow it", () =>
    Effect.gen(function* () {
      const requested: Array<string | undefined> = []
      const { url } = yield* serving((request, response) => {
        requested.push(request.url)
        response.writeHead(302, { Location: "/elsewhere" }).end("moved")
      })
      const { body, headers, status } = yield* send(HttpClientRequest.get(url))
      assert.deepStrictEqual([status, headers["location"], body, requested], [302, "/elsewhere", "moved", ["/"]])
    }).pipe(over),
  )

  it.effect.each([204, 205, 304])("returns an answer of status %i without a body", (status) =>
    Effect.gen(function* () {
      const { url } = yield* serving((_, response) => response.writeHead(status, { "X-Is": "here" }).end())
      const answer = yield* send(HttpClientRequest.get(url))
      assert.deepStrictEqual([answer.status, answer.headers["x-is"], answer.body], [status, "here", ""])
    }).pipe(over),
  )

  it.effect("returns every value of a repeated header field", () =>
    Effect.gen(function* () {
      const { url } = yield* serving((_, response) => response.writeHead(200, { Link: ["<a>", "<b>"] }).end())
      assert.strictEqual((yield* send(HttpClientRequest.get(url))).headers["link"], "<a>, <b>")
    }).pipe(over),
  )

  it.effect("sends no body that isn't in memory", () =>
    Effect.gen(function* () {
      let requests = 0
      const { url } = yield* serving((_, response) => void (requests++, response.end()))
      const streamed = HttpClientRequest.bodyStream(HttpClientRequest.post(url), Stream.make(new Uint8Array(1)))
      const { reason } = yield* Effect.flip(send(streamed))
      assert.strictEqual(reason._tag, "TransportError")
      assert.match(String(reason.cause), /Stream/)
      assert.strictEqual(requests, 0)
    }).pipe(over),
  )

  it.effect("closes its connections when the layer ends, however long a server would keep them", () =>
    Effect.gen(function* () {
      const sockets: Array<Socket> = []
      const { url } = yield* serving(({ socket }, response) => {
        sockets.push(socket)
        response.writeHead(200, { "Keep-Alive": "timeout=60" }).end()
      })
      yield* Effect.provide(send(HttpClientRequest.get(url)), NodeHttpClient.layer)
      assert.lengthOf(sockets, 1)
      for (const socket of sockets) yield* Effect.exit(Effect.tryPromise(() => finished(socket)))
    }),
  )

  it.effect("allows early hints and a body larger than a head, but no more bytes than an answer may have", () =>
    Effect.gen(function* () {
      const { url } = yield* serving((request, response) => {
        if (request.url !== "/") response.writeEarlyHints({ link: "</a>; rel=preload" })
        response.end("x".repeat(request.url === "/large" ? 2 * wireBytes : 1_000_000))
      })
      assert.lengthOf((yield* send(HttpClientRequest.get(url))).body, 1_000_000)
      assert.lengthOf((yield* send(HttpClientRequest.get(`${url}hints`))).body, 1_000_000)
      assert.strictEqual((yield* Effect.flip(send(HttpClientRequest.get(`${url}large`))))._tag, "HttpClientError")
    }).pipe(over),
  )

  it.effect("fails when early hints are longer than a head may be", () =>
    Effect.gen(function* () {
      const { url } = yield* serving((_, response) => {
        // The limit is checked after the parser has processed the bytes of a read, so it takes several reads to reach
        // it.
        const link = `</${"a".repeat(8_000)}>; rel=preload`
        for (let at = 0; at < WireLimit.maxHeadBytes / 1_000; at++) response.writeEarlyHints({ link })
        response.end("here")
      })
      assert.strictEqual((yield* Effect.flip(send(HttpClientRequest.get(url))))._tag, "HttpClientError")
    }).pipe(over),
  )

  it.effect("offers a server HTTP/1.1 and nothing else, and trusts no certificate by itself", () =>
    Effect.gen(function* () {
      const offered: Array<ReadonlyArray<string>> = []
      const server = createSecureServer({
        ...certificate,
        ALPNCallback: ({ protocols }) => {
          offered.push(protocols)
          return protocols[0]
        },
      })
      const { port } = yield* LocalSites.start(server, [])
      const { reason } = yield* Effect.flip(send(HttpClientRequest.get(`https://127.0.0.1:${port}/`)))
      assert.match(String(reason.cause), /self-signed certificate/)
      assert.deepStrictEqual(offered, [["http/1.1"]])
    }).pipe(Effect.scoped, over),
  )

  it.effect("fails when the connection ends in the middle, and if nothing listens", () =>
    Effect.gen(function* () {
      const { url } = yield* serving((_, response) => {
        response.writeHead(200, { "Content-Length": "100" }).write("half", () => response.destroy())
      })
      assert.strictEqual((yield* Effect.flip(send(HttpClientRequest.get(url))))._tag, "HttpClientError")
      const nothingListening = yield* Effect.flip(send(HttpClientRequest.get("http://127.0.0.1:1/")))
      assert.strictEqual(nothingListening.reason._tag, "TransportError")
    }).pipe(over),
  )

  it.effect("closes the connection of an answer that is abandoned", () =>
    Effect.gen(function* () {
      let onClose = (): void => {}
      const closed = new Promise<void>((resolve) => (onClose = resolve))
      const { url } = yield* serving((_, response) => {
        const more = () => void (response.destroyed || response.write("x".repeat(65_536), more))
        response.on("close", onClose)
        more()
      })
      const some = HttpClient.get(url).pipe(Effect.flatMap(({ stream }) => Stream.runDrain(Stream.take(stream, 2))))
      yield* Effect.scoped(some)
      yield* Effect.promise(() => closed)
    }).pipe(over),
  )
})
