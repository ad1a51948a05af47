/**
 * Page reading for Node: the pinned transport and our reader. Loaded at the first fetch, because
 * undici and the reader's DOM are dear to load.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { Dialer, Extractor, Resolver, type WebBackend } from "@porthole/core"
import { NodeDialer, NodeResolver, PinnedFetch } from "@porthole/backend-fetch"
import { Reader } from "@porthole/extract"
import * as GivenOr from "./GivenOr.ts"

/** Reads pages straight from their sites; each of the three ports may be given by the context instead. */
export const make: WebBackend.Half<WebBackend.Extract, never, Scope.Scope> = Effect.suspend(() =>
  Effect.flatMap(Layer.build(ports()), (context) => Effect.provideContext(PinnedFetch.extract, context)),
)

/** New layers each time: what was chosen for one context must not be memoised for another. */
const ports = (): Layer.Layer<Resolver.Resolver | Dialer.Dialer | Extractor.Extractor> =>
  Layer.mergeAll(
    GivenOr.layer(Resolver.Resolver, NodeResolver.layer),
    GivenOr.layer(Dialer.Dialer, NodeDialer.layer),
    GivenOr.layer(Extractor.Extractor, Reader.layer),
  )
