/**
 * The typed configuration of the product: one table, from which the reference {@link Settings},
 * its layer, the environment variables (`PORTHOLE_<SETTING>`) and `docs/settings.md` are made.
 *
 * Precedence: a call's argument → the config object given to {@link layer} → the environment →
 * the default. What is out of bounds fails when the layer is built, naming the setting and its
 * bounds, never its value. The address of a backend and keys aren't here: they are read at the call.
 */
import * as Config from "effect/Config"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Setting from "./Setting.ts"
import { VERSION } from "./Version.ts"

/** The settings in force; {@link table} says what each is for. Sizes are in bytes, lengths in characters (UTF-16 units). */
export interface SettingsShape {
  readonly search_timeout: Duration.Duration
  readonly fetch_timeout: Duration.Duration
  readonly max_redirects: number
  readonly max_body_bytes: number
  readonly max_image_bytes: number
  readonly max_fetch_bytes: number | undefined
  readonly extract_timeout: Duration.Duration
  readonly extract_isolation: "thread" | "process" | "none"
  readonly user_agent: string | undefined
  readonly user_agent_url: string | undefined
  readonly compress_instruction: string
  readonly provider: "auto" | ReadonlyArray<string>
  readonly search_mode: "chain" | "fan_out"
  readonly reader: ReadonlyArray<string>
  readonly key_store: "file" | "redis"
  readonly per_host_concurrency: number
  readonly pin_ttl: Duration.Duration
  readonly ports: ReadonlyArray<number>
  readonly compress_min_length: number
  readonly low_content_min: number
  readonly max_results: number
  readonly max_pages: number
  readonly max_length: number
  readonly cache_ttl: Duration.Duration
  readonly cache_max_entries: number
  readonly cache_max_bytes: number
  readonly cache_dir: string | undefined
  readonly redis_url: Redacted.Redacted | undefined
  readonly search_cache_ttl: Duration.Duration
  readonly max_requests_per_minute: number
  readonly rate_limit_by: "conversation" | "tenant"
  readonly max_uses: number | undefined
  readonly known_urls_only: boolean
  readonly known_urls: ReadonlyArray<string>
  readonly allow_domains: ReadonlyArray<string>
  readonly deny_domains: ReadonlyArray<string>
  readonly robots: boolean
}

