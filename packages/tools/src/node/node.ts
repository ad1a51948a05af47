/**
 * Porthole's composition on Node: from the ports at the bottom to `WebBackend` and its caches at the top. This file
 * chooses the adapters and loads them, so nothing heavy (undici, the reader, PDF, Redis) is loaded before its first
 * use. Two files load adapters of their own: `Providers.ts`, the registry of providers, and `operator.ts`, the
 * composition of the parts that no tool uses.
 *
 * A port from the surrounding context replaces ours, which is then never built.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { PersistenceError } from "effect/persistence/Persistence"
import type * as Scope from "effect/Scope"
import {
  AnswerCache,
  type DocumentFormat,
  Extractor,
  KnownUrls,
  Network,
  Renderer,
  Recording,
  RequestBudget,
  Settings,
  Shortening,
  ShownPages,
  Similarity,
  WebBackend,
} from "@porthole/core"
import { Credentials } from "@porthole/stores"
import { ToolSettings } from "../settings/ToolSettings.ts"
import * as BrowserAdapter from "./BrowserAdapter.ts"
import * as Lazy from "./Lazy.ts"
import { load, loadLayer, recorded, unlessProvided, unlessSet } from "./Loading.ts"
import { load as loadOptional, missing, type NotInstalled } from "./OptionalPackage.ts"
import * as RecordingAdapter from "./RecordingAdapter.ts"
import type { Adapters, Stores } from "./Stores.ts"
import type { ProviderOptions } from "../providers/Providers.ts"
import type { NodeNetwork } from "@porthole/backend-fetch"

/** A program's options for providers; each call reads missing ones from the environment. */
export interface Options {
  /** The address of a SearXNG. Default: `SEARXNG_URL`. */
  readonly searxng_url?: string | undefined
  /** Address and key of any provider. Default: its variables, and the keys of `Credentials`. */
  readonly providers?: ProviderOptions | undefined
}

// --- loading ---------------------------------------------------------------------------

/** Modules with several adapters. */
const transportModule = () => import("@porthole/backend-fetch")
const readerModules = () =>
  Promise.all([import("@porthole/extract"), import("@porthole/extract/readability"), import("@porthole/extract-pdf")])
const providersModule = () => import("../providers/Providers.ts")
const storesModule = () => import("./Stores.ts")
const economyModule = () => import("@porthole/stores")
const identityModule = () => import("./SigningIdentity.ts")

/** The adapters under the stores. */
const storeAdapters: Adapters = {
  diskStore: () => import("@porthole/store-disk").then(({ DiskStore }) => DiskStore),
  keyFile: () => import("@porthole/store-disk").then(({ KeyFile }) => KeyFile),
  redisStore: () =>
    import(/* webpackIgnore: true */ "@porthole/store-redis").then(({ RedisStore }) => RedisStore, missing),
  redisKeys: () =>
    import(/* webpackIgnore: true */ "@porthole/store-redis").then(({ RedisKeys }) => RedisKeys, missing),
  redisEviction: () =>
    import(/* webpackIgnore: true */ "@porthole/store-redis").then(({ RedisEviction }) => RedisEviction, missing),
  redisPersistence: () =>
    import(/* webpackIgnore: true */ "@porthole/store-redis").then(({ RedisPersistence }) => RedisPersistence, missing),
}

/** The file of the keys that sign requests. */
const signingKeyFile = () => import("@porthole/store-disk").then(({ SigningKeyFile }) => SigningKeyFile)

/** How alike texts are in meaning; nothing if the package isn't installed, nor, with a warning, if it is broken. */
const vectors: Effect.Effect<Similarity.Rate | undefined> = loadOptional("semantic", "@porthole/vectors-en", () =>
  import(/* webpackIgnore: true */ "@porthole/vectors-en").then(({ make }) => make, missing),
).pipe(
  Effect.flatten,
  Effect.catchTag("NotInstalled", () => Effect.undefined),
  Effect.catchCause((cause) => Effect.as(Effect.logWarning("Word vectors can't be used:", cause), undefined)),
)

