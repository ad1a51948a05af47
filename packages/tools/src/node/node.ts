/**
 * Porthole's composition on Node: from the ports at the bottom (`NodePorts.ts`, `NodeStores.ts`) to `WebBackend` and
 * its caches at the top. These files choose the adapters and load them, so nothing heavy (undici, the reader, PDF,
 * Redis) is loaded before its first use. Two others load adapters of their own: `Providers.ts`, the registry of
 * providers, and `operator.ts`, the composition of the parts that no tool uses.
 *
 * A port from the surrounding context replaces ours, which is then never built.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import {
  KnownUrls,
  Recording,
  Renderer,
  Settings,
  Shortening,
  ShownPages,
  Similarity,
  WebBackend,
} from "@porthole/core"
import type { ProviderOptions } from "../providers/Providers.ts"
import * as Lazy from "./Lazy.ts"
import { load, unlessProvided } from "./Loading.ts"
import { extractor, providerServices, rendererOf, sharedRedirectChain, similarityOf } from "./NodePorts.ts"
import { cachesOf, keysOf, stores } from "./NodeStores.ts"

export {
  dialer,
  extractor,
  httpClient,
  inspectBrowser,
  lateExtractor,
  providerServices,
  readerConfinement,
  recording,
  RecordingByTenant,
  resolver,
  similarity,
} from "./NodePorts.ts"
export {
  caches,
  credentials,
  evictionAdvice,
  persistenceAdvice,
  probeCache,
  silenceAdvice,
  storedKeys,
  warnOfEviction,
  warnOfLoss,
  warnOfSilence,
} from "./NodeStores.ts"

/** A program's options for providers; each call reads missing ones from the environment. */
export interface Options {
  /** The address of a SearXNG. Default: `SEARXNG_URL`. */
  readonly searxng_url?: string | undefined
  /** Address and key of any provider. Default: its variables, and the keys of `Credentials`. */
  readonly providers?: ProviderOptions | undefined
}

/** The `WebBackend` without caches and budget. Building it is cheap and opens nothing. */
export const backend = (options: Options = {}): Layer.Layer<WebBackend.WebBackend> =>
  unlessProvided(
    WebBackend.WebBackend,
    Layer.effect(
      WebBackend.WebBackend,
      Effect.flatMap(Lazy.make, (lazy) =>
        Effect.flatMap(rendererOf(lazy), (renderer) => backendOf(lazy, options, renderer)),
      ),
    ),
  )

/**
 * The `WebBackend` with its caches and budget, over the same stores, and the provided services of use-cases: the base
 * of the tools.
 */
export const layer = (options: Options = {}): Layer.Layer<WebBackend.WebBackend> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const lazy = yield* Lazy.make
      const provided = yield* Effect.serviceOption(WebBackend.WebBackend)
      const ours = Context.merge(yield* cachesOf(lazy), yield* similarityOf(lazy))
      const references = Context.merge(ours, yield* providedReferences)
      if (Option.isSome(provided)) return Context.add(references, WebBackend.WebBackend, provided.value)
      // Use-cases ask it whether a call can be rendered.
      const renderer = yield* rendererOf(lazy)
      return Context.add(references, WebBackend.WebBackend, yield* backendOf(lazy, options, renderer)).pipe(
        Context.add(Renderer.Renderer, renderer),
      )
    }),
  )

// --- private --------------------------------------------------------------------------

const transportModule = () => import("@porthole/backend-fetch")
const providersModule = () => import("../providers/Providers.ts")

/** Searches with the providers of the setting `provider`. */
const search = (options: ProviderOptions) => load(providersModule, ({ search }) => search(options))

/** Reads pages with the readers of the setting `reader`; `pinned` is the one over our own transport. */
const read = (options: ProviderOptions, pinned: WebBackend.Extract) =>
  load(providersModule, ({ read }) =>
    Effect.flatMap(Settings.Settings, ({ reader }) => read(reader, options, Effect.succeed(pinned))),
  )

/** Reads pages directly from their sites. */
const readPinned = load(transportModule, ({ PinnedFetch }) => PinnedFetch.extract)

/** Reads sites for maps and crawls, always directly. */
const site = load(transportModule, ({ PinnedFetch }) => PinnedFetch.site)

/** Fetches images directly from their sites. */
const image = load(transportModule, ({ PinnedFetch }) => PinnedFetch.image)

/** Search by the providers, pages by the readers of the setting `reader`, images over the pinned transport. */
const backendOf = Effect.fnUntraced(function* (
  lazy: Lazy.Lazy,
  { providers = {}, searxng_url }: Options,
  renderer: Renderer.Renderer["Service"],
) {
  const allProviders = searxng_url === undefined ? providers : { ...providers, searxng: { url: searxng_url } }
  const withKeys = Effect.provideContext(yield* keysOf(lazy))
  const { reader } = yield* Settings.Settings
  const services = Layer.mergeAll(sharedRedirectChain, extractor, stores, Layer.succeed(Renderer.Renderer, renderer))
  const pinned = Lazy.method(yield* lazy(readPinned, services))
  const isPinnedOnly = reader.every((name) => name === "pinned")
  const base = {
    search: Lazy.method(yield* lazy(withKeys(search(allProviders)), providerServices)),
    extract: isPinnedOnly ? pinned : Lazy.method(yield* lazy(withKeys(read(allProviders, pinned)), providerServices)),
  }
  const recording = yield* Recording.Recording
  return {
    ...base,
    search: Option.isSome(recording) ? recording.value.search(base) : base.search,
    image: Lazy.method(yield* lazy(image, sharedRedirectChain)),
    site: Lazy.site(yield* lazy(site, services)),
  }
})

/**
 * The ports that use-cases read at each call, and that have a default of the kernel's. Nobody would see them below a
 * layer that doesn't hand them on.
 */
const providedReferences: Effect.Effect<Context.Context<never>> = Effect.gen(function* () {
  const provided = Context.pick(
    Shortening.Compressor,
    Shortening.Reranker,
    Similarity.Similarity,
    KnownUrls.KnownUrls,
    ShownPages.ShownPages,
  )(yield* Effect.context<never>())
  return Option.match(yield* Recording.Recording, {
    onNone: () => provided,
    onSome: ({ compressor, reranker }) =>
      Context.add(provided, Shortening.Compressor, compressor(Context.get(provided, Shortening.Compressor))).pipe(
        Context.add(Shortening.Reranker, reranker(Context.get(provided, Shortening.Reranker))),
      ),
  })
})
