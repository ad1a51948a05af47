/**
 * The `Dialer` of Node: {@link UndiciDialer} over {@link PinnedConnector}, which dials only the pinned address, or over
 * {@link ProxyConnector}, whose tunnels lead only there. Code outside this package can't supply another connector.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { connect } from "node:tls"
import { Network } from "@porthole/core"
import * as CertificateReader from "./CertificateReader.ts"
import * as PinnedConnector from "./PinnedConnector.ts"
import * as ProxyConnector from "./ProxyConnector.ts"
import * as UndiciDialer from "./UndiciDialer.ts"

/** Dials public addresses. */
export const layer: Layer.Layer<Network.Dialer> = Layer.effect(
  Network.Dialer,
  Effect.map(UndiciDialer.make(PinnedConnector.make), ({ dial }) => ({
    dial,
    certificate: CertificateReader.make(connect),
  })),
)

/**
 * Dials public addresses through a proxy. Each dialer has pools of its own, so no connection is shared with another
 * proxy. It reads no certificate for an operator, because that takes a connection without the proxy.
 */
export const layerThrough = (proxy: ProxyConnector.Proxy): Layer.Layer<Network.Dialer> =>
  Layer.effect(Network.Dialer, UndiciDialer.make(ProxyConnector.pinned(proxy)))
