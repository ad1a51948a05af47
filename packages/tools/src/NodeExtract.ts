/**
 * Page reading for Node: the pinned transport and our reader. Loaded at the first fetch, because the
 * reader's DOM is dear to load.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { Extractor, type WebBackend } from "@porthole/core"
import { PinnedFetch } from "@porthole/backend-fetch"
import * as GivenOr from "./GivenOr.ts"
import * as NodeReader from "./NodeReader.ts"
import type { Beneath } from "./NodeWalk.ts"

/** Reads pages straight from their sites; the `Extractor` may be given by the context instead of ours. */
export const make: WebBackend.Half<WebBackend.Extract, never, Beneath | Scope.Scope> = Effect.suspend(() =>
  // A new layer each time: what was chosen for one context must not be memoised for another.
  Effect.flatMap(Layer.build(Layer.fresh(GivenOr.layer(Extractor.Extractor, NodeReader.layer))), (context) =>
    Effect.provideContext(PinnedFetch.extract, context),
  ),
)
