/**
 * The settings of Porthole with its own providers: `provider` and `reader` name only those that there are. Settings of the
 * kernel alone may name any; an unknown one then fails each search.
 */
import type * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Settings } from "@porthole/core"
import * as ProviderName from "./ProviderName.ts"

/** What `provider` and `reader` take, for people. */
export const bounds = {
  provider: `\`auto\`, or a list of ${ProviderName.names.map((name) => `\`${name}\``).join(", ")}`,
  reader: `a list of ${ProviderName.readers.map((name) => `\`${name}\``).join(", ")}`,
} as const

/** Reads the setting `provider`; none where it names one that isn't there. */
export const readProvider = (input: unknown): Option.Option<Settings.SettingsShape["provider"]> =>
  Option.filter(Settings.table.provider.read(input), isProvider)

/** Reads the setting `reader`; none where it names one that isn't there. */
export const readReader = (input: unknown): Option.Option<Settings.SettingsShape["reader"]> =>
  Option.filter(Settings.table.reader.read(input), isReader)

/** As `Settings.SettingsInput`, with the names of our providers. */
export interface Input extends Omit<Settings.SettingsInput, "provider" | "reader"> {
  readonly provider?: "auto" | ReadonlyArray<ProviderName.ProviderName> | (string & {}) | undefined
  readonly reader?: ReadonlyArray<ProviderName.ReaderName> | (string & {}) | undefined
}

/** As `Settings.make`. */
export const make = (
  config: Settings.SettingsInput = {},
): Effect.Effect<Settings.SettingsShape, Settings.SettingsError | Config.ConfigError> =>
  Effect.tap(
    Effect.mapError(Settings.make(config), (error) =>
      error._tag === "SettingsError" && isNamed(error.setting) ? wrong(error.setting, config) : error,
    ),
    ({ provider, reader }) => {
      if (!isProvider(provider)) return Effect.fail(wrong("provider", config))
      return isReader(reader) ? Effect.void : Effect.fail(wrong("reader", config))
    },
  )

/** As `Settings.layer`. */
export const layer = (
  config?: Settings.SettingsInput,
): Layer.Layer<never, Settings.SettingsError | Config.ConfigError> => Layer.effect(Settings.Settings, make(config))

// --- private --------------------------------------------------------------------------

const isProvider = (provider: Settings.SettingsShape["provider"]): boolean =>
  provider === "auto" || provider.every(ProviderName.isProviderName)

const isReader = (reader: Settings.SettingsShape["reader"]): boolean => reader.every(ProviderName.isReaderName)

const isNamed = (setting: string): setting is keyof typeof bounds => Object.hasOwn(bounds, setting)

const wrong = (setting: keyof typeof bounds, config: Settings.SettingsInput): Settings.SettingsError =>
  new Settings.SettingsError({
    setting,
    expected: bounds[setting],
    source: config[setting] === undefined ? "environment" : "config",
  })
