/** The options of the Promise facade, and their check for callers without types. */
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import {
  type Extractor,
  Likeness,
  type Network,
  type Renderer,
  Settings,
  type Site,
  type WebBackend,
} from "@porthole/core"
import type { Stores } from "../node/Stores.ts"
import * as ProviderName from "../providers/ProviderName.ts"
import type { ProviderOptions } from "../providers/Providers.ts"
import type { FacadeSettings } from "./FacadeSettings.ts"
import { settingNames } from "./readSettings.ts"

/** A port that `layers` may replace. */
export type SwappablePort =
  | WebBackend.WebBackend
  | Network.Resolver
  | Network.Dialer
  | Extractor.Extractor
  | Renderer.Renderer
  | HttpClient.HttpClient
  | Stores

/** Any settings, in camelCase; the environment (`PORTHOLE_…`, `SEARXNG_URL`), then the defaults, supply the others. */
export interface WebToolsOptions<Ports extends SwappablePort = never> extends FacadeSettings {
  /** The address of a SearXNG. By default each search reads `SEARXNG_URL`. */
  readonly searxngUrl?: string | undefined
  /**
   * Addresses and keys of providers, by name: `{ tavily: { key } }`. By default each search reads them from the
   * environment (`TAVILY_API_KEY`, `PORTHOLE_TAVILY_URL`) and from the keys that `porthole keys` stored.
   */
  readonly providers?: ProviderOptions | undefined
  /**
   * The tenant of these tools, if several share a Redis, a folder or a store: only tools of one tenant share caches,
   * and the requests a minute under `rateLimitBy: "tenant"`. Default: `default`.
   */
  readonly tenant?: string | undefined
  /**
   * An Effect layer whose services replace ours: a `Resolver`, `Dialer`, `Extractor` or `Renderer` under the pages
   * (the first two also under images), a `Compressor` or `Reranker` after them, an `HttpClient` under the providers, or
   * a whole `WebBackend`, and then nothing of ours is built; caches and a budget, or Effect's stores under ours.
   */
  readonly layers?: Layer.Layer<Ports, unknown> | undefined
  /**
   * Documentation sites, each with a search and a fetch that never leave it. One site has the tools `docs_search` and
   * `docs_fetch`; several have `docs_search_<name>` and `docs_fetch_<name>` each.
   */
  readonly docsSites?: ReadonlyArray<Site.SiteOptions> | undefined
  /**
   * The folder of a project whose installed packages have `docs_search` and `docs_fetch`, at their installed versions.
   * The first call of any tool begins to index what isn't indexed yet, in this process. `docsSites` are then libraries
   * of the same two tools. It needs the package `@porthole/docs-index` and Node 24.
   */
  readonly docsFor?: string | undefined
}

/** Checks that the types already do, for callers without types. */
export const check = (options: object): Effect.Effect<void, Settings.SettingsError> => {
  for (const [setting, value] of Object.entries(options)) {
    const expected = expectedOf(setting, value)
    if (expected !== undefined) {
      return Effect.fail(new Settings.SettingsError({ setting, expected, source: "config" }))
    }
  }
  return Effect.void
}

// --- private --------------------------------------------------------------------------

const expectedOf = (name: string, value: unknown): string | undefined => {
  if (settingNames.has(name)) return undefined
  if (name === "searxngUrl") return value === undefined || isAddress(value) ? undefined : "an absolute http(s) URL"
  if (name === "providers") return value === undefined || isProviders(value) ? undefined : expectedProviders
  if (name === "tenant") return value === undefined || isText(value) ? undefined : "a name that isn't empty"
  if (name === "layers") return value === undefined || Layer.isLayer(value) ? undefined : "an Effect Layer"
  if (name === "docsSites") return value === undefined || isObjects(value) ? undefined : "a list of documentation sites"
  if (name === "docsFor") return value === undefined || isText(value) ? undefined : "a project's folder"
  const names = [...settingNames.keys(), "searxngUrl", "providers", "tenant", "layers", "docsSites", "docsFor"]
  const given = lettersOf(name.slice(0, maxNameLength))
  const near = Likeness.nearest(names, 2, (option) => Likeness.likenessOf(given, lettersOf(option)))
  return `an option's name; the nearest are ${near.join(" and ")}`
}

/** The spellings of an option in other places have the same letters: `max_length`, `SEARXNG_URL`. */
const lettersOf = (name: string): string => name.replaceAll("_", "").toLowerCase()

/** More than any option's name has. */
const maxNameLength = 60

const isText = (value: unknown): boolean => typeof value === "string" && value !== ""

/** An empty address counts as none. */
const isAddress = (value: unknown): boolean =>
  typeof value === "string" && (value === "" || (/^https?:\/\//i.test(value) && URL.canParse(value)))

const providers = ProviderName.names.join(", ")
const expectedProviders = `an object of ${providers}, each with url and key as text, or enabled as true or false`

const isProviders = (value: unknown): boolean =>
  Predicate.isObject(value) &&
  Object.entries(value).every(
    ([name, options]) => ProviderName.isProviderName(name) && (options === undefined || isOptionsOf(name, options)),
  )

/** A misspelt option must not leave a provider without its key, and so send the search to another one. */
const isOptionsOf = (name: ProviderName.ProviderName, options: unknown): boolean =>
  Predicate.isObject(options) &&
  Object.entries(options).every(
    ([option, value]) =>
      ProviderName.optionNames(name).includes(option) &&
      (value === undefined || (option === "enabled" ? typeof value === "boolean" : isAddressOrKey(option, value))),
  )

const isAddressOrKey = (option: string, value: unknown): boolean =>
  typeof value === "string" || ((option === "key" || option === "readerKey") && Redacted.isRedacted(value))

const isObjects = (value: unknown): boolean => Array.isArray(value) && value.every(Predicate.isObject)