/** Every setting, in the order of the manual. */
export const table: { readonly [K in keyof SettingsShape]: Setting.Setting<SettingsShape[K]> } = {
  search_timeout: Setting.duration({
    minimum: 1_000,
    maximum: 60_000,
    fallback: 10_000,
    about: "Deadline of one search, retries included.",
  }),
  fetch_timeout: Setting.duration({
    minimum: 1_000,
    maximum: 120_000,
    fallback: 20_000,
    about: "Deadline of one fetch, redirects, retries and extraction included.",
  }),
  max_redirects: Setting.int({ minimum: 0, maximum: 20, fallback: 5, about: "Redirects followed by one fetch." }),
  max_body_bytes: Setting.int({
    minimum: 65_536,
    maximum: 67_108_864,
    fallback: 5_242_880,
    unit: "bytes",
    about: "Largest body of a page, counted after decompression; more is `response_too_large`.",
  }),
  max_image_bytes: Setting.int({
    minimum: 65_536,
    maximum: 67_108_864,
    fallback: 2_097_152,
    unit: "bytes",
    about: "Largest image of `fetchImage`, counted after decompression; more is `response_too_large`.",
  }),
  max_fetch_bytes: Setting.optionalInt({
    minimum: 1_024,
    unit: "bytes",
    about: "Default of `max_bytes`: UTF-8 bytes of the extracted text, the rest is cut.",
  }),
  extract_timeout: Setting.duration({
    minimum: 100,
    maximum: 60_000,
    fallback: 5_000,
    about: "Deadline of turning one fetched page into text; all of it may be processor time.",
  }),
  extract_isolation: Setting.choice({
    of: ["thread", "process", "none"],
    fallback: "thread",
    about:
      "Where pages are turned into text: in threads, in processes whose memory has a bound of its own, or where everything else runs, which then waits.",
  }),
  user_agent: Setting.headerText({
    about: `The whole User-Agent, on search and fetch; unset it is \`Porthole/${VERSION}\` and the link below.`,
  }),
  user_agent_url: Setting.headerText({
    about: "The operator's contact page, sent as `(+URL)` behind the default User-Agent.",
  }),
  compress_instruction: Setting.text({
    fallback: "Keep the facts, figures, names, dates, code and links; drop repetition and filler.",
    about: "What a `Compressor` is told to do; a call's `query` overrides it.",
  }),
  provider: Setting.namesOrAuto({
    about:
      "Who is asked, in this order. `auto` is all that are configured, in the order of the bounds, and only where none is, those that anybody may ask.",
  }),
  search_mode: Setting.choice({
    of: ["chain", "fan_out"],
    fallback: "chain",
    about: "`chain` asks the next provider when one fails; `fan_out` asks all at once and merges what they answer.",
  }),
  reader: Setting.names({
    fallback: ["pinned"],
    about: "Who reads pages, in this order: `pinned` is our own transport, the others fetch pages on their machines.",
  }),
  key_store: Setting.choice({
    of: ["file", "redis"],
    fallback: "file",
    about: "Where `porthole keys` stores keys: a file of this user's, or the Redis of `redis_url`.",
  }),
  per_host_concurrency: Setting.int({
    minimum: 1,
    maximum: 32,
    fallback: 4,
    about: "Requests to one host under way at once; more wait.",
  }),
  pin_ttl: Setting.duration({
    minimum: 1_000,
    maximum: 3_600_000,
    fallback: 300_000,
    about: "How long a conversation keeps the vetted addresses of a host before it resolves anew.",
  }),
  ports: Setting.intList({ minimum: 1, maximum: 65_535, fallback: [80, 443], about: "Ports that a URL may name." }),
  compress_min_length: Setting.int({
    minimum: 0,
    fallback: 5_000,
    unit: "characters",
    about: "Content shorter than this is never compressed.",
  }),
  low_content_min: Setting.int({
    minimum: 0,
    fallback: 200,
    unit: "characters",
    about: "Pages with less readable text than this carry the warning `low_content`.",
  }),
  max_results: Setting.int({
    minimum: 1,
    maximum: 100,
    fallback: 10,
    about: "Default of `web_search`'s `max_results`.",
  }),
  max_pages: Setting.int({
    minimum: 1,
    maximum: 10,
    fallback: 3,
    about: "Default of `web_search_and_fetch`'s `max_results`.",
  }),
  max_length: Setting.int({
    minimum: 200,
    maximum: 1_000_000,
    fallback: 20_000,
    unit: "characters",
    about: "Output budget of one tool call; what is cut is always told.",
  }),
  cache_ttl: Setting.duration({
    minimum: 0,
    maximum: 604_800_000,
    fallback: 3_600_000,
    about:
      "How long a fetched page is answered from the cache before its site is asked again; 0 s turns the cache off.",
  }),
  cache_max_entries: Setting.int({
    minimum: 1,
    maximum: 1_000_000,
    fallback: 512,
    about: "Entries (pages, searches, robots.txt) that a cache in memory or on disk holds.",
  }),
  cache_max_bytes: Setting.int({
    minimum: 1_048_576,
    maximum: 68_719_476_736,
    fallback: 67_108_864,
    unit: "bytes",
    about: "Size of a cache in memory or on disk; what was used least recently goes first.",
  }),
  cache_dir: Setting.optionalText({
    bounds: "a folder",
    about: "Where pages and searches are cached on disk, so that they survive the process; unset, they are in memory.",
  }),
  redis_url: Setting.redisUrl({
    about: "A Redis that shares caches and rate limits between processes; it takes the place of `cache_dir`.",
  }),
  search_cache_ttl: Setting.duration({
    minimum: 0,
    maximum: 86_400_000,
    fallback: 300_000,
    about: "How long a search's answer is kept; 0 s turns that off.",
  }),
  max_requests_per_minute: Setting.int({
    minimum: 1,
    maximum: 10_000,
    fallback: 30,
    about:
      "Searches and fetches a minute, together; more wait within their deadline, else they are `rate_limited`. What a cache answers is free.",
  }),
  rate_limit_by: Setting.choice({
    of: ["conversation", "tenant"],
    fallback: "conversation",
    about: "Who shares the requests a minute.",
  }),
  max_uses: Setting.optionalInt({
    minimum: 1,
    about:
      "Searches and fetches that one conversation may make in all; after that `budget_exceeded`. What a cache answers is free.",
  }),
  known_urls_only: Setting.toggle({
    fallback: false,
    about: "Fetch only URLs that the conversation was given: by the user, by a hit, or as a link of a fetched page.",
  }),
  known_urls: Setting.urls({
    about: "URLs that every conversation counts as given under `known_urls_only`.",
  }),
  allow_domains: Setting.domainPatterns({
    about:
      "Only these domains are fetched and shown as hits: `example.com` with all below it, `*.example.com` only what is below.",
  }),
  deny_domains: Setting.domainPatterns({
    about: "These domains are neither fetched nor shown as hits; beats `allow_domains`.",
  }),
  robots: Setting.toggle({
    fallback: true,
    about:
      "Ask each site's robots.txt before a page is fetched. A person's `porthole fetch` doesn't, unless `--robots`.",
  }),
}

