/** clock: real, since sockets are. */
import { assert, describe, it } from "@effect/vitest"
import { type Hop, Network, Settings, WebError } from "@porthole/core"
import { DialerSuite } from "@porthole/testing"
import { Context, Effect, Exit, Fiber, Layer, Scope, Stream } from "effect"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { createServer as createHttpServer, type Server } from "node:http"
import { createServer, type Socket } from "node:net"
import { request } from "undici"
import { NodeNetwork } from "../../src/index.ts"
import * as PinnedConnector from "../../src/dial/PinnedConnector.ts"
import * as LocalSites from "../support/LocalSites.ts"

const headers = { "user-agent": "test" }

const dialing = <A, E>(run: (dial: Network.Dialer["Service"]["dial"]) => Effect.Effect<A, E, Scope.Scope>) =>
  Effect.scoped(Network.Dialer.use(({ dial }) => run(dial))).pipe(Effect.provide(LocalSites.dialer))

const text = (response: Network.DialResponse) => Stream.mkString(Stream.decodeText(response.body))

const wireOf = <A, R>(effect: Effect.Effect<A, WebError.WebError, R>) =>
  Effect.map(Effect.flip(effect), ({ wire }) => wire)

describe("the contract, over real sockets", () => {
  for (const { name, run } of DialerSuite.cases({ layer: LocalSites.dialer, serve: LocalSites.scripted })) {
    it.live(name, () => run)
  }
})

it("accepts no other connector from outside of the package", () =>
  assert.deepStrictEqual(Object.keys(NodeNetwork).toSorted(), [
    "layerDialer",
    "layerDohResolver",
    "layerProxyDialer",
    "layerResolver",
  ]))

it.effect("reads a certificate only for a Hop", () =>
  Effect.gen(function* () {
    const forged: Hop = Object.create(LocalSites.hopTo("https://site.test/", LocalSites.nextAddress()))
    const exit = yield* Network.Dialer.use(({ certificate }) => Effect.exit(certificate?.(forged) ?? Effect.undefined))
    assert.isTrue(Exit.hasDies(exit))
  }).pipe(Effect.provide(NodeNetwork.layerDialer)),
)

describe("over TLS", () => {
  it.live("refuses an untrusted authority", () =>
    dialing((dial) =>
      Effect.gen(function* () {
        const site = yield* LocalSites.secure((_request, response) => response.end("secret"))
        const wire = yield* wireOf(dial({ hop: site.hop, headers }))
        assert.deepStrictEqual([wire.error, wire.reason], ["http_error", "tls_failed"])
        assert.strictEqual(site.seen().length, 0)
      }),
    ),
  )

  it.live("reports plain HTTP on a TLS port as tls_failed", () =>
    dialing((dial) =>
      Effect.gen(function* () {
        const site = yield* LocalSites.web((_request, response) => response.end("plain"), "https://site.test/")
        assert.strictEqual((yield* wireOf(dial({ hop: site.hop, headers }))).reason, "tls_failed")
      }),
    ),
  )
})

