/**
 * `Dialer` for Node: {@link UndiciDialer} over {@link PinnedConnector}, which dials only the pinned address. Code
 * outside this package can't supply another connector.
 *
 * It also reads the certificate that a host presents, for an operator who wants to know why a TLS connection fails:
 * Node's errors have no dates, and names only if the name is wrong. That takes a separate handshake, which also goes
 * only to a vetted address. This handshake accepts any certificate; nothing is sent or read over it, and it never
 * serves a page.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Dialer, Hop, PublicAddress } from "@porthole/core"
import { connect, type DetailedPeerCertificate, type PeerCertificate } from "node:tls"
import * as PinnedConnector from "./PinnedConnector.ts"
import * as UndiciDialer from "./UndiciDialer.ts"

// --- the certificate -------------------------------------------------------------------

/** Timeout of the handshake. */
const handshakeTimeout = "5 seconds"

/** Reads the certificate; `undefined` if the handshake fails. A value that isn't a real {@link Hop} is a defect. */
const certificate = (hop: Hop): Effect.Effect<Dialer.PresentedCertificate | undefined> =>
  Effect.callback<Dialer.PresentedCertificate | undefined>((resume) => {
    if (!Hop.is(hop)) return resume(Effect.die(new TypeError("A Dialer takes nothing but a Hop.")))
    const { address, target } = hop
    const socket = connect({
      host: address.value,
      port: target.port,
      rejectUnauthorized: false,
      ...(target.literal ? {} : { servername: target.host }),
    })
    const end = (certificate?: Dialer.PresentedCertificate): void => {
      socket.destroy()
      resume(Effect.succeed(certificate))
    }
    socket.once("error", () => end())
    socket.once("close", () => end())
    socket.once("secureConnect", () => {
      const isPinned = PublicAddress.sameAddress(socket.remoteAddress ?? "", address.value)
      end(isPinned ? toPresented(socket.getPeerCertificate()) : undefined)
    })
    return Effect.sync(() => socket.destroy())
  }).pipe(Effect.timeoutOrElse({ duration: handshakeTimeout, orElse: () => Effect.undefined }))

// --- the dialer ------------------------------------------------------------------------

/** Dials public addresses. */
export const layer: Layer.Layer<Dialer.Dialer> = Layer.effect(
  Dialer.Dialer,
  Effect.map(UndiciDialer.make(PinnedConnector.make), ({ dial }) => ({ dial, certificate })),
)

// --- private --------------------------------------------------------------------------

/** Node returns an empty object for no certificate. */
const toPresented = (
  shown: PeerCertificate | DetailedPeerCertificate | Record<string, never>,
): Dialer.PresentedCertificate | undefined =>
  "valid_from" in shown && typeof shown.valid_from === "string"
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
