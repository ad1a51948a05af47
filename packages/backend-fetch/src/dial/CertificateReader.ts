/**
 * Reads the certificate that a host presents, for an operator who wants to know why a TLS connection fails: Node's
 * errors have no dates, and names only if the name is wrong.
 *
 * That takes a separate handshake, which goes only to a vetted address. It accepts any certificate; nothing is sent or
 * read over it, and it never serves a page.
 */
import * as Effect from "effect/Effect"
import type { ConnectionOptions, DetailedPeerCertificate, PeerCertificate, TLSSocket } from "node:tls"
import { Hop, IpAddress, Network } from "@porthole/core"

/** Timeout of the handshake. */
const handshakeTimeout = "5 seconds"

/**
 * Makes the reader of a certificate: `undefined` if the handshake fails or there is none. A value that isn't a real
 * {@link Hop} is a defect. `open` is `node:tls`'s `connect`, or in this package's tests one that leads to a local
 * server.
 */
export const make =
  (open: (options: ConnectionOptions) => TLSSocket) =>
  (hop: Hop): Effect.Effect<Network.PresentedCertificate | undefined> =>
    Effect.callback<Network.PresentedCertificate | undefined>((resume) => {
      if (!Hop.is(hop)) return resume(Network.notAHop)
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
        const isPinned = IpAddress.sameAddress(socket.remoteAddress ?? "", address.value)
        end(isPinned ? toPresented(socket.getPeerCertificate()) : undefined)
      })
      return Effect.sync(() => socket.destroy())
    }).pipe(Effect.timeoutOrElse({ duration: handshakeTimeout, orElse: () => Effect.undefined }))

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
