/**
 * The handlers of {@link WebToolkit} as layers: {@link layer} over any `WebBackend`, and
 * {@link layerNode} with everything that Node needs.
 */
import type * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Struct from "effect/Struct"
import { type Settings, type SiteMap, WebBackend } from "@porthole/core"
import * as Node from "../node/node.ts"
import * as ProviderSettings from "../providers/ProviderSettings.ts"
import * as ToolCalls from "../calls/index.ts"
import { type Handlers, served } from "../toolkit/WebToolkit.ts"

/**
 * The handlers over the provided backend, with caches and limits from the settings. Provided services replace ours: a
 * `Compressor` shortens long pages; a `PageCache`, `SearchCache` or `RequestBudget` replaces our own.
 *
 * ```ts
 * import { Effect, Layer } from "effect"
 * import { WebBackend } from "@porthole/core"
 * import { WebTools, WebToolkit } from "@porthole/tools"
 *
 * const backend = WebBackend.layer({
 *   search: Effect.succeed(() => Effect.succeed([{ title: "Tides", url: "https://tides.example/", snippet: "" }])),
 *   extract: WebBackend.unavailable,
 * })
 * const tools = await Effect.runPromise(
 *   WebToolkit.toolkit.pipe(Effect.provide(WebTools.layer.pipe(Layer.provide(backend)))),
 * )
 * console.log(Object.keys(tools.tools)) // web_search,web_fetch,web_search_and_fetch
 * ```
 */
export const layer: Layer.Layer<Handlers, never, WebBackend.WebBackend> = Layer.suspend(() => {
  const kit = served()
  return kit.toLayer(
    Effect.map(WebBackend.WebBackend, (backend) => {
      const withBackend = ToolCalls.withBackend(backend)
      return kit.of({
        web_search: withBackend(ToolCalls.search),
        web_fetch: withBackend(ToolCalls.fetchOrImage),
        web_search_and_fetch: withBackend(ToolCalls.searchThenFetch),
        web_quote: withBackend(ToolCalls.checkQuote),
        web_map: withBackend(map),
      })
    }),
  )
}).pipe(Layer.provide(Layer.merge(Node.caches(), Node.similarity)))

/** Loaded at its first call: few clients are offered it. */
const map: ToolCalls.ToolCall<SiteMap.SiteMap> = (input) =>
  Effect.flatMap(
    Effect.promise(() => import("../calls/Map.ts")),
    (calls) => calls.map(input),
  )

/** Any settings, and the addresses and keys of providers. The environment, then the defaults, supply the others. */
export interface NodeOptions extends ProviderSettings.Input, Node.Options {}

/**
 * Handlers and backend for Node, ready to run. A provided `Resolver`, `Dialer`, `Extractor`, `Compressor`, `Reranker`
 * or `WebBackend` replaces ours: `WebTools.layerNode().pipe(Layer.provide(myDialer))`. Effect's `BackingPersistence`,
 * `RateLimiterStore` and `CircuitBreakerStore`, if provided, replace the stores of caches, limits and circuit breakers.
 * They are set as `SharedStores` too, except those that you set. Fails if a setting is out of bounds.
 *
 * ```ts
 * import { Effect } from "effect"
 * import { webFetch } from "@porthole/core"
 * import { WebTools } from "@porthole/tools"
 *
 * const reason = webFetch({ url: "http://router.lan/" }).pipe(
 *   Effect.map(({ content_md }) => content_md),
 *   Effect.catchTag("WebError", ({ reason }) => Effect.succeed(reason)),
 *   Effect.provide(WebTools.layerNode({ max_length: 8_000 })),
 * )
 * console.log(await Effect.runPromise(reason)) // private_or_metadata_target
 * ```
 */
export const layerNode = (
  options: NodeOptions = {},
): Layer.Layer<Handlers | WebBackend.WebBackend, Settings.SettingsError | Config.ConfigError> =>
  layer.pipe(
    Layer.provideMerge(Node.layer(options)),
    Layer.provideMerge(ProviderSettings.layer(Struct.omit(options, ["searxng_url", "providers"]))),
  )
