/**
 * Connectors of undici that reach their targets through a proxy: {@link pinned} for sites, {@link named} for configured
 * endpoints. undici's own `ProxyAgent` isn't used, because it opens tunnels to names.
 *
 * A connection has three stages, all within one timeout: the connection to the proxy, whose remote address must be one
 * of the proxy's; the tunnel; and TLS inside the tunnel, verified for the URL's own host. So a proxy that leads
 * elsewhere is noticed over https. Over http the destination rests on the proxy.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Redacted from "effect/Redacted"
import { lookup } from "node:dns"
import type { LookupFunction, Socket } from "node:net"
import { buildConnector, errors } from "undici"
import { HostName, IpAddress, PublicAddress } from "@porthole/core"
import * as ConnectionError from "./ConnectionError.ts"
import type * as Handshake from "./Handshake.ts"
import * as HttpConnect from "./HttpConnect.ts"
import type * as PinnedConnector from "./PinnedConnector.ts"
import { ProxyUnavailable, TunnelRefused, UntrustedThroughProxy } from "./ProxyError.ts"
import * as Socks5 from "./Socks5.ts"

/** A proxy: an `http:`, `https:` or `socks5:` URL without credentials, and `user:password` if it demands them. */
export interface Proxy {
  readonly url: string
  readonly credentials: Redacted.Redacted | undefined
}

/** Makes the connector of one pin through a proxy: the tunnel leads to the pinned address, never to a name. */
export const pinned =
  (proxy: Proxy) =>
  ({ address, connectTimeout, signal }: PinnedConnector.PinOptions): buildConnector.connector =>
    through(proxy, { connectTimeout, signal }, () => address)

/**
 * Makes a connector for configured endpoints: the tunnel leads to the endpoint's host as it is written. `direct`
 * connects to hosts that are private by their form, such as `localhost` and `10.0.0.5`, which a proxy can't reach.
 */
export const named =
  (proxy: Proxy, direct: buildConnector.connector, signal: AbortSignal): buildConnector.connector =>
  (options, callback) => {
    const host = HostName.unbracketed(options.hostname)
    const connect = isPrivateByForm(host) ? direct : through(proxy, { connectTimeout, signal }, () => host)
    connect(options, callback)
  }

// --- private --------------------------------------------------------------------------

interface TunnelOptions {
  /** For all stages, in ms. */
  readonly connectTimeout: number
  readonly signal: AbortSignal
}

/** The timeout of a connection to an endpoint, in ms: undici's own default. */
const connectTimeout = 10_000

const isPrivateByForm = (host: string): boolean => {
  if (IpAddress.isLiteral(host)) return PublicAddress.PublicAddress.classify(host) === undefined
  const name = HostName.fromUrlHost(host)
  return name === undefined || HostName.isInternal(name)
}

const through =
  (proxy: Proxy, options: TunnelOptions, hostOf: () => string): buildConnector.connector =>
  (site, callback) => {
    const port = site.port === "" ? (site.protocol === "https:" ? 443 : 80) : Number(site.port)
    const connected = connectInStages(proxy, options, { host: hostOf(), port }, site)
    Effect.runFork(connected, { signal: options.signal }).addObserver(
      Exit.match({
        onFailure: (cause) => callback(errorOf(cause), null),
        onSuccess: (socket) => callback(null, socket),
      }),
    )
  }

const connectInStages = Effect.fnUntraced(function* (
  proxy: Proxy,
  { connectTimeout, signal }: TunnelOptions,
  target: Handshake.Target,
  site: buildConnector.Options,
) {
  const endsAt = (yield* Clock.currentTimeMillis) + connectTimeout
  const inTime = <E, L>(stage: Effect.Effect<Socket, E>, late: () => L): Effect.Effect<Socket, E | L> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Effect.timeoutOrElse(stage, { duration: Math.max(0, endsAt - now), orElse: () => Effect.fail(late()) }),
    )
  const socket = yield* inTime(connectToProxy(proxy, signal), () => new ProxyUnavailable("no_connection"))
  return yield* inTime(signIn(proxy, socket), () => new ProxyUnavailable("malformed")).pipe(
    Effect.andThen(inTime(openTunnel(proxy, socket, target), () => new TunnelRefused("timeout", target.port))),
    Effect.andThen(
      inTime(secure(socket, { ...site, hostname: target.host }, signal), () => new errors.ConnectTimeoutError()),
    ),
    Effect.onError(() => Effect.sync(() => socket.destroy())),
  )
})

