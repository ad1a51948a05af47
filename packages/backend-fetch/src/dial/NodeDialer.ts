/**
 * The `Dialer` of Node: {@link UndiciDialer} over {@link PinnedConnector}, which dials only the pinned address. Code
 * outside this package can't supply another connector.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { connect } from "node:tls"
import { Network } from "@porthole/core"
import * as CertificateReader from "./CertificateReader.ts"
import * as PinnedConnector from "./PinnedConnector.ts"
import * as UndiciDialer from "./UndiciDialer.ts"

/** Dials public addresses. */
export const layer: Layer.Layer<Network.Dialer> = Layer.effect(
  Network.Dialer,
  Effect.map(UndiciDialer.make(PinnedConnector.make), ({ dial }) => ({
    dial,
    certificate: CertificateReader.make(connect),
  })),
)
