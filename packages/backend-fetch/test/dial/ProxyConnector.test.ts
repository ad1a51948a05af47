/** Tests connections through proxies on loopback, honest and hostile ones; `packages/test-net` has real proxies. clock: real, since sockets are. */
import { assert, describe, it } from "@effect/vitest"
import { type Hop, Network, Settings, WebError } from "@porthole/core"
import { DialerSuite } from "@porthole/testing"
import { Duration, Effect, Exit, Fiber, Layer, Redacted, Stream } from "effect"
import { HttpClient } from "effect/http"
import type { Socket } from "node:net"
import { inspect } from "node:util"
import { NodeHttpClient, NodeNetwork } from "../../src/index.ts"
import { ProxyUnavailable, TunnelRefused, UntrustedThroughProxy } from "../../src/dial/ProxyError.ts"
import * as LocalProxies from "../support/LocalProxies.ts"
import * as LocalSites from "../support/LocalSites.ts"

const urlOf = (scheme: string, { port }: LocalProxies.LocalProxy, host = "127.0.0.1") => `${scheme}://${host}:${port}`

const proxyAt = (url: string, credentials?: string): NodeNetwork.Proxy => ({
  url,
  credentials: credentials === undefined ? undefined : Redacted.make(credentials),
})

/** The body of a hop through a proxy. */
const get = (proxy: NodeNetwork.Proxy, hop: Hop, connectTimeout = Duration.seconds(60)) =>
  Network.Dialer.use(({ dial }) => dial({ hop, headers: { accept: "*/*" }, connectTimeout })).pipe(
    Effect.flatMap(({ body }) => Stream.mkString(Stream.decodeText(body))),
    Effect.scoped,
    Effect.provide(NodeNetwork.layerProxyDialer(proxy)),
  )

const here: Parameters<typeof LocalSites.web>[0] = (_request, response) => response.end("here")

/** The error that a model reads, and its cause, which the operator reads. */
const failureOf = <A, R>(effect: Effect.Effect<A, WebError.WebError, R>) =>
  Effect.map(Effect.flip(effect), (error) => ({ reason: error.reason, error, cause: WebError.causeOf(error) }))

describe.each([
  ["http", LocalProxies.http()],
  ["socks5", LocalProxies.socks5()],
] as const)("the contract of a dialer, through a proxy of the kind %s", (scheme, behaviour) => {
  const layer = Layer.unwrap(
    Effect.map(LocalProxies.start(behaviour), (proxy) => NodeNetwork.layerProxyDialer(proxyAt(urlOf(scheme, proxy)))),
  )
  for (const { name, run } of DialerSuite.cases({ layer, serve: LocalSites.scripted })) it.live(name, () => run)
})

