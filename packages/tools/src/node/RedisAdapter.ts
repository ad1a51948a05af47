/** The adapter for the Redis of `redis_url`: its optional package, and the options of its connections. */
import * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Settings } from "@porthole/core"
import type { ToolSettingsShape } from "../settings/ToolSettings.ts"
import * as OptionalPackage from "./OptionalPackage.ts"

/** The address of a Redis, and the longest wait of an operation for a connection, and then for a reply. */
export interface RedisOptions {
  /** Plain: in a bundle the package has an `effect` of its own, which can't read our redacted values. */
  readonly url: string
  readonly replyTimeout: Duration.Duration
}

/** The options of a connection to the Redis of the setting. */
export const optionsOf = (
  url: NonNullable<ToolSettingsShape["redis_url"]>,
  replyTimeout: Duration.Duration,
): RedisOptions => ({ url: Redacted.value(url), replyTimeout })

/** Loads a module of the package for a Redis. */
export const load = <M>(module: () => Promise<M>): Effect.Effect<M, OptionalPackage.NotInstalled> =>
  OptionalPackage.load("PORTHOLE_REDIS_URL", "@porthole/store-redis", module)

/**
 * For the stores of calls, which can do without: a twentieth of a call's timeout, so that connecting and the reply take
 * at most a tenth. The shorter of the timeouts of searches and fetches counts, because they share the connection.
 */
export const briefTimeout = ({ fetch_timeout, search_timeout }: Settings.SettingsShape): Duration.Duration =>
  Duration.times(Duration.min(fetch_timeout, search_timeout), 1 / 20)

/** For access tokens, stored keys and a person's commands, which can't do without: long enough for a busy machine. */
export const patientTimeout = Duration.seconds(5)
