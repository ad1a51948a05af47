/** Reads the facade's settings, which are in camelCase: `searchTimeout` is `search_timeout`. */
import type * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as String from "effect/String"
import { SettingSet } from "@porthole/core"
import * as ProviderSettings from "../providers/ProviderSettings.ts"

/** Every setting by its name in camelCase. */
export const settingNames: ReadonlyMap<string, string> = new Map(
  ProviderSettings.table.names.map((name) => [String.snakeToCamel(name), name]),
)

/** The settings: the options, then the environment, then the defaults. An error names the setting in camelCase. */
export const readSettings = (
  options: object,
): Effect.Effect<ProviderSettings.Values, SettingSet.SettingsError | Config.ConfigError> =>
  Effect.mapError(SettingSet.decode(ProviderSettings.table, toSettings(options)), (error) =>
    error._tag === "SettingsError" && error.source === "config"
      ? new SettingSet.SettingsError({ ...error, setting: String.snakeToCamel(error.setting) })
      : error,
  )

// --- private --------------------------------------------------------------------------

const toSettings = (options: object): object =>
  Object.fromEntries(
    Object.entries(options).flatMap(([option, value]) => {
      const name = settingNames.get(option)
      return name === undefined ? [] : [[name, value]]
    }),
  )
