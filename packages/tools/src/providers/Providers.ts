/**
 * Every provider that comes with Porthole, each loaded when it is first wanted. The only place that knows where a
 * provider is. What is known without loading one is in `manifest.ts`, which is made of these.
 */
import * as Effect from "effect/Effect"
import * as Provider from "@porthole/core/provider"
import type { ProviderName } from "./ProviderName.ts"

/** What a program may say of a provider: its address, its key, and what else it has. */
export type OptionsOf<Name extends ProviderName> = NonNullable<
  Parameters<Awaited<ReturnType<(typeof load)[Name]>>["makeSearch"]>[0]
>

/** What a program may say of each; the rest is read from the environment when a call runs. */
export type ProviderOptions = { readonly [Name in ProviderName]?: OptionsOf<Name> | undefined }

/** Whether a provider has what it needs for a call of this tenant, and may be asked at all. */
export const isConfigured = (name: ProviderName, options?: Provider.Options): Effect.Effect<boolean> =>
  Effect.flatMap(Effect.promise(load[name]), (provider) => provider.isConfigured(options))

/** What somebody has to set to use a provider that isn't configured, in a sentence. */
export const setUp = (name: ProviderName): Effect.Effect<string> =>
  Effect.map(Effect.promise(load[name]), ({ identity }) => `Set ${Provider.whatToSet(identity)}.`)

/** Loads a provider. Their order is that in which `auto` asks them. */
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
