/** The store of servers' jobs on the Redis of `redis_url`. Loaded at its first use, like the other stores. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Settings } from "@porthole/core"
import { JobStore } from "@porthole/stores"
import type { ToolSettingsShape } from "../settings/ToolSettings.ts"
import * as OptionalPackage from "./OptionalPackage.ts"
import * as RedisAdapter from "./RedisAdapter.ts"

/** Opens the store. Each call fails if the package for a Redis is missing. */
export const open = (
  url: NonNullable<ToolSettingsShape["redis_url"]>,
): Effect.Effect<JobStore.JobStoreShape, never, Scope.Scope> =>
  Effect.matchEffect(RedisAdapter.load(load), {
    onFailure: ({ message }) =>
      Effect.succeed(JobStore.failing(new JobStore.JobStoreError({ reason: "unset", message }))),
    onSuccess: ({ make }) => Effect.orDie(make(RedisAdapter.optionsOf(url, RedisAdapter.patientTimeout))),
  })

// --- private --------------------------------------------------------------------------

/** The jobs on a Redis. As in `Stores.ts`, the type doesn't name their package. */
interface RedisJobs {
  readonly make: (
    options: RedisAdapter.RedisOptions,
  ) => Effect.Effect<JobStore.JobStoreShape, Settings.SettingsError, Scope.Scope>
}

const load = (): Promise<RedisJobs> =>
  import(/* webpackIgnore: true */ "@porthole/store-redis").then(({ RedisJobs }) => RedisJobs, OptionalPackage.missing)
