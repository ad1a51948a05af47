/**
 * `Dialer` for Node: {@link UndiciDialer} over {@link PinnedConnector}, which dials the pinned
 * address and no other. There is no way to give it another connector from outside this package.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Dialer } from "@porthole/core"
import * as PinnedConnector from "./PinnedConnector.ts"
import * as PresentedCertificate from "./PresentedCertificate.ts"
import * as UndiciDialer from "./UndiciDialer.ts"

/** Dials public addresses. */
export const layer: Layer.Layer<Dialer.Dialer> = Layer.effect(
  Dialer.Dialer,
  Effect.map(UndiciDialer.make(PinnedConnector.make), ({ dial }) => ({ dial, certificate: PresentedCertificate.read })),
)