/** Connects, and compares the remote address with the addresses of the proxy's own name. */
const connectToProxy = (proxy: Proxy, signal: AbortSignal): Effect.Effect<Socket, ProxyUnavailable> =>
  Effect.callback<Socket, ProxyUnavailable>((resume) => {
    const url = new URL(proxy.url)
    const hostname = HostName.unbracketed(url.hostname)
    const addresses: Array<string> = IpAddress.isLiteral(hostname) ? [hostname] : []
    const late = new AbortController()
    const connect = buildConnector({
      allowH2: false,
      // The system answers with all addresses then.
      autoSelectFamily: true,
      lookup: recording(addresses),
      maxCachedSessions: 0,
      rejectUnauthorized: true,
      signal: AbortSignal.any([signal, late.signal]),
      timeout: 0,
    })
    const protocol = url.protocol === "https:" ? "https:" : "http:"
    connect({ hostname, host: url.hostname, protocol, port: portOf(url) }, (...[cause, socket]) => {
      if (cause !== null) return resume(Effect.fail(new ProxyUnavailable("no_connection", cause)))
      const remote = socket.remoteAddress ?? ""
      if (addresses.some((address) => IpAddress.sameAddress(remote, address))) return resume(Effect.succeed(socket))
      socket.destroy()
      resume(Effect.fail(new ProxyUnavailable("other_address")))
    })
    return Effect.sync(() => late.abort())
  })

const recording =
  (addresses: Array<string>): LookupFunction =>
  (host, options, done) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      for (const { address } of found ?? []) addresses.push(address)
      done(error, found)
    })

/** A URL names no port that is its scheme's default; IANA's registry has 1080 for SOCKS. */
const portOf = ({ port, protocol }: URL): string => (port === "" ? (defaultPorts[protocol] ?? "1080") : port)
const defaultPorts: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" }

const isSocks = ({ url }: Proxy): boolean => new URL(url).protocol === "socks5:"

const signIn = (proxy: Proxy, socket: Socket): Effect.Effect<Socket, ProxyUnavailable> =>
  isSocks(proxy) ? Effect.as(Socks5.signIn(socket, proxy.credentials), socket) : Effect.succeed(socket)

const openTunnel = (
  proxy: Proxy,
  socket: Socket,
  target: Handshake.Target,
): Effect.Effect<Socket, ProxyUnavailable | TunnelRefused> =>
  Effect.as(isSocks(proxy) ? Socks5.open(socket, target) : HttpConnect.open(socket, target, proxy.credentials), socket)

/** TLS inside the tunnel, if the URL demands it. */
const secure = (socket: Socket, site: buildConnector.Options, signal: AbortSignal): Effect.Effect<Socket, Error> =>
  site.protocol === "https:"
    ? Effect.callback<Socket, Error>((resume) => {
        const connect = buildConnector({
          allowH2: false,
          maxCachedSessions: 0,
          rejectUnauthorized: true,
          signal,
          timeout: 0,
        })
        connect({ ...site, httpSocket: socket }, (...[error, secured]) =>
          resume(error === null ? Effect.succeed(secured) : Effect.fail(withAdvice(error))),
        )
      })
    : Effect.succeed(socket)

const withAdvice = (error: Error): Error => {
  const code = "code" in error && typeof error.code === "string" ? error.code : ""
  return ConnectionError.isCertificateCode(code) ? new UntrustedThroughProxy({ code, message: error.message }) : error
}

/** An interruption, by the signal, has no error of its own. */
const errorOf = (cause: Cause.Cause<Error>): Error => {
  const error = Cause.squash(cause)
  return error instanceof Error ? error : new TypeError("The connection through the proxy died.", { cause: error })
}
