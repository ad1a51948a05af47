/**
 * The providers on Node: a search backend and a page reader, as the settings choose them, over an `HttpClient`. Loaded
 * at the first call that needs a provider.
 *
 * The registry has every provider of Porthole, each loaded at its first use. It is the only module that knows where a
 * provider is. `ProviderName.manifest`, generated from the providers, has facts about each without loading it.
 */
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import type * as Scope from "effect/Scope"
import { Settings, type WebBackend, WebError } from "@porthole/core"
import { Credentials } from "@porthole/stores"
import {
  chain,
  chainExtract,
  type ChainProvider,
  fanOut,
  type PageProvider,
  type SearchProvider,
} from "@porthole/provider-kit/chain"
import * as Provider from "@porthole/provider-kit"
import * as ProviderName from "./ProviderName.ts"

/** A program's options for a provider: its address, its key, and its own ones. */
type OptionsOf<Name extends ProviderName.ProviderName> = NonNullable<
  Parameters<Awaited<ReturnType<(typeof load)[Name]>>["makeSearch"]>[0]
>

/** A program's options for each provider; the environment supplies the others when a call runs. */
export type ProviderOptions = { readonly [Name in ProviderName.ProviderName]?: OptionsOf<Name> | undefined }

/** Whether a provider has what it needs for a call of this tenant, and isn't turned off. */
export const isConfigured = (name: ProviderName.ProviderName, options?: Provider.Options): Effect.Effect<boolean> =>
  Effect.flatMap(Effect.promise(load[name]), (provider) => provider.isConfigured(options))

/** A sentence about what to set for a provider that isn't configured. */
export const setUpHint = (name: ProviderName.ProviderName): Effect.Effect<string> =>
  Effect.flatMap(Effect.promise(load[name]), ({ identity }) =>
    Provider.OperatorCommands.useSync((commands) => `Set ${Provider.whatToSet(identity, commands)}.`),
  )

/** Loads a provider. `auto` has the order of these entries. */
export const load = {
  searxng: () => import("@porthole/backend-searxng").then(({ searxng }) => searxng),
  tavily: () => import("@porthole/providers/tavily").then(({ tavily }) => tavily),
  brave: () => import("@porthole/providers/brave").then(({ brave }) => brave),
  serpapi: () => import("@porthole/providers/serpapi").then(({ serpapi }) => serpapi),
  exa: () => import("@porthole/providers/exa").then(({ exa }) => exa),
  firecrawl: () => import("@porthole/providers/firecrawl").then(({ firecrawl }) => firecrawl),
  serper: () => import("@porthole/providers/serper").then(({ serper }) => serper),
  jina: () => import("@porthole/providers/jina").then(({ jina }) => jina),
  json: () => import("@porthole/providers/json").then(({ json }) => json),
  duckduckgo: () => import("@porthole/providers/duckduckgo").then(({ duckduckgo }) => duckduckgo),
  wikipedia: () => import("@porthole/providers/wikipedia").then(({ wikipedia }) => wikipedia),
}

/** A method of `WebBackend` over providers. */
type Backend<Method> = WebBackend.Factory<Method, never, Services>

/** Search with the providers of the setting `provider`, as a chain or in parallel. */
export const search = (options: ProviderOptions): Backend<WebBackend.Search> =>
  Credentials.bound(
    Effect.gen(function* () {
      const { provider, search_mode } = yield* Settings.Settings
      const combine = search_mode === "fan_out" ? fanOut : chain
      return yield* provider === "auto"
        ? combine(searchesOf(ProviderName.nonPublicNames, options), {
            whenNoneConfigured: searchesOf(ProviderName.publicNames, options),
            skippedUnconfigured: "omitted",
            setUpHint: anyProviderHint(yield* Provider.OperatorCommands),
          })
        : combine(searchesOf(provider, options))
    }),
  )

/** Pages by a chain of readers, in the order of the setting `reader`; `pinned` is our own transport. */
export const read = (
  readers: ReadonlyArray<string>,
  options: ProviderOptions,
  pinned: WebBackend.Factory<WebBackend.Extract, never, Scope.Scope>,
): Backend<WebBackend.Extract> =>
  Credentials.bound(
    chainExtract(
      readers.map((name) => {
        if (name === "pinned") return { provider: name, backend: pinned, sharedByTenants: true }
        return ProviderName.isPageProviderName(name) ? readerOf(name, options[name]) : unknown(name)
      }),
    ),
  )

/** Services that making a provider's backend needs. */
type Services = HttpClient.HttpClient | Scope.Scope

/** The search of a provider. */
const searchOf = (name: ProviderName.ProviderName, options?: Provider.Options): SearchProvider<never, Services> => ({
  provider: name,
  backend: lazyMethod(() => load[name]().then(({ makeSearch }) => makeSearch(options))),
  isConfigured: isConfigured(name, options),
  setUpHint: setUpHint(name),
  sharedByTenants: ProviderName.isPublic(name),
})

/** The reader of a provider. */
const readerOf = (name: ProviderName.PageProviderName, options?: Provider.Options): PageProvider<never, Services> => ({
  provider: name,
  // If something is missing, its call fails and names it.
  backend: lazyMethod(() => load[name]().then(({ makeExtract }) => makeExtract(options))),
  sharedByTenants: false,
})

/** Stands for an unknown provider: each call of it fails and names it, so that the mistake isn't overlooked. */
const unknown = (name: string): ChainProvider<unknown, never> => ({
  provider: name,
  backend: Effect.succeed(() =>
    Effect.fail(WebError.unavailable(name, "not_configured", `There is no provider named ${name}.`)),
  ),
  sharedByTenants: false,
})

const searchesOf = (names: ReadonlyArray<string>, options: ProviderOptions) =>
  names.map((name) => (ProviderName.isProviderName(name) ? searchOf(name, options[name]) : unknown(name)))

const anyProviderHint = ({ diagnose }: Provider.OperatorCommandsShape): string => {
  const some = ProviderName.setUpVariables.slice(0, 2).join(" or ")
  const all = diagnose === undefined ? "" : ` (\`${diagnose}\` lists them)`
  return `To search with a provider of your own, set its variable, for example ${some}${all}.`
}

// --- private --------------------------------------------------------------------------

/** A method that is loaded and made at its first call. */
const lazyMethod = <A, B, R = never>(
  load: () => Promise<WebBackend.Factory<(input: A) => Effect.Effect<B, WebError.WebError>, never, R | Scope.Scope>>,
): WebBackend.Factory<(input: A) => Effect.Effect<B, WebError.WebError>, never, R | Scope.Scope> =>
  Effect.flatMap(Effect.context<R | Scope.Scope>(), (context) =>
    Effect.map(
      Effect.cached(Effect.provideContext(Effect.flatten(Effect.promise(load)), context)),
      (method) => (input) => Effect.flatMap(method, (call) => call(input)),
    ),
  )
