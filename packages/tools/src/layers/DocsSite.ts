/** The handlers of `DocsToolkit`'s tools as a layer, over any `WebBackend`. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Page, type SearchResult, Settings, Site, WebBackend, type WebError } from "@porthole/core"
import * as DocsSiteCalls from "../calls/DocsSiteCalls.ts"
import { withBackend } from "../calls/ToolCall.ts"
import * as Node from "../node/node.ts"
import type * as DocsDefinitions from "../toolkit/DocsDefinitions.ts"
import { type Handlers, makeAny, type Options } from "../toolkit/DocsToolkit.ts"

export {
  type FetchTool,
  type Handlers,
  type Options,
  type SearchTool,
  toolkit,
  tools,
  type ToolsOf,
} from "../toolkit/DocsToolkit.ts"

/**
 * The handlers over the provided backend; `WebTools.layerNode()` has one. Fails for an invalid name or base URL, or for
 * a name that another site has.
 *
 * ```ts
 * import { Effect, Layer } from "effect"
 * import { WebBackend } from "@porthole/core"
 * import { DocsSite } from "@porthole/tools"
 *
 * const site = { name: "boats", baseUrl: "https://docs.example.com/boats" } as const
 * const backend = WebBackend.layer({ search: WebBackend.unavailable, extract: WebBackend.unavailable })
 * const tools = await Effect.runPromise(
 *   DocsSite.toolkit(site).pipe(Effect.provide(DocsSite.layer(site).pipe(Layer.provide(backend)))),
 * )
 * console.log(Object.keys(tools.tools)) // docs_search,docs_fetch
 * ```
 */
export function layer<const Sites extends ReadonlyArray<Options>>(
  ...sites: Sites
): Layer.Layer<Handlers<Sites>, Settings.SettingsError, WebBackend.WebBackend>
export function layer(
  ...sites: ReadonlyArray<Options>
): Layer.Layer<never, Settings.SettingsError, WebBackend.WebBackend> {
  return makeAny(sites)
    .toLayer(
      Effect.gen(function* () {
        const bound = withBackend(yield* WebBackend.WebBackend)
        const read = yield* Effect.fromResult(Site.readAll(sites, yield* Settings.Settings))
        const handlers: {
          [Name in DocsDefinitions.SearchName]: Handler<SearchResult.SearchResult>
        } & { [Name in DocsDefinitions.FetchName]: Handler<Page.Page> } = {}
        for (const { fetch, search } of DocsSiteCalls.of(read)) {
          handlers[search.name] = bound(search.call)
          handlers[fetch.name] = bound(fetch.call)
        }
        return handlers
      }),
    )
    .pipe(Layer.provide(Layer.merge(Node.caches(), Node.similarity)))
}

// --- private --------------------------------------------------------------------------

type Handler<A> = (input: unknown) => Effect.Effect<A, WebError.WebError>
