/**
 * The settings of Porthole with its own providers: the kernel's, with `provider` and `reader` narrowed to existing
 * names, and those of the composition. The kernel's own table accepts any name; a provider or reader with an unknown
 * name fails at each call.
 */
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Setting, SettingList, SettingSet, Settings } from "@porthole/core"
import * as ToolSettings from "../settings/ToolSettings.ts"
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
export const table = SettingSet.make({ ...ofKernel, provider, reader, ...ToolSettings.table.fields })

/** The decoded values. */
export type Values = SettingSet.Values<typeof table.fields>

/** Any settings; the environment, then the defaults, supply the others. */
export type Input = SettingSet.Input<typeof table.fields>

/** The references that hold the values. */
export const contextOf = (values: Values): Context.Context<never> =>
  Context.make(Settings.Settings, values).pipe(Context.add(ToolSettings.ToolSettings, values))

/** Like `Settings.make`. */
export const make = (config: Input = {}): Effect.Effect<Values, SettingSet.SettingsError | Config.ConfigError> =>
  SettingSet.decode(table, config)

/** Like `Settings.layer`. */
export const layer = (config?: Input): Layer.Layer<never, SettingSet.SettingsError | Config.ConfigError> =>
  Layer.effectContext(Effect.map(make(config), contextOf))
