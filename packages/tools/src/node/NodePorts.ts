/**
 * The ports on Node: who connects, resolves, dials, reads documents and renders, as the settings say. Each adapter is
 * loaded at its first use, so nothing heavy (undici, the reader, PDF) is loaded before. A port from the surrounding
 * context replaces ours, which is then never built.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type DocumentFormat, Extractor, Network, Renderer, Settings, Similarity } from "@porthole/core"
import type { NodeNetwork } from "@porthole/backend-fetch"
import { ToolSettings } from "../settings/ToolSettings.ts"
import * as BrowserAdapter from "./BrowserAdapter.ts"
import * as Lazy from "./Lazy.ts"
import { load, loadLayer, recorded, unlessProvided, unlessSet } from "./Loading.ts"
import { stores } from "./NodeStores.ts"
import type { Stores } from "./Stores.ts"
import { load as loadOptional, missing } from "./OptionalPackage.ts"
import * as RecordingAdapter from "./RecordingAdapter.ts"

/** Modules with several adapters. */
const transportModule = () => import("@porthole/backend-fetch")
const readerModules = () =>
  Promise.all([import("@porthole/extract"), import("@porthole/extract/readability"), import("@porthole/extract-pdf")])
const identityModule = () => import("./SigningIdentity.ts")

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

/** The recording of the settings, which must be provided below the others: nothing without one. */
export const recording: Layer.Layer<never, RecordingAdapter.Failure> = RecordingAdapter.layer

/** Whether {@link recording} is a folder with one for each tenant. */
export const RecordingByTenant = RecordingAdapter.ByTenant

/** A layer of the transport, by the proxy of the setting `egress_proxy`, with its credentials, or by none. */
const transport = <A>(
  use: (modules: Awaited<ReturnType<typeof transportModule>>, proxy: NodeNetwork.Proxy | undefined) => Layer.Layer<A>,
): Layer.Layer<A> =>
  loadLayer(transportModule, (modules) =>
    Layer.unwrap(
      Effect.map(ToolSettings, ({ egress_proxy: url, egress_proxy_credentials: credentials }) =>
        use(modules, url === undefined ? undefined : { url, credentials }),
      ),
    ),
  )

/** Connects to configured endpoints directly or through `egress_proxy`, whatever proxy the environment names. */
const ownHttpClient: Layer.Layer<HttpClient.HttpClient> = transport(({ NodeHttpClient }, proxy) =>
  proxy === undefined ? NodeHttpClient.layer : NodeHttpClient.layerThrough(proxy),
)

/** {@link ownHttpClient} unless a program has a client of its own. */
export const httpClient: Layer.Layer<HttpClient.HttpClient> = recorded(
  HttpClient.HttpClient,
  ({ httpClient }) => httpClient,
  ownHttpClient,
)

/**
 * Resolves names like the system, or by the servers of the setting `resolver`. Our own client asks these, because a
 * program's client wouldn't use `egress_proxy`.
 */
export const resolver: Layer.Layer<Network.Resolver> = recorded(
  Network.Resolver,
  ({ resolver }) => resolver,
  loadLayer(transportModule, ({ NodeNetwork }) =>
    Layer.unwrap(
      Effect.map(ToolSettings, ({ resolver }) =>
        resolver === "system"
          ? NodeNetwork.layerResolver
          : Layer.provide(NodeNetwork.layerDohResolver(resolver), ownHttpClient),
      ),
    ),
  ),
)

/** Dials vetted addresses over undici, directly or through `egress_proxy`. */
export const dialer: Layer.Layer<Network.Dialer> = recorded(
  Network.Dialer,
  ({ dialer }) => dialer,
  transport(({ NodeNetwork }, proxy) =>
    proxy === undefined ? NodeNetwork.layerDialer : NodeNetwork.layerProxyDialer(proxy),
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

/** A sentence on what the processes that read documents may not do on this machine. */
export const readerConfinement: Effect.Effect<string> = load(
  readerModules,
  ([{ DocumentExtractor }]) => DocumentExtractor.confinement,
)

/** Signs requests of sites that ask for it, if `signature_agent` names where the keys are published. */
const requestSigner: Layer.Layer<never> = Layer.unwrap(
  Effect.map(ToolSettings, ({ signature_agent }) =>
    signature_agent === undefined
      ? Layer.empty
      : loadLayer(identityModule, ({ layer }) => layer(signature_agent, signingKeyFile)),
  ),
)

/** The transport that pages and images share, so that both use the same DNS pins and limits of a host. */
export const sharedRedirectChain: Layer.Layer<Network.Resolver | Network.Dialer> = loadLayer(
  transportModule,
  ({ RedirectChain }) => RedirectChain.layer,
).pipe(Layer.provideMerge(Layer.merge(resolver, dialer)), Layer.provide(Layer.merge(requestSigner, stores)))

/** The renderer of the setting `render`, unless one is provided. Its package is loaded at the first use. */
export const rendererOf: (lazy: Lazy.Lazy) => Effect.Effect<Renderer.Renderer["Service"]> = Effect.fnUntraced(
  function* (lazy) {
    const provided = yield* Effect.serviceOption(Renderer.Renderer)
    if (Option.isSome(provided)) return provided.value
    const made = yield* lazy(BrowserAdapter.make(browserModule), Layer.empty)
    return {
      state: Effect.flatMap(made, ({ state }) => state),
      render: Lazy.method(Effect.map(made, ({ render }) => render)),
    }
  },
)

/** The services under providers: an HTTP client, and the stores of their limits and circuit breakers. */
export const providerServices: Layer.Layer<HttpClient.HttpClient | Stores> = Layer.merge(httpClient, stores)

/** Word vectors if their package is installed; they are loaded at the first English question. */
export const similarityOf = (lazy: Lazy.Lazy): Effect.Effect<Context.Context<never>> =>
  Effect.map(lazy(vectors, Layer.empty), (rate) => Context.make(Similarity.Similarity, rate))

/** The word vectors of what ranks a page without {@link layer}, unless a program provides a `Similarity`. */
export const similarity: Layer.Layer<never> = Layer.effectContext(
  Effect.flatMap(Effect.flatMap(Lazy.make, similarityOf), (ours) => unlessSet(ours, Similarity.Similarity)),
)
