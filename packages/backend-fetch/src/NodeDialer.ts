/**
 * `Dialer` for Node: {@link UndiciDialer} over {@link Connector.makePinned}, which dials only the pinned address. Code
 * outside this package can't supply another connector.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Dialer } from "@porthole/core"
import { connect } from "node:tls"
import * as Connector from "./Connector.ts"
import * as UndiciDialer from "./UndiciDialer.ts"

/** Dials public addresses. */
export const layer: Layer.Layer<Dialer.Dialer> = Layer.effect(
  Dialer.Dialer,
  Effect.map(UndiciDialer.make(Connector.makePinned), ({ dial }) => ({
    dial,
    certificate: Connector.makeCertificateReader(connect),
  })),
)
