/**
 * The ready-made `WebBackend` for Node: search over SearXNG, pages and images over the pinned transport.
 *
 * What is provided to {@link layer} takes the place of ours: a `Resolver` or `Dialer` under pages and
 * images, an `Extractor` under the pages, an `HttpClient` under the search, or a whole `WebBackend`.
 * Building it is cheap and opens nothing; each half is loaded and set up at its first call.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { WebBackend, type WebError } from "@porthole/core"
import * as GivenOr from "./GivenOr.ts"
import * as NodeStores from "./NodeStores.ts"
import type { Beneath } from "./NodeWalk.ts"
import { once } from "./Once.ts"

/** `searxng_url` is the address of a SearXNG; unset, `SEARXNG_URL` is read at each search. */
export interface Options {
  readonly searxng_url?: string | undefined
}

/** Everything between the use-cases and the network. */
export const layer = (options: Options = {}): Layer.Layer<WebBackend.WebBackend> =>
  GivenOr.layer(
    WebBackend.WebBackend,
    Layer.unwrap(
      // Pages and images walk together, so that the pins and permits of a host are for both.
      Effect.map(
        once(() => import("./NodeWalk.ts").then(({ make }) => make)),
        (walk) => {
          const over = <A, R>(half: Effect.Effect<A, never, R | Beneath>) =>
            Effect.flatMap(walk, (beneath) => Effect.provideContext(half, beneath))
          return WebBackend.layer({
            search: late(() => import("./NodeSearch.ts").then(({ make }) => make({ url: options.searxng_url }))),
            extract: late(() => import("./NodeExtract.ts").then(({ make }) => overStores(over(make)))),
            image: late(() => import("@porthole/backend-fetch").then(({ PinnedImage }) => over(PinnedImage.image))),
          })
        },
      ),
    ),
  )

// --- private --------------------------------------------------------------------------

/** Puts the stores beneath a half: what is known of a site's robots.txt is kept where pages are. */
const overStores = <A, R>(half: Effect.Effect<A, never, R>) =>
  Effect.flatMap(Effect.flatten(NodeStores.orOwn), (stores) => Effect.provideContext(half, stores))

/** A half that is made {@link once}, at its first call. */
const late = <A, B>(
  load: () => Promise<WebBackend.Half<(input: A) => Effect.Effect<B, WebError.WebError>, never, Scope.Scope>>,
): WebBackend.Half<(input: A) => Effect.Effect<B, WebError.WebError>, never, Scope.Scope> =>
  Effect.map(once(load), (method) => (input) => Effect.flatMap(method, (call) => call(input)))
