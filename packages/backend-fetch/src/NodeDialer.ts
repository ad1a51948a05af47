/**
 * `Dialer` for Node: {@link UndiciDialer} over {@link PinnedConnector}, which dials only the pinned address. Code
 * outside this package can't supply another connector.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Dialer } from "@porthole/core"
import { connect } from "node:tls"
import * as PinnedConnector from "./PinnedConnector.ts"
import * as UndiciDialer from "./UndiciDialer.ts"

/** Dials public addresses. */
export const layer: Layer.Layer<Dialer.Dialer> = Layer.effect(
  Dialer.Dialer,
  Effect.map(UndiciDialer.make(PinnedConnector.make), ({ dial }) => ({
    dial,
    certificate: PinnedConnector.makeCertificateReader(connect),
  })),
)
