/** The adapter for the Redis of `redis_url`: its optional package, and the options of its connections. */
import * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type { Settings } from "@porthole/core"
import type { ToolSettingsShape } from "../settings/ToolSettings.ts"
import * as OptionalPackage from "./OptionalPackage.ts"

/** The address of a Redis, and the timeouts of its connections. */
export interface RedisOptions {
  readonly url: NonNullable<ToolSettingsShape["redis_url"]>
  readonly connectTimeout: Duration.Duration
  readonly replyTimeout: Duration.Duration
}

/** Loads a module of the package for a Redis. */
export const load = <M>(module: () => Promise<M>): Effect.Effect<M, OptionalPackage.NotInstalled> =>
  OptionalPackage.load("PORTHOLE_REDIS_URL", "@porthole/store-redis", module)

/**
 * The timeouts of one connection to Redis: a twentieth of a call's timeout. A call may use two connections, for stores
 * and for keys, so it waits for a silent Redis at most a tenth of its timeout. The shorter of the timeouts of searches
 * and fetches counts, because they share connections.
 */
export const timeoutsOf = ({ fetch_timeout, search_timeout }: Settings.SettingsShape) => {
  const timeout = Duration.times(Duration.min(fetch_timeout, search_timeout), 1 / 20)
  return { connectTimeout: timeout, replyTimeout: timeout }
}
