/** The settings of the command: those of the tools, of jobs and of the server. */
import { SettingSet, type Settings } from "@porthole/core"
import { ServerSettings } from "@porthole/serve"
import { JobSettings, ProviderSettings } from "@porthole/tools/providers"
import * as Context from "effect/Context"

type Fields = typeof ProviderSettings.table.fields &
  typeof JobSettings.table.fields &
  typeof ServerSettings.table.fields

/** Every setting, in the order of the manual. */
export const table: SettingSet.SettingSet<Fields> = SettingSet.make({
  ...ProviderSettings.table.fields,
  ...JobSettings.table.fields,
  ...ServerSettings.table.fields,
})

/** The settings in force. */
export type Values = SettingSet.Values<Fields>

/** Any settings, from flags. */
export type Input = Settings.SettingsInput &
  SettingSet.Input<typeof ServerSettings.table.fields> &
  Pick<ProviderSettings.Input, "recording" | "recording_mode" | "replay_misses">

/** The name of a setting. */
export type Name = keyof Fields

/** The references that hold the values. */
export const contextOf = (values: Values): Context.Context<never> =>
  ProviderSettings.contextOf(values).pipe(
    Context.add(JobSettings.JobSettings, values),
    Context.add(ServerSettings.ServerSettings, values),
  )
