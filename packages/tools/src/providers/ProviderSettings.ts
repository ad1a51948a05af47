/**
 * The settings of Porthole with its own providers: the kernel's table, with `provider` and `reader` narrowed to
 * existing names. The kernel's own table accepts any name; a provider or reader with an unknown name fails at each
 * call.
 */
import type * as Config from "effect/Config"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type Setting, SettingList, Settings } from "@porthole/core"
import * as ProviderName from "./ProviderName.ts"

type Names<Name extends string> = ReadonlyArray<Name>

const ofKernel = Settings.table.fields

const provider: Setting.Setting<
  "auto" | Names<ProviderName.ProviderName>,
  "auto" | ProviderName.ProviderName | Names<ProviderName.ProviderName>
> = SettingList.wordsOrAuto({ of: ProviderName.names, about: ofKernel.provider.manual.about })

const reader: Setting.Setting<
  Names<ProviderName.ReaderName>,
  ProviderName.ReaderName | Names<ProviderName.ReaderName>
> = SettingList.words({ of: ProviderName.readers, fallback: ["pinned"], about: ofKernel.reader.manual.about })

/** Every setting, in the order of the manual. */
export const fields = { ...ofKernel, provider, reader }

/** The decoded values. */
export type Values = Schema.Struct.Type<typeof fields>

/** Any settings; the environment, then the defaults, supply the others. */
export type Input = {
  readonly [K in keyof Settings.SettingsShape]?: Schema.Struct.Encoded<typeof fields>[K] | undefined
}

/** Decodes the text or the value of one setting; `None` if it is out of bounds. */
export const read = <K extends Settings.Name>(name: K, input: unknown): Option.Option<Values[K]> =>
  Option.map(Schema.decodeUnknownOption(Schema.Struct(fields))({ [name]: input }), (values) => values[name])

/** Like `Settings.make`. */
export const make = (
  config: Input = {},
): Effect.Effect<Settings.SettingsShape, Settings.SettingsError | Config.ConfigError> => decode(config)

/** Like `Settings.decode`. */
export const decode = (
  config: object,
): Effect.Effect<Settings.SettingsShape, Settings.SettingsError | Config.ConfigError> => Settings.decode(config, fields)

/** Like `Settings.layer`. */
export const layer = (config?: Input): Layer.Layer<never, Settings.SettingsError | Config.ConfigError> =>
  Layer.effect(Settings.Settings, make(config))
