/**
 * Every provider that comes with Porthole, each loaded when it is first wanted. The only place that knows
 * which package a provider's name means.
 */
import type * as Effect from "effect/Effect"
import type { ProviderName } from "@porthole/core"
import type * as Provider from "@porthole/core/provider"

/** What a package says of its provider. */
export interface Provided {
  readonly identity: Provider.Identity
  readonly makeSearch: Provider.MakeSearch
  readonly makeExtract?: Provider.MakeExtract
  /** Where `Provider.isConfigured` doesn't tell. */
  readonly isConfigured?: (options?: Provider.Options) => Effect.Effect<boolean>
}

/** What a program says of providers itself; the rest is read from the environment when a call runs. */
export type ProviderOptions = { readonly [Name in ProviderName.ProviderName]?: Provider.Options | undefined }

/** Loads a provider. */
export const load: { readonly [Name in ProviderName.ProviderName]: () => Promise<Provided> } = {
  searxng: () => import("@porthole/backend-searxng").then(({ Searxng }) => Searxng),
  tavily: () => import("@porthole/backend-tavily").then(({ Tavily }) => Tavily),
  brave: () => import("@porthole/backend-brave").then(({ Brave }) => Brave),
  serpapi: () => import("@porthole/backend-serpapi").then(({ SerpApi }) => SerpApi),
  exa: () => import("@porthole/backend-exa").then(({ Exa }) => Exa),
  firecrawl: () => import("@porthole/backend-firecrawl").then(({ Firecrawl }) => Firecrawl),
  serper: () => import("@porthole/backend-serper").then(({ Serper }) => Serper),
  jina: () => import("@porthole/backend-jina").then(({ Jina }) => Jina),
  json: () => import("@porthole/backend-json").then(({ Json }) => Json),
  duckduckgo: () => import("@porthole/backend-duckduckgo").then(({ Duckduckgo }) => Duckduckgo),
  wikipedia: () => import("@porthole/backend-wikipedia").then(({ Wikipedia }) => Wikipedia),
}