describe("a tunnel", () => {
  it.live.each([
    ["http", LocalProxies.http()],
    ["socks5", LocalProxies.socks5()],
  ] as const)("leads to the vetted address, never to a name (%s)", ([scheme, behaviour]) =>
    Effect.gen(function* () {
      const proxy = yield* LocalProxies.start(behaviour)
      const site = yield* LocalSites.web(here)
      assert.strictEqual(yield* get(proxyAt(urlOf(scheme, proxy)), site.hop), "here")
      assert.deepStrictEqual(proxy.targets, [`${site.address}:80`])
      assert.notInclude(proxy.received.join(), "site.test")
      assert.strictEqual(site.seen()[0]?.headers["host"], "site.test")
      assert.notProperty(site.seen()[0]?.headers, "proxy-authorization")
    }).pipe(Effect.scoped),
  )

  it.live("to an IPv6 address has brackets in HTTP, and 16 bytes in SOCKS", () =>
    Effect.gen(function* () {
      const hop = LocalSites.hopTo("http://six.test/", "2606:2800:220:1:248:1893:25c8:1946")
      const compressed = LocalSites.hopTo("http://six.test/", "2606:2800::7")
      const http = yield* LocalProxies.start(LocalProxies.http())
      const socks = yield* LocalProxies.start(LocalProxies.socks5())
      for (const one of [hop, compressed]) {
        yield* failureOf(get(proxyAt(urlOf("http", http)), one))
        yield* failureOf(get(proxyAt(urlOf("socks5", socks)), one))
      }
      assert.deepStrictEqual(http.targets, ["[2606:2800:220:1:248:1893:25c8:1946]:80", "[2606:2800::7]:80"])
      assert.deepStrictEqual(socks.targets, [
        "[26062800022000010248189325c81946]:80",
        "[26062800000000000000000000000007]:80",
      ])
    }).pipe(Effect.scoped),
  )

  it.live("is kept for the next request to the same origin and address, and for no other", () =>
    Effect.gen(function* () {
      const proxy = yield* LocalProxies.start(LocalProxies.http())
      const other = yield* LocalProxies.start(LocalProxies.http())
      const site = yield* LocalSites.web(here)
      const through = (one: LocalProxies.LocalProxy, hosts: ReadonlyArray<string>) =>
        Effect.provide(
          Effect.forEach(hosts, (host) =>
            Network.Dialer.use(({ dial }) =>
              Effect.scoped(
                Effect.flatMap(
                  dial({ hop: LocalSites.hopTo(`http://${host}/`, site.address), headers: {} }),
                  ({ body }) => Stream.runDrain(body),
                ),
              ),
            ),
          ),
          NodeNetwork.layerProxyDialer(proxyAt(urlOf("http", one))),
        )
      yield* through(proxy, ["a.test", "a.test", "b.test"])
      assert.lengthOf(proxy.targets, 2)
      yield* through(other, ["a.test"])
      assert.lengthOf(other.targets, 1)
    }).pipe(Effect.scoped, Effect.provideService(Settings.Settings, oneConnection)),
  )

  it.live("is verified by TLS inside, for the URL's own host", () =>
    Effect.gen(function* () {
      const proxy = yield* LocalProxies.start(LocalProxies.http())
      const site = yield* LocalSites.secure(here)
      const { cause, error, reason } = yield* failureOf(get(proxyAt(urlOf("http", proxy)), site.hop))
      assert.deepStrictEqual([error.error, reason], ["http_error", "tls_failed"])
      assert.instanceOf(cause, UntrustedThroughProxy)
      assert.include(String(cause), "NODE_EXTRA_CA_CERTS")
      assert.lengthOf(site.seen(), 0)
    }).pipe(Effect.scoped),
  )

  it.live("ends with its caller, at any stage", () =>
    Effect.gen(function* () {
      const stages: ReadonlyArray<LocalProxies.Behaviour> = [
        () => {},
        (socket) => socket.write("HTTP/1.1 200 OK\r\n"),
        (socket) => socket.write("HTTP/1.1 200 OK\r\n\r\n"),
      ]
      for (const behaviour of stages) {
        const proxy = yield* LocalProxies.start(behaviour)
        const hop = LocalSites.hopTo("https://secure.test/", "93.184.216.34")
        const fiber = yield* Effect.forkChild(get(proxyAt(urlOf("http", proxy)), hop))
        yield* LocalSites.until(() => proxy.received.length === 1)
        yield* Fiber.interrupt(fiber)
        yield* LocalSites.until(() => proxy.sockets() === 0)
      }
    }).pipe(Effect.scoped),
  )
})

const oneConnection = { ...Settings.Settings.defaultValue(), per_host_concurrency: 1 }

