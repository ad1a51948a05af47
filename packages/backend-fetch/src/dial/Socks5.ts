/**
 * SOCKS version 5 (RFC 1928), with a user name and a password if there are credentials (RFC 1929). An address is sent
 * as an address, so the proxy has no name to resolve.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { isIP, type Socket } from "node:net"
import * as Handshake from "./Handshake.ts"
import { ProxyUnavailable, TunnelRefused } from "./ProxyError.ts"

/**
 * Agrees on a method and signs in; the proxy doesn't know the site yet. A proxy without need of credentials may ignore
 * them.
 */
export const signIn = Effect.fnUntraced(function* (
  socket: Socket,
  credentials: Redacted.Redacted | undefined,
): Effect.fn.Return<void, ProxyUnavailable> {
  const methods = credentials === undefined ? [anonymous] : [anonymous, password]
  const [version, method] = yield* ask(socket, Buffer.from([5, methods.length, ...methods]))
  if (version === 5 && method === anonymous) return
  if (version !== 5 || (method !== password && method !== none)) return yield* malformed
  if (method === none || credentials === undefined) return yield* refused
  const [, status] = yield* ask(socket, signInRequest(Redacted.value(credentials)))
  if (status !== 0) return yield* refused
})

/** Opens a tunnel, once signed in. */
export const open = Effect.fnUntraced(function* (
  socket: Socket,
  { host, port }: Handshake.Target,
): Effect.fn.Return<void, TunnelRefused> {
  const request = Buffer.from([5, 1, 0, ...destinationOf(host), port >> 8, port & 0xff])
  const { bytes, hasMore } = yield* Effect.mapError(
    Handshake.exchange(socket, request, { lengthOf: replyLength, most: maxReply }),
    (problem) => new TunnelRefused(problem, port),
  )
  const [version, code] = bytes
  if (version !== 5 || code === undefined || hasMore) return yield* Effect.fail(new TunnelRefused("malformed", port))
  if (code !== 0) return yield* Effect.fail(new TunnelRefused("refused", port, code))
})

// --- private --------------------------------------------------------------------------

const anonymous = 0
const password = 2
const none = 0xff

const malformed = Effect.suspend(() => Effect.fail(new ProxyUnavailable("malformed")))
const refused = Effect.suspend(() => Effect.fail(new ProxyUnavailable("credentials")))

/** A message of the sign-in, whose reply has two bytes. */
const ask = (socket: Socket, request: Buffer): Effect.Effect<Buffer, ProxyUnavailable> =>
  Effect.mapBoth(Handshake.exchange(socket, request, { lengthOf: () => 2, most: 2 }), {
    onFailure: () => new ProxyUnavailable("malformed"),
    onSuccess: ({ bytes }) => bytes,
  })

const signInRequest = (credentials: string): Buffer => {
  const colon = credentials.indexOf(":")
  return Buffer.concat([
    Buffer.from([1]),
    counted(Buffer.from(credentials.slice(0, colon))),
    counted(Buffer.from(credentials.slice(colon + 1))),
  ])
}

const counted = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([bytes.length]), bytes])

/** An address as IPv4 or IPv6; a name, which only an operator gives, as it is. */
const destinationOf = (host: string): ReadonlyArray<number> => {
  switch (isIP(host)) {
    case 4:
      return [1, ...host.split(".").map(Number)]
    case 6:
      return [4, ...ipv6Bytes(host)]
    default:
      return [3, host.length, ...Buffer.from(host, "latin1")]
  }
}

/** The bytes of an address in canonical spelling (RFC 5952), in which `::` stands for all groups that are missing. */
const ipv6Bytes = (host: string): ReadonlyArray<number> => {
  const [head = [], tail = []] = host.split("::").map((part) => (part === "" ? [] : part.split(":")))
  const groups = [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => "0"), ...tail]
  return groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff])
}

/** Of a reply with an address (RFC 1928 section 6): four bytes, the address, and its port. */
const replyLength: Handshake.LengthOf = ({ 3: type, 4: length }) => {
  if (type === undefined || length === undefined) return undefined
  if (type === 1) return 10
  if (type === 4) return 22
  return type === 3 ? 7 + length : 5
}

const maxReply = 262
