/** The client for configured endpoints, over real HTTP on loopback. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { NodeHttpClient } from "../src/index.ts"

const serving = (answer: RequestListener) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly url: string; readonly close: () => void }>((resume) => {
      const server = createServer(answer).listen(0, "127.0.0.1", () => {
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

  it.effect("gives a redirect as it is, and follows it nowhere", () =>
    Effect.gen(function* () {
      const asked: Array<string | undefined> = []
      const { url } = yield* serving((request, response) => {
        asked.push(request.url)
        response.writeHead(302, { Location: "/elsewhere" }).end("moved")
      })
      const { body, headers, status } = yield* send(HttpClientRequest.get(url))
      assert.deepStrictEqual([status, headers["location"], body, asked], [302, "/elsewhere", "moved", ["/"]])
    }).pipe(over),
  )

  it.effect("gives an answer without a body", () =>
    Effect.gen(function* () {
      const { url } = yield* serving((_, response) => response.writeHead(204, { "X-Is": "here" }).end())
      const { headers, status } = yield* send(HttpClientRequest.get(url))
      assert.deepStrictEqual([status, headers["x-is"]], [204, "here"])
    }).pipe(over),
  )

  it.effect("fails when the connection ends in the middle, and where nobody listens", () =>
    Effect.gen(function* () {
      const { url } = yield* serving((_, response) => {
        response.writeHead(200, { "Content-Length": "100" }).write("half", () => response.destroy())
      })
      assert.strictEqual((yield* Effect.flip(send(HttpClientRequest.get(url))))._tag, "HttpClientError")
      const nobody = yield* Effect.flip(send(HttpClientRequest.get("http://127.0.0.1:1/")))
      assert.strictEqual(nobody.reason._tag, "TransportError")
    }).pipe(over),
  )

  it.effect("closes the connection of an answer that is read no further", () =>
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