/** What {@link layer} takes: any setting as a typed value, or as the text an environment variable would hold. */
export type SettingsInput = {
  readonly [K in keyof SettingsShape]?: SettingsShape[K] | number | string | undefined
}

/** The settings in force: the defaults, unless {@link layer} is provided. */
export const Settings: Context.Reference<SettingsShape> = Context.Reference<SettingsShape>("@porthole/core/Settings", {
  defaultValue: () => defaults,
})

/** A setting that can't be used; `expected` states its bounds. */
export class SettingsError extends Schema.TaggedError<SettingsError>()("SettingsError", {
  setting: Schema.String,
  expected: Schema.String,
  source: Schema.Literals(["config", "environment"]),
}) {
  override get message(): string {
    const name = this.source === "environment" ? environmentName(this.setting) : this.setting
    return `${name} can't be used: expected ${this.expected}`
  }
}

/** The environment variable of a setting: `PORTHOLE_SEARCH_TIMEOUT` of `search_timeout`. */
export const environmentName = (setting: string): string => `PORTHOLE_${setting.toUpperCase()}`

/** The User-Agent that every request carries. */
export const userAgent = (settings: SettingsShape): string =>
  settings.user_agent ??
  (settings.user_agent_url === undefined ? `Porthole/${VERSION}` : `Porthole/${VERSION} (+${settings.user_agent_url})`)

/** Reads every setting: `config`, then the environment, then the default. An empty variable counts as unset. */
export const make = Effect.fnUntraced(function* (config: SettingsInput = {}) {
  for (const name of Object.keys(config)) {
    if (!Object.hasOwn(table, name)) {
      return yield* new SettingsError({
        setting: name,
        expected: `a setting's name (${Object.keys(table).join(", ")})`,
        source: "config",
      })
    }
  }
  return yield* collect((name) => readOne(name, config))
})

/** Provides {@link Settings}; fails with a {@link SettingsError} when one is out of bounds. */
export const layer = (config?: SettingsInput): Layer.Layer<never, SettingsError | Config.ConfigError> =>
  Layer.effect(Settings, make(config))

// --- reading ---------------------------------------------------------------------------

/** Applies one reader to every setting. */
const collect = <E>(
  read: <K extends keyof SettingsShape>(name: K) => Effect.Effect<SettingsShape[K], E>,
): Effect.Effect<SettingsShape, E> =>
  Effect.all({
    search_timeout: read("search_timeout"),
    fetch_timeout: read("fetch_timeout"),
    max_redirects: read("max_redirects"),
    max_body_bytes: read("max_body_bytes"),
    max_image_bytes: read("max_image_bytes"),
    max_fetch_bytes: read("max_fetch_bytes"),
    extract_timeout: read("extract_timeout"),
    extract_isolation: read("extract_isolation"),
    user_agent: read("user_agent"),
    user_agent_url: read("user_agent_url"),
    compress_instruction: read("compress_instruction"),
    provider: read("provider"),
    search_mode: read("search_mode"),
    reader: read("reader"),
    key_store: read("key_store"),
    per_host_concurrency: read("per_host_concurrency"),
    pin_ttl: read("pin_ttl"),
    ports: read("ports"),
    compress_min_length: read("compress_min_length"),
    low_content_min: read("low_content_min"),
    max_results: read("max_results"),
    max_pages: read("max_pages"),
    max_length: read("max_length"),
    cache_ttl: read("cache_ttl"),
    cache_max_entries: read("cache_max_entries"),
    cache_max_bytes: read("cache_max_bytes"),
    cache_dir: read("cache_dir"),
    redis_url: read("redis_url"),
    search_cache_ttl: read("search_cache_ttl"),
    max_requests_per_minute: read("max_requests_per_minute"),
    rate_limit_by: read("rate_limit_by"),
    max_uses: read("max_uses"),
    known_urls_only: read("known_urls_only"),
    known_urls: read("known_urls"),
    allow_domains: read("allow_domains"),
    deny_domains: read("deny_domains"),
    robots: read("robots"),
  })

const defaults: SettingsShape = Effect.runSync(collect((name) => Effect.succeed(table[name].fallback)))

const readOne = Effect.fnUntraced(function* <K extends keyof SettingsShape>(name: K, config: SettingsInput) {
  const setting = table[name]
  const given = config[name]
  const input = given ?? Option.getOrUndefined(yield* Config.option(Config.String(environmentName(name))))
  if (input === undefined || input === "") return setting.fallback
  const value = setting.read(input)
  if (Option.isSome(value)) return value.value
  return yield* new SettingsError({
    setting: name,
    expected: setting.bounds,
    source: given === undefined ? "environment" : "config",
  })
})