/** Office files, books, notebooks and messages as formats; none, with a line in the log, without the package. */
const officeFormats: Effect.Effect<ReadonlyArray<DocumentFormat.DocumentFormat>> = loadOptional(
  "reading Office files",
  "@porthole/extract-office",
  () =>
    import(/* webpackIgnore: true */ "@porthole/extract-office").then(
      ({ message, notebook, office }) => [office, notebook, message],
      missing,
    ),
).pipe(Effect.catchTag("NotInstalled", ({ message }) => Effect.as(Effect.logDebug(message), [])))

/** The renderer. */
const browserModule: BrowserAdapter.LoadModule = () =>
  import(/* webpackIgnore: true */ "@porthole/backend-browser").then(({ BrowserRenderer }) => BrowserRenderer, missing)

// --- ports -----------------------------------------------------------------------------

/** The recording of the settings, which must be provided below the others: nothing without one. */
export const recording: Layer.Layer<never, RecordingAdapter.Failure> = RecordingAdapter.layer

/** Whether {@link recording} is a folder with one for each tenant. */
export const RecordingByTenant = RecordingAdapter.ByTenant

/** The proxy of the setting `egress_proxy`, with its credentials. */
const proxy: Effect.Effect<Option.Option<NodeNetwork.Proxy>> = Effect.map(
  ToolSettings,
  ({ egress_proxy, egress_proxy_credentials: credentials }) =>
    Option.map(Option.fromUndefinedOr(egress_proxy), (url) => ({ url, credentials })),
)

/** Connects to configured endpoints directly or through `egress_proxy`, whatever proxy the environment names. */
const ownHttpClient: Layer.Layer<HttpClient.HttpClient> = loadLayer(transportModule, ({ NodeHttpClient }) =>
  Layer.unwrap(
    Effect.map(proxy, Option.match({ onNone: () => NodeHttpClient.layer, onSome: NodeHttpClient.layerThrough })),
  ),
)

/** {@link ownHttpClient} unless a program has a client of its own. */
export const httpClient: Layer.Layer<HttpClient.HttpClient> = recorded(
  HttpClient.HttpClient,
  ({ httpClient }) => httpClient,
  unlessProvided(HttpClient.HttpClient, ownHttpClient),
)

/**
 * Resolves names like the system, or by the servers of the setting `resolver`. These are asked by our own client,
 * because a program's client wouldn't use `egress_proxy`.
 */
export const resolver: Layer.Layer<Network.Resolver> = recorded(
  Network.Resolver,
  ({ resolver }) => resolver,
  unlessProvided(
    Network.Resolver,
    loadLayer(transportModule, ({ NodeNetwork }) =>
      Layer.unwrap(
        Effect.map(ToolSettings, ({ resolver }) =>
          resolver === "system"
            ? NodeNetwork.layerResolver
            : Layer.provide(NodeNetwork.layerDohResolver(resolver), ownHttpClient),
        ),
      ),
    ),
  ),
)

/** Dials vetted addresses over undici, directly or through `egress_proxy`. */
export const dialer: Layer.Layer<Network.Dialer> = recorded(
  Network.Dialer,
  ({ dialer }) => dialer,
  unlessProvided(
    Network.Dialer,
    loadLayer(transportModule, ({ NodeNetwork }) =>
      Layer.unwrap(
        Effect.map(
          proxy,
          Option.match({ onNone: () => NodeNetwork.layerDialer, onSome: NodeNetwork.layerProxyDialer }),
        ),
      ),
    ),
  ),
)

/** Reads documents, including PDF, isolated by `extract_isolation`. The formats' readers are loaded where they run. */
const ownExtractor: Layer.Layer<Extractor.Extractor> = loadLayer(
  readerModules,
  ([{ DocumentExtractor }, { ReadabilityExtractor }, { pdf }]) =>
    Layer.unwrap(
      Effect.gen(function* () {
        const { extract_isolation, extraction } = yield* Settings.Settings
        const { formats } = extraction === "blocks" ? DocumentExtractor : ReadabilityExtractor
        const all = [...formats, pdf, ...(yield* officeFormats)]
        return DocumentExtractor.layer({ formats: all, isolation: extract_isolation })
      }),
    ),
)