describe("credentials", () => {
  it.live("are sent to the proxy alone, by Basic authorization", () =>
    Effect.gen(function* () {
      const proxy = yield* LocalProxies.start(LocalProxies.http())
      const site = yield* LocalSites.web(here)
      assert.strictEqual(yield* get(proxyAt(urlOf("http", proxy), "me:s\u00e4cret:x"), site.hop), "here")
      const encoded = Buffer.from("me:s\u00e4cret:x").toString("base64")
      assert.include(proxy.received[0], `\r\nProxy-Authorization: Basic ${encoded}\r\n`)
      assert.notInclude(JSON.stringify(site.seen()), encoded)
    }).pipe(Effect.scoped),
  )

  it.live("sign in to SOCKS, and none is sent to a proxy that wants none", () =>
    Effect.gen(function* () {
      const site = yield* LocalSites.web(here)
      const strict = yield* LocalProxies.start(LocalProxies.socks5("me:secret"))
      assert.strictEqual(yield* get(proxyAt(urlOf("socks5", strict), "me:secret"), site.hop), "here")
      const open = yield* LocalProxies.start(LocalProxies.socks5())
      assert.strictEqual(yield* get(proxyAt(urlOf("socks5", open), "me:secret"), site.hop), "here")
      assert.notInclude(open.received.join(), "secret")
    }).pipe(Effect.scoped),
  )

  const unauthorized: LocalProxies.Behaviour = (socket) => socket.end("HTTP/1.1 401 Unauthorized\r\n\r\n")
  const refusing: LocalProxies.Behaviour = (socket) =>
    socket.end("HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n<html>sign in</html>")

  it.live.each([
    ["http", refusing, undefined],
    ["http", refusing, "me:WRONG"],
    ["http", unauthorized, "me:WRONG"],
    ["socks5", LocalProxies.socks5("me:secret"), undefined],
    ["socks5", LocalProxies.socks5("me:secret"), "me:WRONG"],
  ] as const)(
    "that are missing or wrong are proxy_unavailable, and are in no message (%s)",
    ([scheme, behaviour, given]) =>
      Effect.gen(function* () {
        const proxy = yield* LocalProxies.start(behaviour)
        const hop = LocalSites.hopTo("http://site.test/", "93.184.216.34")
        const { cause, error, reason } = yield* failureOf(get(proxyAt(urlOf(scheme, proxy), given), hop))
        assert.strictEqual(reason, "proxy_unavailable")
        assert.instanceOf(cause, ProxyUnavailable)
        assert.include(String(cause), "egress_proxy_credentials")
        assert.notMatch(inspect([error, cause], { depth: 9 }), /WRONG|V1JPTkc|127\.0\.0\.1/)
      }).pipe(Effect.scoped),
  )
})