describe("instrumentation of the host program", () => {
  const parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
  const adding = ({
    request,
  }: {
    readonly request: { headers: Array<string>; readonly addHeader: (name: string, value: string) => void }
  }) => {
    request.addHeader("traceparent", parent)
    request.headers.push("x-pushed", "1")
    request.headers.unshift("x-unshifted", "1")
    request.headers = [...request.headers, "x-replaced", "1"]
  }
  const listening = Effect.acquireRelease(
    Effect.sync(() => {
      const listener = (message: unknown) => adding(message as Parameters<typeof adding>[0])
      subscribe("undici:request:create", listener)
      return listener
    }),
    (listener) => Effect.sync(() => unsubscribe("undici:request:create", listener)),
  )

  /** A server that answers with the names of the header fields that it received. */
  const echo = Effect.map(
    Effect.acquireRelease(
      Effect.callback<Server>((resume) => {
        const server = createHttpServer((got, response) => response.end(Object.keys(got.headers).join(" ")))
        server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
      }),
      (server) =>
        Effect.sync(() => server.closeAllConnections()).pipe(Effect.andThen(Effect.sync(() => server.close()))),
    ),
    (server) => {
      const address = server.address()
      return typeof address === "object" && address !== null ? address.port : 0
    },
  )

  it.live("adds no header field to a request that waits for a connection either", () =>
    Effect.gen(function* () {
      const { dial } = yield* Effect.map(
        Layer.build(Layer.provide(LocalSites.dialer, Settings.layer({ per_host_concurrency: 1 }))),
        Context.get(Network.Dialer),
      )
      let goOn = () => {}
      const site = yield* LocalSites.web((_request, response) => {
        goOn = () => response.end("here")
      })
      const get = Effect.scoped(Effect.flatMap(dial({ hop: site.hop, headers }), text))
      const first = yield* Effect.forkChild(get, { startImmediately: true })
      yield* LocalSites.until(() => site.seen().length === 1)
      const second = yield* Effect.forkChild(wireOf(get), { startImmediately: true })
      yield* listening
      goOn()
      assert.strictEqual(yield* Fiber.join(first), "here")
      assert.strictEqual((yield* Fiber.join(second)).reason, "target_unreachable")
      assert.lengthOf(site.seen(), 1)
    }).pipe(Effect.scoped),
  )

  it.live.each(["before", "after"])(
    "adds no header field to a request, whether it subscribes %s the dialer or not",
    (when) =>
      Effect.scoped(
        Effect.gen(function* () {
          if (when === "before") yield* listening
          const { dial } = yield* Effect.map(Layer.build(LocalSites.dialer), Context.get(Network.Dialer))
          if (when === "after") yield* listening
          const site = yield* LocalSites.web((_request, response) => response.end("here"))
          for (let round = 0; round < 3; round++) {
            yield* Effect.scoped(Effect.flatMap(dial({ hop: site.hop, headers }), text))
          }
          assert.deepStrictEqual(
            site.seen().map((seen) => Object.keys(seen.headers).toSorted()),
            Array.from({ length: 3 }, () => ["connection", "host", "user-agent"]),
          )
          // The host program's own client is unchanged.
          const port = yield* echo
          const reported = yield* Effect.promise(() =>
            request(`http://127.0.0.1:${port}/`).then(({ body }) => body.text()),
          )
          for (const name of ["traceparent", "x-pushed", "x-unshifted", "x-replaced"]) assert.include(reported, name)
        }),
      ),
  )
})

it.live("leave Host and the connection to the dialer, with any fields of a caller", () =>
  dialing((dial) =>
    Effect.gen(function* () {
      const site = yield* LocalSites.web((_request, response) => response.end("here"))
      const own = {
        host: "other.test",
        connection: "close",
        "content-length": "5",
        upgrade: "h2c",
        expect: "100-continue",
      }
      yield* Effect.scoped(Effect.flatMap(dial({ hop: site.hop, headers: { ...headers, ...own } }), text))
      assert.deepStrictEqual(site.seen()[0]?.headers, {
        host: "site.test",
        connection: "keep-alive",
        "user-agent": "test",
      })
    }),
  ),
)

it.live("end with the layer: a later dial is interrupted, and nothing is opened", () =>
  Effect.gen(function* () {
    const site = yield* LocalSites.web((_request, response) => response.end("here"))
    const scope = yield* Scope.make()
    const { dial } = yield* Effect.map(Layer.buildWithScope(LocalSites.dialer, scope), Context.get(Network.Dialer))
    yield* Scope.close(scope, Exit.void)
    const exit = yield* Effect.exit(Effect.scoped(dial({ hop: site.hop, headers })))
    assert.isTrue(Exit.hasInterrupts(exit))
    assert.strictEqual(site.sockets(), 0)
  }).pipe(Effect.scoped),
)

