/** The method CONNECT, by which an HTTP proxy opens a tunnel (RFC 9110 section 9.3.6). */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Socket } from "node:net"
import * as Handshake from "./Handshake.ts"
import { ProxyUnavailable, TunnelRefused } from "./ProxyError.ts"

/** Maximum head of the proxy's answer, in bytes. */
export const maxHead = 16_384

/** Opens a tunnel over a connection to the proxy. Some proxies answer 401 where 407 is meant. */
export const open = Effect.fnUntraced(function* (
  socket: Socket,
  { host, port }: Handshake.Target,
  credentials: Redacted.Redacted | undefined,
): Effect.fn.Return<void, ProxyUnavailable | TunnelRefused> {
  const authority = `${host.includes(":") ? `[${host}]` : host}:${port}`
  const { bytes, hasMore } = yield* Effect.mapError(
    Handshake.exchange(socket, requestFor(authority, credentials), { lengthOf: headLength, most: maxHead }),
    (problem) => new TunnelRefused(problem, port),
  )
  const status = Number(statusLine.exec(bytes.toString("latin1"))?.[1])
  if (status >= 200 && status <= 299 && !hasMore) return
  if (status === 407 || status === 401) return yield* Effect.fail(new ProxyUnavailable("credentials"))
  return yield* Effect.fail(
    status >= 300 ? new TunnelRefused("refused", port, status) : new TunnelRefused("malformed", port),
  )
})

// --- private --------------------------------------------------------------------------

const requestFor = (authority: string, credentials: Redacted.Redacted | undefined): Buffer => {
  const authorization =
    credentials === undefined
      ? ""
      : `Proxy-Authorization: Basic ${Buffer.from(Redacted.value(credentials)).toString("base64")}\r\n`
  return Buffer.from(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${authorization}\r\n`, "latin1")
}

const headLength: Handshake.LengthOf = (bytes) => {
  const end = bytes.indexOf("\r\n\r\n")
  return end === -1 ? undefined : end + 4
}

const statusLine = /^HTTP\/1\.[01] ([2-5]\d\d)[ \r]/
