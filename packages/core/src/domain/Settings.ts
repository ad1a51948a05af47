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
  readonly user_agent: string | undefined
  readonly user_agent_url: string | undefined
  readonly compress_instruction: string
  readonly provider: "searxng"
  readonly per_host_concurrency: number
  readonly pin_ttl: Duration.Duration
  readonly ports: ReadonlyArray<number>
  readonly compress_min_length: number
  readonly low_content_min: number
  readonly max_results: number
  readonly max_pages: number
  readonly max_length: number
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
    about: "Deadline of turning one fetched page into text.",
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
  provider: Setting.choice({ of: ["searxng"], fallback: "searxng", about: "The search backend." }),
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
}

/** What {@link layer} takes: any setting as a typed value, or as the text an environment variable would hold. */
export type SettingsInput = { readonly [K in keyof SettingsShape]?: SettingsShape[K] | number | string | undefined }

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
    user_agent: read("user_agent"),
    user_agent_url: read("user_agent_url"),
    compress_instruction: read("compress_instruction"),
    provider: read("provider"),
    per_host_concurrency: read("per_host_concurrency"),
    pin_ttl: read("pin_ttl"),
    ports: read("ports"),
    compress_min_length: read("compress_min_length"),
    low_content_min: read("low_content_min"),
    max_results: read("max_results"),
    max_pages: read("max_pages"),
    max_length: read("max_length"),
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
