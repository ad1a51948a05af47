/**
 * The connector of every connection of the transport: it dials only the pinned address, whatever the origin's name.
 *
 * The origin keeps the host's name, so Host header, TLS server name and certificate check use that name. Once
 * connected, the socket's own remote address is compared with the pin, because the system may dial another one
 * (`0.0.0.0` connects to loopback on Linux).
 *
 * It also reads the certificate that a host presents, for an operator who wants to know why a TLS connection fails:
 * Node's errors have no dates, and names only if the name is wrong. That takes a separate handshake, which also goes
 * only to a vetted address. This handshake accepts any certificate; nothing is sent or read over it, and it never
 * serves a page.
 */
import * as Effect from "effect/Effect"
import type { ConnectionOptions, DetailedPeerCertificate, PeerCertificate, TLSSocket } from "node:tls"
import { buildConnector } from "undici"
import { type Dialer, Hop, PublicAddress } from "@porthole/core"

// --- the connector ---------------------------------------------------------------------

/**
 * Options of a connector; `connectTimeout` covers TCP and TLS, in ms. `signal` destroys every connection that the
 * connector made, including one that is still connecting.
 */
export interface PinnedConnectorOptions {
  readonly address: string
  readonly connectTimeout: number
  readonly signal: AbortSignal
}

/** The socket was connected to another address than the pinned one. */
export class RemoteAddressMismatch extends Error {
  readonly code = "PORTHOLE_REMOTE_ADDRESS"
}

/** Makes the connector of one pin. Neither the environment nor undici's own resolver affects it. */
export const make = ({ address, connectTimeout, signal }: PinnedConnectorOptions): buildConnector.connector => {
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
  (hop: Hop): Effect.Effect<Dialer.PresentedCertificate | undefined> =>
    Effect.callback<Dialer.PresentedCertificate | undefined>((resume) => {
      if (!Hop.is(hop)) return resume(Effect.die(new TypeError("A Dialer takes nothing but a Hop.")))
      const { address, target } = hop
      const socket = open({
        host: address.value,
        port: target.port,
        rejectUnauthorized: false,
        ...(target.literal ? {} : { servername: target.host }),
      })
      const end = (certificate?: Dialer.PresentedCertificate): void => {
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

// --- private --------------------------------------------------------------------------

/** Node returns an empty object for no certificate. */
const toPresented = (
  shown: PeerCertificate | DetailedPeerCertificate | Record<string, never>,
): Dialer.PresentedCertificate | undefined =>
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