/** Behaviours of a hostile proxy, by protocol, with the problem that the operator reads. */
const hostile: ReadonlyArray<readonly [string, "http" | "socks5", LocalProxies.Behaviour, string]> = [
  ["hangs", "http", () => {}, "timeout"],
  ["answers 502", "http", (socket) => socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n"), "refused"],
  ["answers 403", "http", (socket) => socket.end("HTTP/1.1 403 Forbidden\r\n\r\n<html>"), "refused"],
  ["redirects", "http", (socket) => socket.end("HTTP/1.1 302 Found\r\nLocation: http://10.9.0.5/\r\n\r\n"), "refused"],
  ["answers garbage", "http", (socket) => socket.end("220 smtp.test ESMTP\r\n\r\n"), "malformed"],
  ["switches protocols", "http", (socket) => socket.write("HTTP/1.1 101 Switching\r\n\r\n"), "malformed"],
  ["closes at once", "http", (socket) => socket.destroy(), "closed"],
  ["closes half-way", "http", (socket) => socket.end("HTTP/1.1 200 O"), "closed"],
  [
    "sends an endless head",
    "http",
    (socket) => flood(socket, "HTTP/1.1 200 OK\r\n", "X-Pad: padding\r\n"),
    "malformed",
  ],
  ["sends an endless line", "http", (socket) => flood(socket, "HTTP/1.1 200 ", "x"), "malformed"],
  [
    "answers in the site's name",
    "http",
    (socket) => socket.end("HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfake"),
    "malformed",
  ],
  ["hangs after the sign-in", "socks5", afterSignIn(() => {}), "timeout"],
  ["closes after the sign-in", "socks5", afterSignIn((socket) => socket.destroy()), "closed"],
  ["refuses", "socks5", afterSignIn((socket) => socket.end(Buffer.from([5, 2, 0, 1, 0, 0, 0, 0, 0, 0]))), "refused"],
  ["answers HTTP", "socks5", afterSignIn((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")), "malformed"],
  ["answers half", "socks5", afterSignIn((socket) => socket.end(Buffer.from([5, 0, 0]))), "closed"],
  [
    "says more than its reply",
    "socks5",
    afterSignIn((socket) => socket.end(Buffer.concat([Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]), Buffer.from("x")]))),
    "malformed",
  ],
]

function afterSignIn(behave: (socket: Socket) => void): LocalProxies.Behaviour {
  return (socket) => {
    socket.write(Buffer.from([5, 0]))
    socket.once("data", () => behave(socket))
  }
}

const flood = (socket: Socket, start: string, again: string): void => {
  socket.write(start)
  const more = (): void => {
    if (!socket.destroyed) socket.write(again.repeat(500), more)
  }
  more()
}

describe("a proxy that", () => {
  const hop = LocalSites.hopTo("http://site.test/", "93.184.216.34")

  it.live.each(hostile)("%s (%s) is target_unreachable, and its connection ends", ([, scheme, behaviour, problem]) =>
    Effect.gen(function* () {
      const proxy = yield* LocalProxies.start(behaviour)
      const patience = Duration.millis(problem === "timeout" ? 300 : 60_000)
      const { cause, reason } = yield* failureOf(get(proxyAt(urlOf(scheme, proxy)), hop, patience))
      assert.strictEqual(reason, "target_unreachable")
      assert.instanceOf(cause, TunnelRefused)
      assert.strictEqual(cause instanceof TunnelRefused ? cause.problem : "", problem)
      assert.include(String(cause), "allow port 80")
      yield* LocalSites.until(() => proxy.sockets() === 0)
    }).pipe(Effect.scoped),
  )

  it("refuses port 443 by its rules is to allow this machine, because it gets addresses", () => {
    for (const answer of [403, 2])
      assert.include(new TunnelRefused("refused", 443, answer).message, "Allow this machine")
    for (const answer of [502, 5]) assert.match(new TunnelRefused("refused", 443, answer).message, /^[^.]+\.$/)
  })

  it.live.each<readonly [string, LocalProxies.Behaviour]>([
    ["hangs", () => {}],
    ["speaks HTTP", (socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")],
    ["closes", (socket) => socket.destroy()],
    ["offers another method", (socket) => socket.end(Buffer.from([5, 1]))],
    ["speaks version 4", (socket) => socket.end(Buffer.from([0, 0x5b]))],
  ])("%s in the sign-in of SOCKS is proxy_unavailable: it doesn't know the site yet", ([, behaviour]) =>
    Effect.gen(function* () {
      const proxy = yield* LocalProxies.start(behaviour)
      const { cause, reason } = yield* failureOf(get(proxyAt(urlOf("socks5", proxy)), hop, Duration.millis(500)))
      assert.strictEqual(reason, "proxy_unavailable")
      assert.instanceOf(cause, ProxyUnavailable)
      assert.notInclude(proxy.received.join(), hop.address.value)
    }).pipe(Effect.scoped),
  )

  it.live("leads elsewhere gets a page over http, and none over https", () =>
    Effect.gen(function* () {
      const elsewhere = yield* LocalSites.secure(here)
      const proxy = yield* LocalProxies.start(LocalProxies.http(elsewhere.address))
      const wanted = LocalSites.hopTo("https://site.test/", "93.184.216.34")
      assert.strictEqual((yield* failureOf(get(proxyAt(urlOf("http", proxy)), wanted))).reason, "tls_failed")
      assert.lengthOf(elsewhere.seen(), 0)
    }).pipe(Effect.scoped),
  )

  it.live("isn't there is proxy_unavailable, by any scheme, and names no address", () =>
    Effect.gen(function* () {
      for (const url of [
        "http://127.0.0.1:1",
        "https://127.0.0.1:1",
        "socks5://127.0.0.1:1",
        "http://gone.invalid:1",
      ]) {
        const { cause, error, reason } = yield* failureOf(get(proxyAt(url), hop))
        assert.deepStrictEqual([error.error, reason], ["http_error", "proxy_unavailable"])
        assert.instanceOf(cause, ProxyUnavailable)
        assert.notInclude(JSON.stringify(error), "127.0.0.1")
      }
    }),
  )

  it.live("is reached at another address than its own is proxy_unavailable", () =>
    Effect.gen(function* () {
      const proxy = yield* LocalProxies.start(LocalProxies.http())
      // The system connects to loopback.
      const { cause, reason } = yield* failureOf(get(proxyAt(urlOf("http", proxy, "0.0.0.0")), hop))
      assert.strictEqual(reason, "proxy_unavailable")
      assert.strictEqual(cause instanceof ProxyUnavailable ? cause.problem : "", "other_address")
      assert.lengthOf(proxy.received, 0)
    }).pipe(Effect.scoped),
  )

  it.live("has a name is found by the system", () =>
    Effect.gen(function* () {
      const proxy = yield* LocalProxies.start(LocalProxies.http())
      const site = yield* LocalSites.web(here)
      assert.strictEqual(yield* get(proxyAt(urlOf("http", proxy, "localhost")), site.hop), "here")
    }).pipe(Effect.scoped),
  )

  it.live("presents an untrusted certificate is proxy_unavailable, and gets no credentials", () =>
    Effect.gen(function* () {
      const proxy = yield* LocalProxies.start(LocalProxies.http(), { tls: true })
      const { reason } = yield* failureOf(get(proxyAt(urlOf("https", proxy), "me:secret"), hop))
      assert.strictEqual(reason, "proxy_unavailable")
      assert.lengthOf(proxy.received, 0)
    }).pipe(Effect.scoped),
  )
})

it.live("a dead proxy before a DNS-over-HTTPS server is proxy_unavailable, too", () =>
  Effect.gen(function* () {
    const resolver = Layer.provide(
      NodeNetwork.layerDohResolver(["https://dns.example.com/dns-query"]),
      NodeHttpClient.layerThrough(proxyAt("http://127.0.0.1:1")),
    )
    const resolving = Effect.provide(
      Network.Resolver.use(({ resolve }) => resolve("a.test")),
      resolver,
    )
    const { cause, reason } = yield* failureOf(resolving)
    assert.strictEqual(reason, "proxy_unavailable")
    assert.instanceOf(cause, ProxyUnavailable)
  }),
)

describe("configured endpoints", () => {
  const read = (proxy: NodeNetwork.Proxy, url: string) =>
    HttpClient.get(url).pipe(
      Effect.flatMap(({ text }) => text),
      Effect.provide(NodeHttpClient.layerThrough(proxy)),
    )

  it.live("are reached by the name or address that the operator wrote", () =>
    Effect.gen(function* () {
      const site = yield* LocalSites.web(here)
      const http = yield* LocalProxies.start(LocalProxies.http(site.address))
      // A proxy may lead to onion services, and DNS must not see their names.
      for (const host of ["api.example.com", "93.184.216.34", "search.onion"]) {
        assert.strictEqual(yield* read(proxyAt(urlOf("http", http)), `http://${host}/`), "here")
      }
      assert.deepStrictEqual(http.targets, ["api.example.com:80", "93.184.216.34:80", "search.onion:80"])
      const socks = yield* LocalProxies.start(LocalProxies.socks5())
      yield* Effect.exit(read(proxyAt(urlOf("socks5", socks)), "http://api.example.com:8080/"))
      assert.deepStrictEqual(socks.targets, ["api.example.com:8080"])
    }).pipe(Effect.scoped),
  )

  it.live("that are private by their form are reached without the proxy", () =>
    Effect.gen(function* () {
      const site = yield* LocalSites.web(here)
      for (const host of ["127.0.0.1", "localhost"]) {
        assert.strictEqual(yield* read(proxyAt("http://127.0.0.1:1"), `http://${host}:${site.port}/`), "here")
      }
    }).pipe(Effect.scoped),
  )

  it.live("fail without an answer of the proxy, and a tunnel that hangs ends with the layer", () =>
    Effect.gen(function* () {
      const proxy = yield* LocalProxies.start(() => {})
      const fiber = yield* Effect.forkChild(read(proxyAt(urlOf("http", proxy)), "http://api.example.com/"))
      yield* LocalSites.until(() => proxy.received.length === 1)
      yield* Fiber.interrupt(fiber)
      yield* LocalSites.until(() => proxy.sockets() === 0)
      assert.isTrue(Exit.isFailure(yield* Effect.exit(read(proxyAt("http://127.0.0.1:1"), "http://api.example.com/"))))
    }).pipe(Effect.scoped),
  )
})