describe("connections", () => {
  it.live("are reused within a pin, never across pins of one name", () =>
    dialing((dial) =>
      Effect.gen(function* () {
        const [one, two] = yield* Effect.all([
          LocalSites.web((_request, response) => response.end("one")),
          LocalSites.web((_request, response) => response.end("two")),
        ])
        const get = (address: string) =>
          Effect.scoped(Effect.flatMap(dial({ hop: LocalSites.hopTo("http://same.test/", address), headers }), text))
        for (let round = 0; round < 4; round++) {
          assert.strictEqual(yield* get(one.address), "one")
          assert.strictEqual(yield* get(two.address), "two")
        }
        assert.isAtMost(one.sockets(), 2)
        assert.isAtMost(two.sockets(), 2)
      }),
    ),
  )

  it.live("are never shared by two names with one address", () =>
    dialing((dial) =>
      Effect.gen(function* () {
        const site = yield* LocalSites.web((_request, response) => response.end("x"))
        const hosts = ["one.test", "two.test", "one.test", "two.test"]
        for (const host of hosts) {
          const hop = LocalSites.hopTo(`http://${host}/`, site.address)
          yield* Effect.scoped(Effect.flatMap(dial({ hop, headers }), text))
        }
        assert.deepStrictEqual(
          site.seen().map((request) => request.headers["host"]),
          hosts,
        )
      }),
    ),
  )

  it.live("are closed when the caller leaves while the body arrives", () =>
    dialing((dial) =>
      Effect.gen(function* () {
        const site = yield* LocalSites.web((_request, response) => {
          response.writeHead(200)
          // clock: the site's own pace
          const timer = setInterval(() => response.write("drip"), 5)
          response.on("close", () => clearInterval(timer))
        })
        let chunks = 0
        const read = Effect.flatMap(dial({ hop: site.hop, headers }), ({ body }) =>
          Stream.runForEach(body, () => Effect.sync(() => chunks++)),
        )
        const fiber = yield* Effect.forkChild(Effect.scoped(read))
        yield* LocalSites.until(() => chunks > 0)
        yield* Fiber.interrupt(fiber)
        yield* LocalSites.until(() => site.sockets() === 0)
      }),
    ),
  )

  it.live("are closed when the caller leaves before any header arrives", () =>
    dialing((dial) =>
      Effect.gen(function* () {
        const site = yield* LocalSites.web(() => {})
        const fiber = yield* Effect.forkChild(Effect.scoped(dial({ hop: site.hop, headers })))
        yield* LocalSites.until(() => site.seen().length === 1)
        yield* Fiber.interrupt(fiber)
        yield* LocalSites.until(() => site.sockets() === 0)
      }),
    ),
  )

  it.live("send no request of a caller that left while it waited", () =>
    dialing((dial) =>
      Effect.gen(function* () {
        let goOn = () => {}
        const site = yield* LocalSites.web((request, response) => {
          if (request.url === "/slow") goOn = () => response.end("x")
          else response.end("x")
        })
        const get = (path: string) => {
          const hop = LocalSites.hopTo(`http://site.test${path}`, site.address)
          return Effect.forkChild(Effect.scoped(Effect.flatMap(dial({ hop, headers }), text)))
        }
        const slow = yield* get("/slow")
        const waiting = yield* get("/never")
        const after = yield* get("/after")
        yield* LocalSites.until(() => site.seen().length === 1)
        yield* Fiber.interrupt(waiting)
        goOn()
        yield* Fiber.join(slow)
        yield* Fiber.join(after)
        assert.deepStrictEqual(
          site.seen().map(({ path }) => path),
          ["/slow", "/after"],
        )
      }),
    ).pipe(Effect.provideService(Settings.Settings, { ...Settings.Settings.defaultValue(), per_host_concurrency: 1 })),
  )

  it.live("slow the sender while its body isn't read", () =>
    dialing((dial) =>
      Effect.gen(function* () {
        let sent = 0
        const chunk = Buffer.alloc(65_536)
        const site = yield* LocalSites.web((_request, response) => {
          const push = () => {
            while (!response.destroyed && sent < 64 * 1_048_576) {
              sent += chunk.length
              if (!response.write(chunk)) return response.once("drain", push)
            }
            return response
          }
          push()
        })
        const response = yield* dial({ hop: site.hop, headers })
        let before = 0
        let rests = 0
        // It sends no more once nothing was sent for a while.
        yield* LocalSites.until(() => {
          rests = sent > 0 && sent === before ? rests + 1 : 0
          before = sent
          return rests === 40
        })
        assert.isBelow(sent, 32 * 1_048_576)
        assert.strictEqual(response.status, 200)
      }),
    ),
  )
})

