/**
 * Search for Node: SearXNG over undici. Loaded at the first search, because undici and its client
 * are dear to load.
 */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { WebBackend } from "@porthole/core"
import { Searxng } from "@porthole/backend-searxng"
import * as GivenOr from "./GivenOr.ts"

/** Search over the instance of `url`, else of `SEARXNG_URL`. */
export const make = (options: Searxng.Options): WebBackend.Half<WebBackend.Search, never, Scope.Scope> =>
  Effect.flatMap(Layer.build(GivenOr.layer(HttpClient.HttpClient, direct)), (context) =>
    Effect.provideContext(Searxng.make(options), context),
  )

/** An agent of our own: it goes straight to the endpoint, whatever proxy the environment names. */
const direct = NodeHttpClient.layerUndiciNoDispatcher.pipe(Layer.provide(NodeHttpClient.layerDispatcher))
