/**
 * Every provider that comes with Porthole, each loaded when it is first wanted. The only place that knows
 * which package a provider's name means.
 */
import type * as Effect from "effect/Effect"
import type { ProviderName } from "@porthole/core"
import type * as Provider from "@porthole/core/provider"
import type { JsonOptions } from "@porthole/providers/json"
import type { SerpApiOptions } from "@porthole/providers/serpapi"

/** What a package says of its provider. */
export interface Provided {
  readonly identity: Provider.Identity
  readonly makeSearch: Provider.MakeSearch
  readonly makeExtract?: Provider.MakeExtract
  /** Where `Provider.isConfigured` doesn't tell. */
  readonly isConfigured?: (options?: Provider.Options) => Effect.Effect<boolean>
}

/** What a program says of providers itself; the rest is read from the environment when a call runs. */
export type ProviderOptions = { readonly [Name in ProviderName.ProviderName]?: OptionsOf<Name> | undefined }

/** What may be said of one: its address, its key, and what else it has. */
export type OptionsOf<Name extends ProviderName.ProviderName> = Name extends keyof Own ? Own[Name] : Provider.Options

interface Own {
  readonly serpapi: SerpApiOptions
  readonly json: JsonOptions
}

/** The names of what else there is. */
const ownNames: { readonly [Name in keyof Own]: ReadonlyArray<Exclude<keyof Own[Name], keyof Provider.Options>> } = {
  serpapi: ["engine"],
  json: ["method", "keyHeader", "query", "count", "results", "title", "link", "snippet", "date"],
}

/** The names of all that may be said of a provider. */
export const optionNames = (name: ProviderName.ProviderName): ReadonlyArray<string> => [
  "url",
  "key",
  ...(name === "serpapi" || name === "json" ? ownNames[name] : []),
]

/** Loads a provider. */
export const load: { readonly [Name in ProviderName.ProviderName]: () => Promise<Provided> } = {
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
