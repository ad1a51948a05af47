/** The settings of jobs, which servers take and workers do: their pace, their bounds, and how long they are kept. */
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import { Setting, SettingSet } from "@porthole/core"

/** Every setting, in the order of the manual. */
export const table = SettingSet.make({
  job_delay: Setting.duration({
    minimum: 0,
    maximum: 600_000,
    fallback: 1_000,
    about: "Minimum time from one request of a server's jobs to a host to the next one, unless the site demands more.",
  }),
  job_expiry: Setting.duration({
    minimum: 60_000,
    maximum: 2_592_000_000,
    fallback: 86_400_000,
    about: "How long a server's job is kept after its end, with its pages.",
  }),
  job_max_urls: Setting.int({
    minimum: 1,
    maximum: 100_000,
    fallback: 10_000,
    about: "Maximum number of URLs of a server's job.",
  }),
  job_max_bytes: Setting.int({
    minimum: 65_536,
    maximum: 1_099_511_627_776,
    fallback: 268_435_456,
    unit: "bytes",
    about: "A server's job ends when its pages have so many bytes on the Redis.",
  }),
  max_jobs: Setting.int({
    minimum: 1,
    maximum: 1_000,
    fallback: 20,
    about: "Maximum number of a tenant's jobs that run on servers and workers over one Redis.",
  }),
})

/** The settings in force. */
export type JobSettingsShape = SettingSet.Values<typeof table.fields>

/** The current settings: the defaults, unless a composition provides others. */
export const JobSettings: Context.Reference<JobSettingsShape> = Context.Reference<JobSettingsShape>(
  "@porthole/tools/JobSettings",
  { defaultValue: () => table.defaults },
)

/** Any settings; the environment, then the defaults, supply the others. */
export type Input = SettingSet.Input<typeof table.fields>

/** Provides {@link JobSettings}; fails with a `SettingsError` when one is out of bounds. */
export const layer = (config: Input = {}): Layer.Layer<never, SettingSet.SettingsError | Config.ConfigError> =>
  Layer.effect(JobSettings, SettingSet.decode(table, config))
