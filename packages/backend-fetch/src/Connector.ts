/**
 * The connectors of the transport: they open its sockets, and limit what is read from them.
 *
 * The pinned connector dials only one vetted address, whatever the origin's name.
 * The origin keeps the host's name, so Host header, TLS server name and certificate check use that name. Once
 * connected, the socket's own remote address is compared with the pin, because the system may dial another one
 * (`0.0.0.0` connects to loopback on Linux).
 *
 * It also reads the certificate that a host presents, for an operator who wants to know why a TLS connection fails:
 * Node's errors have no dates, and names only if the name is wrong. That takes a separate handshake, which also goes
 * only to a vetted address. This handshake accepts any certificate; nothing is sent or read over it, and it never
 * serves a page.
 *
 * A wire limit bounds the bytes that one exchange reads from its socket, including status lines, headers, 1xx responses
 * and chunk framing, which an HTTP parser consumes without passing them on. undici writes a request in the same turn in
 * which it reports its start, so the first write after {@link WireCount.begin} belongs to that exchange. HTTP/1.1
 * without pipelining: a socket carries one exchange at a time.
 */
import * as Effect from "effect/Effect"
import type { Socket } from "node:net"
import type { ConnectionOptions, DetailedPeerCertificate, PeerCertificate, TLSSocket } from "node:tls"
import { buildConnector } from "undici"
import { Hop, type Network, PublicAddress } from "@porthole/core"

// --- the pinned connector --------------------------------------------------------------

/**
 * Options of a connector; `connectTimeout` covers TCP and TLS, in ms. `signal` destroys every connection that the
 * connector made, including one that is still connecting.
 */
export interface PinOptions {
  readonly address: string
  readonly connectTimeout: number
  readonly signal: AbortSignal
}

/** The socket was connected to another address than the pinned one. */
export class RemoteAddressMismatch extends Error {
  readonly code = "PORTHOLE_REMOTE_ADDRESS"
}

/** Makes the connector of one pin. Neither the environment nor undici's own resolver affects it. */
export const makePinned = ({ address, connectTimeout, signal }: PinOptions): buildConnector.connector => {
  const connect = buildConnector({
    allowH2: false,
    autoSelectFamily: false,
    maxCachedSessions: 0,
    rejectUnauthorized: true,
    signal,
    timeout: connectTimeout,
  })
  return ({ servername, ...options }, callback) =>
    connect(
      {
        ...options,
        hostname: address,
        // For http, undici would resolve a server name, so it gets none.
        ...(options.protocol === "https:" && servername !== undefined ? { servername } : {}),
      },
      (...[error, socket]) => {
        if (error !== null) return callback(error, null)
        if (PublicAddress.sameAddress(socket.remoteAddress ?? "", address)) return callback(null, socket)
        socket.destroy()
        callback(new RemoteAddressMismatch("The socket's remote address is not the pinned one."), null)
      },
    )
}

// --- the certificate -------------------------------------------------------------------

/** Timeout of the handshake. */
const handshakeTimeout = "5 seconds"

/**
 * Makes the reader of a certificate: `undefined` if the handshake fails or there is none. A value that isn't a real
 * {@link Hop} is a defect. `open` is `node:tls`'s `connect`, or in this package's tests one that leads to a local
 * server.
 */
export const makeCertificateReader =
  (open: (options: ConnectionOptions) => TLSSocket) =>
  (hop: Hop): Effect.Effect<Network.PresentedCertificate | undefined> =>
    Effect.callback<Network.PresentedCertificate | undefined>((resume) => {
      if (!Hop.is(hop)) return resume(Effect.die(new TypeError("A Dialer takes nothing but a Hop.")))
      const { address, target } = hop
      const socket = open({
        host: address.value,
        port: target.port,
        rejectUnauthorized: false,
        ...(target.literal ? {} : { servername: target.host }),
      })
      const end = (certificate?: Network.PresentedCertificate): void => {
        socket.destroy()
        resume(Effect.succeed(certificate))
      }
      // Each error is followed by the close.
      socket.on("error", () => {})
      socket.once("close", () => end())
      socket.once("secureConnect", () => {
        const isPinned = PublicAddress.sameAddress(socket.remoteAddress ?? "", address.value)
        end(isPinned ? toPresented(socket.getPeerCertificate()) : undefined)
      })
      return Effect.sync(() => socket.destroy())
    }).pipe(Effect.timeoutOrElse({ duration: handshakeTimeout, orElse: () => Effect.undefined }))

