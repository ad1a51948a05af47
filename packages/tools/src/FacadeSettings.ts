/** The settings in the spelling of JavaScript: `searchTimeout` for `search_timeout`, and so on for each. */
import type * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as String from "effect/String"
import { Settings } from "@porthole/core"
import * as ProviderSettings from "./providers/ProviderSettings.ts"

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name

/** Any setting; durations as a number of milliseconds or text such as `"20 s"`. */
export type FacadeSettings = {
  readonly [K in keyof Settings.SettingsShape as Camel<K>]?: ProviderSettings.Input[K] | undefined
}

/** Every name in {@link FacadeSettings}. */
export const names: ReadonlySet<string> = new Set(Object.keys(Settings.table).map(String.snakeToCamel))

/** The settings in force: what is given, then the environment, then the default. Errors name them as they were given. */
export const read = (
  given: FacadeSettings,
): Effect.Effect<Settings.SettingsShape, Settings.SettingsError | Config.ConfigError> =>
  Effect.mapError(ProviderSettings.make(toInput(given)), (error) =>
    error._tag === "SettingsError" && error.source === "config"
      ? new Settings.SettingsError({ ...error, setting: String.snakeToCamel(error.setting) })
      : error,
  )

// --- private --------------------------------------------------------------------------

const toInput = (
  given: FacadeSettings,
): { readonly [K in keyof Settings.SettingsShape]: Settings.SettingsInput[K] } => ({
  search_timeout: given.searchTimeout,
  fetch_timeout: given.fetchTimeout,
  max_redirects: given.maxRedirects,
  max_body_bytes: given.maxBodyBytes,
  max_image_bytes: given.maxImageBytes,
  max_fetch_bytes: given.maxFetchBytes,
  extract_timeout: given.extractTimeout,
  extract_isolation: given.extractIsolation,
  user_agent: given.userAgent,
  user_agent_url: given.userAgentUrl,
  compress_instruction: given.compressInstruction,
  provider: given.provider,
  search_mode: given.searchMode,
  reader: given.reader,
  key_store: given.keyStore,
  per_host_concurrency: given.perHostConcurrency,
  pin_ttl: given.pinTtl,
  ports: given.ports,
  compress_min_length: given.compressMinLength,
  low_content_min: given.lowContentMin,
  max_results: given.maxResults,
  max_pages: given.maxPages,
  max_length: given.maxLength,
  cache_ttl: given.cacheTtl,
  cache_max_entries: given.cacheMaxEntries,
  cache_max_bytes: given.cacheMaxBytes,
  cache_dir: given.cacheDir,
  redis_url: given.redisUrl,
  search_cache_ttl: given.searchCacheTtl,
  max_requests_per_minute: given.maxRequestsPerMinute,
  rate_limit_by: given.rateLimitBy,
  max_uses: given.maxUses,
  known_urls_only: given.knownUrlsOnly,
  known_urls: given.knownUrls,
  allow_domains: given.allowDomains,
  deny_domains: given.denyDomains,
  robots: given.robots,
})
