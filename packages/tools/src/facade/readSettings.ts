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
  Effect.mapError(SettingSet.decode(table, toSettings(options)), (error) =>
    error._tag === "SettingsError" && error.source === "config"
      ? new SettingSet.SettingsError({ ...error, setting: String.snakeToCamel(error.setting) })
      : error,
  )

// --- private --------------------------------------------------------------------------

/**
 * A program decides itself how much it asks for: by default nothing but the hosts' pace limits it. The highest limit
 * stands for none.
 */
const table: typeof ProviderSettings.table = {
  ...ProviderSettings.table,
  defaults: { ...ProviderSettings.table.defaults, max_requests_per_minute: 10_000 },
}

const toSettings = (options: object): object =>
  Object.fromEntries(
    Object.entries(options).flatMap(([option, value]) => {
      const name = settingNames.get(option)
      return name === undefined ? [] : [[name, value]]
    }),
  )
