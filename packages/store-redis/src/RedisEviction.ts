/** The check that a full Redis keeps what has no expiry: access tokens, stored keys, running jobs and leases. */
import * as Effect from "effect/Effect"
import type * as Redis from "effect/persistence/Redis"
import type { Settings } from "@porthole/core"
import * as RedisInfo from "./RedisInfo.ts"
import type { RedisOptions } from "./RedisOptions.ts"

/**
 * The name of the server's `maxmemory-policy` if that may evict keys without an expiry, else `undefined`, also if the
 * server doesn't report one. It uses a connection of its own, which it closes.
 */
export const riskyPolicy = (
  options: RedisOptions,
): Effect.Effect<string | undefined, Settings.SettingsError | Redis.RedisError> =>
  Effect.map(RedisInfo.section("memory", options), riskyPolicyIn)

/** As {@link riskyPolicy}, in the text of `INFO memory`. */
export const riskyPolicyIn = (info: string): string | undefined => {
  const policy = /^maxmemory_policy:([a-z-]{1,40})\r?$/m.exec(info)?.[1]
  return policy === undefined || policy === "noeviction" || policy.startsWith("volatile-") ? undefined : policy
}