/** Reads documents. */
export const extractor: Layer.Layer<Extractor.Extractor> = unlessProvided(Extractor.Extractor, ownExtractor)

/** The same, which starts with the first document: whoever adds documentation that hasn't changed reads none. */
export const lateExtractor: Layer.Layer<Extractor.Extractor> = unlessProvided(
  Extractor.Extractor,
  Layer.effect(
    Extractor.Extractor,
    Effect.gen(function* () {
      const lazy = yield* Lazy.make
      // Not the layer above: once this one is provided, it would find this one.
      const made = yield* lazy(Effect.service(Extractor.Extractor), ownExtractor)
      return Extractor.Extractor.of({ extract: Lazy.method(Effect.map(made, ({ extract }) => extract)) })
    }),
  ),
)

/** The browser that renders pages, or would. */
export const inspectBrowser: Effect.Effect<BrowserAdapter.Inspected, { readonly missing: string }> =
  BrowserAdapter.inspect(browserModule)

/** What this machine takes from the processes that read documents, in a sentence. */
export const readerConfinement: Effect.Effect<string> = load(
  readerModules,
  ([{ DocumentExtractor }]) => DocumentExtractor.confinement,
)

/** The stores of caches, limits and robots.txt: memory, `cache_dir` or `redis_url`. */
const stores: Layer.Layer<Stores> = loadLayer(storesModule, ({ layer }) => layer(storeAdapters))

/** The services under providers: an HTTP client, and the stores of their limits and circuit breakers. */
export const providerServices: Layer.Layer<HttpClient.HttpClient | Stores> = Layer.merge(httpClient, stores)

/** Signs requests of sites that ask for it, if `signature_agent` names where the keys are published. */
const requestSigner: Layer.Layer<never> = Layer.unwrap(
  Effect.map(ToolSettings, ({ signature_agent }) =>
    signature_agent === undefined
      ? Layer.empty
      : loadLayer(identityModule, ({ layer }) => layer(signature_agent, signingKeyFile)),
  ),
)

/** The transport that pages and images share, so that both use the same DNS pins and limits of a host. */
const sharedRedirectChain: Layer.Layer<Network.Resolver | Network.Dialer> = loadLayer(
  transportModule,
  ({ RedirectChain }) => RedirectChain.layer,
).pipe(Layer.provideMerge(Layer.merge(resolver, dialer)), Layer.provide(Layer.merge(requestSigner, stores)))

// --- what is made of them ----------------------------------------------------------------

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

/** Opens the keys that `porthole keys` stored, in a file of this user's or on the Redis of `redis_url`. */
export const storedKeys: Effect.Effect<Credentials.StoredKeys, never, Scope.Scope> = load(
  storesModule,
  ({ openKeys }) => openKeys(storeAdapters),
)

/** Writes an entry into the configured cache, and reads it; fails if that doesn't work. */
export const probeCache: Effect.Effect<void, PersistenceError | NotInstalled> = load(storesModule, ({ probe }) =>
  probe(storeAdapters),
)

/** A sentence about what to set if the Redis of `redis_url` may evict access tokens and stored keys. */
export const evictionAdvice: Effect.Effect<Option.Option<string>> = load(storesModule, ({ evictionAdvice }) =>
  evictionAdvice(storeAdapters),
)

/** A sentence about what to set if the restart of the Redis of `redis_url` can lose tokens and keys. */
export const persistenceAdvice: Effect.Effect<Option.Option<string>> = load(storesModule, ({ persistenceAdvice }) =>
  persistenceAdvice(storeAdapters),
)

/** A sentence about a Redis of `redis_url` that doesn't answer. */
export const silenceAdvice: Effect.Effect<Option.Option<string>> = load(storesModule, ({ silenceAdvice }) =>
  silenceAdvice(storeAdapters),
)

/** Logs {@link evictionAdvice} as a warning. Without a Redis it loads nothing. */
export const warnOfEviction: Effect.Effect<void> = Effect.suspend(() => warnOf(evictionAdvice))

