/**
 * The ready-made `WebBackend` for Node: search over the configured providers, pages and images over the pinned transport.
 *
 * What is provided to {@link layer} takes the place of ours: a `Resolver` or `Dialer` under pages and
 * images, an `Extractor` under the pages, an `HttpClient` under the search, or a whole `WebBackend`.
 * Building it is cheap and opens nothing; each half is loaded and set up at its first call.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { Settings, WebBackend } from "@porthole/core"
import * as GivenOr from "./GivenOr.ts"
import * as NodeCredentials from "./NodeCredentials.ts"
import * as NodeStores from "./NodeStores.ts"
import type { Beneath } from "./NodeWalk.ts"
import { late, once } from "./Once.ts"
import type { ProviderOptions } from "./providers/Providers.ts"

/** What a program says of providers itself; what it leaves open is read from the environment at each call. */
export interface Options {
  /** The address of a SearXNG; unset it is `SEARXNG_URL`. */
  readonly searxng_url?: string | undefined
  /** Address and key of any provider; unset they are its variables, and the keys of `Credentials`. */
  readonly providers?: ProviderOptions | undefined
}

/** Everything between the use-cases and the network. */
export const layer = (options: Options = {}): Layer.Layer<WebBackend.WebBackend> =>
  GivenOr.layer(WebBackend.WebBackend, ours(options)).pipe(Layer.provide(NodeCredentials.layer()))

// --- private --------------------------------------------------------------------------

type ExtractHalf = WebBackend.Half<WebBackend.Extract, never, Scope.Scope>

const ours = ({ providers = {}, searxng_url }: Options): Layer.Layer<WebBackend.WebBackend> => {
  const given: ProviderOptions = searxng_url === undefined ? providers : { ...providers, searxng: { url: searxng_url } }
  return Layer.unwrap(
    // Pages and images walk together, so that the pins and permits of a host are for both.
    Effect.map(
      once(() => import("./NodeWalk.ts").then(({ make }) => make)),
      (walk) => {
        const over = <A, R>(half: Effect.Effect<A, never, R | Beneath>) =>
          Effect.flatMap(walk, (beneath) => Effect.provideContext(half, beneath))
        const pinned: ExtractHalf = late(() => import("./NodeExtract.ts").then(({ make }) => overStores(over(make))))
        return WebBackend.layer({
          search: late(() => import("./providers/NodeSearch.ts").then(({ make }) => make(given))),
          extract: Effect.flatMap(Settings.Settings, ({ reader }): ExtractHalf =>
            reader.length === 1 && reader[0] === "pinned"
              ? pinned
              : late<WebBackend.ExtractRequest, unknown>(() =>
                  import("./providers/NodeReaders.ts").then(({ make }) => make(reader, given, pinned)),
                ),
          ),
          image: late(() => import("@porthole/backend-fetch").then(({ PinnedImage }) => over(PinnedImage.image))),
        })
      },
    ),
  )
}

/** Puts the stores beneath a half: what is known of a site's robots.txt is kept where pages are. */
const overStores = <A, R>(half: Effect.Effect<A, never, R>) =>
  Effect.flatMap(Effect.flatten(NodeStores.orOwn), (stores) => Effect.provideContext(half, stores))
