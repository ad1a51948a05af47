/**
 * Real HTTP and HTTPS servers on loopback. The real dialer reaches them through a connector that maps public addresses
 * to them. The map exists only in tests; the product has no such option.
 */
import { assert } from "@effect/vitest"
import { Hop, Network, WebUrl } from "@porthole/core"
import type { DialerSuite } from "@porthole/testing"
import { Effect, Layer, Result, type Scope } from "effect"
import http from "node:http"
import https from "node:https"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"
import * as PinnedConnector from "../../src/dial/PinnedConnector.ts"
import * as UndiciDialer from "../../src/dial/UndiciDialer.ts"
import * as certificate from "./certificate.ts"

const policy = { ports: [80, 443] }

/** Public address -> port on loopback. */
const ports = new Map<string, number>()
let sites = 0

/** The product's connector, to the mapped address; the system refuses an address without a site. */
export const connector: UndiciDialer.MakeConnector = ({ address, ...options }) => {
  const connect = PinnedConnector.make({ ...options, address: "127.0.0.1" })
  return (options, callback) => connect({ ...options, port: String(portAt(address)) }, callback)
}

/** The port on loopback that stands for a public address; the system refuses connections to 1. */
export const portAt = (address: string): number => ports.get(address) ?? 1

/** The dialer of the product over mapped connections. */
export const dialer: Layer.Layer<Network.Dialer> = Layer.effect(Network.Dialer, UndiciDialer.make(connector))

/** A site on loopback: its public address, a vetted hop to it, and its recorded requests. */
export interface Site {
  readonly address: string
  /** On loopback. */
  readonly port: string
  readonly hop: Hop
  readonly seen: () => ReadonlyArray<DialerSuite.Seen>
  readonly sockets: () => number
}

/** A public address without a listener. */
export const nextAddress = (): string => `93.184.${Math.floor(++sites / 250)}.${(sites % 250) + 1}`

/** A hop to an address under any name. */
export const hopTo = (url: string, address: string): Hop =>
  Result.getOrThrow(Hop.vet(Result.getOrThrow(WebUrl.judge(url, policy)), [address]))[0]

/** Starts a site with a handler; it ends with the scope. */
export const start = (
  server: Server,
  seen: Array<DialerSuite.Seen>,
  url = "http://site.test/path?q=1",
): Effect.Effect<Site, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<Site & { readonly close: () => void }>((resume) => {
      const sockets = new Set<Socket>()
      server.on("connection", (socket: Socket) => {
        sockets.add(socket)
        socket.on("close", () => sockets.delete(socket)).on("error", () => {})
      })
      server.listen(0, "127.0.0.1", () => {
        const address = nextAddress()
        const port = portOf(server.address())
        ports.set(address, port)
        resume(
          Effect.succeed({
            address,
            port: String(port),
            hop: hopTo(url, address),
            seen: () => seen,
            sockets: () => sockets.size,
            close: () => {
              server.close()
              for (const socket of sockets) socket.destroy()
            },
          }),
        )
      })
    }),
    ({ close }) => Effect.sync(close),
  )

/** A site with a request listener. */
export const web = (listener: http.RequestListener, url?: string): Effect.Effect<Site, never, Scope.Scope> => {
  const seen: Array<DialerSuite.Seen> = []
  return start(http.createServer(recording(seen, listener)), seen, url)
}

/** The same over TLS, for `secure.test` and with an untrusted certificate. */
export const secure = (listener: http.RequestListener): Effect.Effect<Site, never, Scope.Scope> => {
  const seen: Array<DialerSuite.Seen> = []
  return start(https.createServer({ ...certificate }, recording(seen, listener)), seen, "https://secure.test/")
}

/** A site that doesn't speak HTTP: `talk` receives each socket. */
export const raw = (talk: (socket: Socket) => void): Effect.Effect<Site, never, Scope.Scope> =>
  start(createServer(talk), [])

/** The site of a contract suite. */
export const scripted = (answer: DialerSuite.Scripted): Effect.Effect<Site, never, Scope.Scope> => {
  if (answer === "refuse") {
    return Effect.sync(() => {
      const address = nextAddress()
      return { address, port: "1", hop: hopTo("http://site.test/", address), seen: () => [], sockets: () => 0 }
    })
  }
  if (answer === "reset") return raw((socket) => socket.once("data", () => socket.resetAndDestroy()))
  if (answer === "garbage") return raw((socket) => socket.once("data", () => socket.end("220 smtp.test ESMTP\r\n")))
  return web((_request, response) => {
    response.writeHead(answer.status, Object.fromEntries(Object.entries(answer.headers ?? {}).map(mutable)))
    response.end(answer.body)
  })
}

/** Waits until a condition holds. */
export const until = (condition: () => boolean): Effect.Effect<void> =>
  // clock: polls for the condition
  Effect.suspend(() => (condition() ? Effect.void : Effect.andThen(Effect.sleep(5), until(condition))))

/** Waits until a site has no connection left, and fails if that takes too long. */
export const closed = (site: Site): Effect.Effect<void> =>
  // clock: bounds a hang
  Effect.timeoutOrElse(
    until(() => site.sockets() === 0),
    { duration: "5 minutes", orElse: () => Effect.sync(() => assert.fail(`${site.sockets()} sockets are open`)) },
  )

// --- private --------------------------------------------------------------------------

const mutable = ([name, value]: [string, string | ReadonlyArray<string>]): [string, string | Array<string>] => [
  name,
  typeof value === "string" ? value : [...value],
]

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === "object" && address !== null ? address.port : 0

const recording =
  (seen: Array<DialerSuite.Seen>, listener: http.RequestListener): http.RequestListener =>
  (request, response) => {
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
    seen.push({ path: request.url ?? "", headers: Object.fromEntries(headers) })
    listener(request, response)
  }