/** Logs {@link persistenceAdvice} as a warning. Without a Redis it loads nothing. */
export const warnOfLoss: Effect.Effect<void> = Effect.suspend(() => warnOf(persistenceAdvice))

/** Logs {@link silenceAdvice} as a warning. Without a Redis it loads nothing. */
export const warnOfSilence: Effect.Effect<void> = Effect.suspend(() => warnOf(silenceAdvice))

const warnOf = (advice: Effect.Effect<Option.Option<string>>): Effect.Effect<void> =>
  Effect.flatMap(ToolSettings, ({ redis_url }) =>
    redis_url === undefined
      ? Effect.void
      : Effect.flatMap(advice, Option.match({ onNone: () => Effect.void, onSome: (text) => Effect.logWarning(text) })),
  )

/** The page cache, the search cache and the budget, over the stores. */
const cachesAndBudget = load(economyModule, ({ PersistedAnswers, RateLimitedBudget }) =>
  Layer.build(Layer.mergeAll(PersistedAnswers.layerPages, PersistedAnswers.layerSearches, RateLimitedBudget.layer)),
)

// --- the compositions ----------------------------------------------------------------------

/** The current keys: those of the environment and the stored ones. */
const keysOf = Effect.fnUntraced(function* (lazy: Lazy.Lazy) {
  const stored = yield* lazy(storedKeys, Layer.empty)
  const defaults = Credentials.withStored({
    get: (tenant, name) => Effect.flatMap(stored, ({ get }) => get(tenant, name)),
  })
  return yield* unlessSet(Context.make(Credentials.Credentials, defaults), Credentials.Credentials)
})

/** The renderer of the setting `render`, unless one is provided. Its package is loaded at the first use. */
const rendererOf = Effect.fnUntraced(function* (lazy: Lazy.Lazy): Effect.fn.Return<Renderer.Renderer["Service"]> {
  const provided = yield* Effect.serviceOption(Renderer.Renderer)
  if (Option.isSome(provided)) return provided.value
  const made = yield* lazy(BrowserAdapter.make(browserModule), Layer.empty)
  return {
    state: Effect.flatMap(made, ({ state }) => state),
    render: Lazy.method(Effect.map(made, ({ render }) => render)),
  }
})

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

/** Caches and budget over the stores. */
const cachesOf = Effect.fnUntraced(function* (lazy: Lazy.Lazy) {
  const made = yield* lazy(cachesAndBudget, stores)
  const pages = Lazy.cache(Effect.map(made, Context.get(AnswerCache.PageCache)))
  const searches = Lazy.cache(Effect.map(made, Context.get(AnswerCache.SearchCache)))
  const spend = Effect.flatMap(made, (context) => Context.get(context, RequestBudget.RequestBudget).spend)
  const defaults = Context.make(AnswerCache.PageCache, pages).pipe(
    Context.add(AnswerCache.SearchCache, searches),
    Context.add(RequestBudget.RequestBudget, { spend }),
  )
  return yield* unlessSet(defaults, AnswerCache.PageCache, AnswerCache.SearchCache, RequestBudget.RequestBudget)
})

/** The keys of providers: provided `Credentials`, else those of the environment and the stored ones. */
export const credentials = (): Layer.Layer<never> => Layer.effectContext(Effect.flatMap(Lazy.make, keysOf))

/** The page cache, the search cache and the budget, each unless it is provided. Their stores open at the first call. */
export const caches = (): Layer.Layer<never> => Layer.effectContext(Effect.flatMap(Lazy.make, cachesOf))

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

/** Word vectors if their package is installed; they are loaded at the first English question. */
const similarityOf = (lazy: Lazy.Lazy): Effect.Effect<Context.Context<never>> =>
  Effect.map(lazy(vectors, Layer.empty), (rate) => Context.make(Similarity.Similarity, rate))

/** The word vectors of what ranks a page without {@link layer}, unless a program provides a `Similarity`. */
export const similarity: Layer.Layer<never> = Layer.effectContext(
  Effect.flatMap(Effect.flatMap(Lazy.make, similarityOf), (ours) => unlessSet(ours, Similarity.Similarity)),
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
