/**
 * Search for Node: the providers that the setting `provider` names, as a chain or all at once, over an
 * `HttpClient`. Loaded at the first search.
 */
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import type * as Scope from "effect/Scope"
import { Credentials, Settings, type WebBackend } from "@porthole/core"
import { chain, fanOut } from "@porthole/core/chain"
import * as ProviderLink from "./ProviderLink.ts"
import * as ProviderName from "./ProviderName.ts"
import type { ProviderOptions } from "./ProviderOptions.ts"

/** Search as the settings say. */
export const make = (
  options: ProviderOptions,
): WebBackend.Half<WebBackend.Search, never, HttpClient.HttpClient | Scope.Scope> => Credentials.bound(choose(options))

// --- private --------------------------------------------------------------------------

const choose = (
  options: ProviderOptions,
): WebBackend.Half<WebBackend.Search, never, HttpClient.HttpClient | Scope.Scope> =>
  Effect.flatMap(Settings.Settings, ({ provider, search_mode }) => {
    const join = search_mode === "fan_out" ? fanOut : chain
    return provider === "auto"
      ? join(linksOf(ProviderName.configurable, options), {
          whenNoneConfigured: linksOf(ProviderName.keyless, options),
          skippedUnconfigured: "silent",
          setUp: anyOf,
        })
      : join(linksOf(provider, options))
  })

const linksOf = (names: ReadonlyArray<string>, options: ProviderOptions) =>
  names.map((name) =>
    ProviderName.isProviderName(name) ? ProviderLink.search(name, options[name]) : ProviderLink.unknown(name),
  )

const anyOf =
  "To search with a provider of your own, set SEARXNG_URL or a key such as TAVILY_API_KEY or BRAVE_API_KEY " +
  "(`porthole doctor` lists them)."
