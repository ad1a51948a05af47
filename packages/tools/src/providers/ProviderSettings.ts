/**
 * The settings of Porthole with its own providers: `provider` and `reader` name only those that there are. Settings
 * of the kernel alone may name any; an unknown one then fails each search.
 */
import type * as Config from "effect/Config"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Settings } from "@porthole/core"
import type { Input } from "./ProviderInput.ts"
import { fields, type Values } from "./ProviderTable.ts"

export type { Input } from "./ProviderInput.ts"
export { fields, type Values } from "./ProviderTable.ts"

/** Reads the text or the value of one setting; `None` is one out of bounds. */
export const read = <K extends Settings.Name>(name: K, input: unknown): Option.Option<Values[K]> =>
  Option.map(Schema.decodeUnknownOption(Schema.Struct(fields))({ [name]: input }), (values) => values[name])

/** As `Settings.make`. */
export const make = (
  config: Input = {},
): Effect.Effect<Settings.SettingsShape, Settings.SettingsError | Config.ConfigError> => decode(config)

/** As `Settings.decode`. */
export const decode = (
  config: object,
): Effect.Effect<Settings.SettingsShape, Settings.SettingsError | Config.ConfigError> => Settings.decode(config, fields)

/** As `Settings.layer`. */
export const layer = (config?: Input): Layer.Layer<never, Settings.SettingsError | Config.ConfigError> =>
  Layer.effect(Settings.Settings, make(config))
