/**
 * The ready-made `WebBackend` for Node: search over SearXNG, pages over the pinned transport.
 *
 * What is provided to {@link layer} takes the place of ours: a `Resolver`, `Dialer` or `Extractor`
 * under the pages, an `HttpClient` under the search, or a whole `WebBackend`. Building it is cheap
 * and opens nothing; each half is loaded and set up at its first call.
 */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { WebBackend, type WebError } from "@porthole/core"
import * as GivenOr from "./GivenOr.ts"

/** `searxng_url` is the address of a SearXNG; unset, `SEARXNG_URL` is read at each search. */
export interface Options {
  readonly searxng_url?: string | undefined
}

/** Everything between the use-cases and the network. */
export const layer = (options: Options = {}): Layer.Layer<WebBackend.WebBackend> =>
  GivenOr.layer(
    WebBackend.WebBackend,
    WebBackend.layer({
      search: late(() => import("./NodeSearch.ts").then(({ make }) => make({ url: options.searxng_url }))),
      extract: late(() => import("./NodeExtract.ts").then(({ make }) => make)),
    }),
  )

// --- private --------------------------------------------------------------------------

/** A half that is loaded and made at its first call, and closed with whoever holds it. */
const late = <A, B>(
  load: () => Promise<WebBackend.Half<(input: A) => Effect.Effect<B, WebError.WebError>, never, Scope.Scope>>,
): WebBackend.Half<(input: A) => Effect.Effect<B, WebError.WebError>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const context = yield* Effect.context<Scope.Scope>()
    const method = yield* Effect.cached(Effect.provideContext(Effect.flatten(Effect.promise(load)), context))
    return (input) => Effect.flatMap(method, (call) => call(input))
  })