// --- the wire limit --------------------------------------------------------------------

/** Maximum bytes of an exchange before its final status. */
export const maxHeadBytes = 65_536

/**
 * Maximum bytes of an exchange whose decoded body may have `maxBody` bytes: a quarter more for framing, and its head.
 */
export const maxBytesFor = (maxBody: number): number => Math.ceil(maxBody * 1.25) + maxHeadBytes

/** An exchange read more bytes from its socket than allowed. */
export class WireLimitExceeded extends Error {
  readonly code = "PORTHOLE_WIRE_LIMIT"
}

/** The bytes of one exchange. */
export interface WireCount {
  /** Announces that the exchange's request is written next. */
  readonly begin: () => void
  /** Announces the exchange's final status. */
  readonly answered: () => void
}

/** A limit for all sockets of a pool. */
export interface WireLimit {
  /** Counts a new exchange, which may read `most` bytes in all. */
  readonly count: (most: number) => WireCount
  /** Counts the bytes read from a socket, and destroys the socket when its exchange exceeds its limit. */
  readonly guard: <S extends Pick<Socket, "destroy" | "read" | "write">>(socket: S) => S
}

/** Makes a limit. */
export const makeWireLimit = (): WireLimit => {
  let next: Count | undefined
  return {
    count: (most) => {
      const count: Count = {
        received: 0,
        most: maxHeadBytes,
        begin: () => void (next = count),
        answered: () => void (count.most = most),
      }
      return count
    },
    guard: (socket) => {
      const [read, write] = [socket.read.bind(socket), socket.write.bind(socket)]
      let count: Pick<Count, "most" | "received"> = { received: 0, most: maxHeadBytes }
      const isWithin = (): boolean => {
        if (count.received <= count.most) return true
        socket.destroy(new WireLimitExceeded("The site sent more bytes than one exchange allows."))
        return false
      }
      return Object.assign(socket, {
        // A read may contain the head and much of the body, so it is checked after the parser has seen it.
        read: (size?: number): unknown => {
          if (!isWithin()) return null
          const chunk: unknown = read(size)
          if (chunk instanceof Uint8Array) count.received += chunk.length
          if (count.received > count.most) setImmediate(isWithin)
          return chunk
        },
        write: (...args: Parameters<Socket["write"]>): boolean => {
          count = next ?? count
          next = undefined
          return write(...args)
        },
      })
    },
  }
}

/** Puts a limit on the sockets of a connector. */
export const withWireLimit =
  (connect: buildConnector.connector, wire: WireLimit): buildConnector.connector =>
  (options, callback) =>
    connect(options, (...[error, socket]) =>
      error === null ? callback(null, wire.guard(socket)) : callback(error, null),
    )

// --- private --------------------------------------------------------------------------

/** Node returns an empty object for no certificate. */
const toPresented = (
  shown: PeerCertificate | DetailedPeerCertificate | Record<string, never>,
): Network.PresentedCertificate | undefined =>
  "valid_from" in shown
    ? {
        subject: nameOf(shown.subject),
        issuer: nameOf(shown.issuer),
        names: shown.subjectaltname ?? "",
        valid_from: shown.valid_from,
        valid_to: shown.valid_to,
      }
    : undefined

const nameOf = (parts: object | undefined): string =>
  Object.entries(parts ?? {})
    .map(([name, value]) => `${name}=${[value].flat().join("+")}`)
    .join(", ")

interface Count extends WireCount {
  received: number
  /** The current limit: {@link maxHeadBytes} until the final status. */
  most: number
}
