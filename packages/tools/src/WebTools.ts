/**
 * The handlers of {@link WebToolkit} as layers: {@link layer} over any `WebBackend`, and
 * {@link layerNode} with everything that Node needs.
 */
import type * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Struct from "effect/Struct"
import { Settings, WebBackend } from "@porthole/core"
import * as NodeBackend from "./NodeBackend.ts"
import * as WebCalls from "./WebCalls.ts"
import { type Handlers, toolkit } from "./WebToolkit.ts"

/** The handlers over whichever backend is provided. A `Compressor` that is provided too shortens long pages. */
export const layer: Layer.Layer<Handlers, never, WebBackend.WebBackend> = toolkit.toLayer(
  Effect.gen(function* () {
    const backend = yield* WebBackend.WebBackend
    const over =
      <A>(call: WebCalls.WebCall<A>) =>
      (input: unknown) =>
        Effect.provideService(call(input), WebBackend.WebBackend, backend)
    return toolkit.of({
      web_search: over(WebCalls.search),
      web_fetch: over(WebCalls.fetch),
      web_search_and_fetch: over(WebCalls.searchThenFetch),
    })
  }),
)

/** Any setting, and the address of a SearXNG. What is left out comes from the environment, else from the default. */
export interface NodeOptions extends Settings.SettingsInput, NodeBackend.Options {}

/**
 * Handlers and backend for Node, ready to run. A `Resolver`, `Dialer`, `Extractor`, `Compressor` or
 * `WebBackend` that is provided to it takes the place of ours:
 * `WebTools.layerNode().pipe(Layer.provide(myDialer))`. Fails when a setting is out of bounds.
 */
export const layerNode = (
  options: NodeOptions = {},
): Layer.Layer<Handlers | WebBackend.WebBackend, Settings.SettingsError | Config.ConfigError> =>
  layer.pipe(
    Layer.provideMerge(NodeBackend.layer(options)),
    Layer.provideMerge(Settings.layer(Struct.omit(options, ["searxng_url"]))),
  )
