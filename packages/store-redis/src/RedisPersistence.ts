/**
 * The check that a Redis still has access tokens and stored keys after its restart. `INFO` doesn't tell whether
 * snapshots are made.
 */
import * as Effect from "effect/Effect"
import type * as Redis from "effect/persistence/Redis"
import type { Settings } from "@porthole/core"
import * as RedisInfo from "./RedisInfo.ts"
import type { RedisOptions } from "./RedisOptions.ts"

/**
 * Whether the server writes what it is told to its append-only file; `undefined` if it doesn't say so. It uses a
 * connection of its own, which it closes.
 */
export const isAppended = (
  options: RedisOptions,
): Effect.Effect<boolean | undefined, Settings.SettingsError | Redis.RedisError> =>
  Effect.map(RedisInfo.section("persistence", options), isAppendedIn)

/** As {@link isAppended}, in the text of `INFO persistence`. */
export const isAppendedIn = (info: string): boolean | undefined => {
  const enabled = /^aof_enabled:([01])\r?$/m.exec(info)?.[1]
  return enabled === undefined ? undefined : enabled === "1"
}
