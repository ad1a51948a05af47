/**
 * The handlers of {@link WebToolkit} as layers: {@link layer} over any `WebBackend`, and
 * {@link layerNode} with everything that Node needs.
 */
import type * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Struct from "effect/Struct"
import type { WebBackend } from "@porthole/core"
import { Settings } from "@porthole/core"
import * as Economy from "./Economy.ts"
import * as NodeBackend from "./NodeBackend.ts"
import * as NodeStores from "./NodeStores.ts"
import * as WebCalls from "./WebCalls.ts"
import { type Handlers, toolkit } from "./WebToolkit.ts"

/**
 * The handlers over whichever backend is provided, with caches and limits as the settings say. What is
 * provided too takes its place: a `Compressor` shortens long pages; a `PageCache`, `SearchCache` or
 * `RequestBudget` is used instead of ours.
 */
export const layer: Layer.Layer<Handlers, never, WebBackend.WebBackend> = toolkit.toLayer(
  Effect.gen(function* () {
    const beneath = yield* Economy.withBackend
    const over =
      <A>(call: WebCalls.WebCall<A>) =>
      (input: unknown) =>
        Effect.provideContext(call(input), beneath)
    return toolkit.of({
      web_search: over(WebCalls.search),
      web_fetch: over(WebCalls.fetch),
      web_search_and_fetch: over(WebCalls.searchThenFetch),
    })
  }),
)

/** Any setting, and the addresses and keys of providers. What is left out comes from the environment, else from the default. */
export interface NodeOptions extends Settings.SettingsInput, NodeBackend.Options {}

/**
 * Handlers and backend for Node, ready to run. A `Resolver`, `Dialer`, `Extractor`, `Compressor` or
 * `WebBackend` that is provided to it takes the place of ours:
 * `WebTools.layerNode().pipe(Layer.provide(myDialer))`. So does a `BackingPersistence` or
 * `RateLimiterStore` of Effect's under caches and limits. Fails when a setting is out of bounds.
 */
export const layerNode = (
  options: NodeOptions = {},
): Layer.Layer<Handlers | WebBackend.WebBackend, Settings.SettingsError | Config.ConfigError> =>
  layer.pipe(
    Layer.provideMerge(Layer.merge(NodeBackend.layer(options), Economy.layer())),
    Layer.provide(NodeStores.layer()),
    Layer.provideMerge(Settings.layer(Struct.omit(options, ["searxng_url", "providers"]))),
  )