describe("faults on the wire", () => {
  const answering = (answer: string) =>
    LocalSites.raw((socket) => {
      socket.on("error", () => {})
      socket.once("data", () => socket.end(answer))
    })

  it.live.each([
    ["a body shorter than its Content-Length", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort", undefined],
    ["chunks that are none", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n", "malformed_response"],
    [
      "headers without end",
      `HTTP/1.1 200 OK\r\n${"X-Pad: padding padding padding\r\n".repeat(3_000)}`,
      "malformed_response",
    ],
    [
      "two Content-Lengths",
      "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
      "malformed_response",
    ],
    ["HTTP/0.9", "<html>no headers</html>", "malformed_response"],
    ["nothing", "", "target_unreachable"],
  ] as const)("%s is a typed failure", ([, answer, reason]) =>
    dialing((dial) =>
      Effect.gen(function* () {
        const { hop } = yield* answering(answer)
        const wire = yield* wireOf(Effect.flatMap(dial({ hop, headers }), text))
        assert.strictEqual(wire.error, "http_error")
        if (reason !== undefined) assert.strictEqual(wire.reason, reason)
      }),
    ),
  )

  it.live.each([
    ["a refused connection", "refuse", "The host can't be reached. Check the URL or use another page."],
    ["a reset connection", "reset", "The host can't be reached. Check the URL or use another page."],
    ["an answer that is no HTTP", "garbage", "The site's answer isn't valid HTTP. Use another page."],
  ] as const)("%s has a fixed message without the system's text", ([, answer, message]) =>
    dialing((dial) =>
      Effect.gen(function* () {
        const { hop } = yield* LocalSites.scripted(answer)
        const error = yield* Effect.flip(dial({ hop, headers }))
        assert.strictEqual(error.wire.message, message)
        assert.instanceOf(WebError.causeOf(error), Error)
      }),
    ),
  )

  it.live("skips interim responses", () =>
    dialing((dial) =>
      Effect.gen(function* () {
        const { hop } = yield* LocalSites.raw((socket) => {
          socket.once("data", () => {
            socket.write("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
            // clock: the site's own pause
            setTimeout(() => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"), 50)
          })
        })
        const response = yield* dial({ hop, headers })
        assert.deepStrictEqual([response.status, yield* text(response)], [200, "ok"])
      }),
    ),
  )
})

describe("the connector", () => {
  it.live("refuses a socket whose remote address isn't the pin", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const open = new Set<Socket>()
        const server = createServer((socket) => {
          open.add(socket.resume().on("error", () => {}))
          socket.on("close", () => open.delete(socket))
        })
        yield* Effect.acquireRelease(
          Effect.callback<void>((resume) => {
            server.listen(0, "127.0.0.1", () => resume(Effect.void))
          }),
          () => Effect.sync(() => server.close()),
        )
        const address = server.address()
        const port = typeof address === "object" && address !== null ? address.port : 0
        // For 0.0.0.0 the system itself replaces the address: it connects to loopback.
        const dial = (pin: string) =>
          Effect.callback<Error | null>((resume) => {
            PinnedConnector.make({ address: pin, connectTimeout: 60_000, signal: new AbortController().signal })(
              { hostname: "site.test", host: "site.test", protocol: "http:", port: String(port) },
              (...[error, socket]) => {
                socket?.destroy()
                resume(Effect.succeed(error))
              },
            )
          })
        assert.isNull(yield* dial("127.0.0.1"))
        assert.instanceOf(yield* dial("0.0.0.0"), PinnedConnector.RemoteAddressMismatch)
        yield* LocalSites.until(() => open.size === 0)
      }),
    ),
  )
})
