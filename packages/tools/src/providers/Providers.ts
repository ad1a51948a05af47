/**
 * Every provider that comes with Porthole, each loaded when it is first wanted. The only place that knows
 * which package a provider's name means.
 */
import type * as Effect from "effect/Effect"
import type { Json } from "@porthole/backend-json"
import type { SerpApi } from "@porthole/backend-serpapi"
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
export type ProviderOptions = { readonly [Name in ProviderName.ProviderName]?: OptionsOf<Name> | undefined }

/** What may be said of one: its address, its key, and what else it has. */
export type OptionsOf<Name extends ProviderName.ProviderName> = Name extends keyof Own ? Own[Name] : Provider.Options

interface Own {
  readonly serpapi: SerpApi.Options
  readonly json: Json.Options
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
