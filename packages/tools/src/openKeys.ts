/** Opens the stored keys that the settings choose. Loaded at their first use. */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { Credentials, Settings } from "@porthole/core"
import { homedir } from "node:os"
import { isAbsolute, join } from "node:path"
import { redisLimits } from "./redisLimits.ts"

/** A file of this user's, or the Redis of `redis_url`; without one, keys can't be looked up, which is told at each call. */
export const openKeys: Effect.Effect<Credentials.StoredKeys, never, Scope.Scope> = Effect.gen(function* () {
  const settings = yield* Settings.Settings
  const { key_store, redis_url } = settings
  if (key_store === "file") {
    const { KeyFile } = yield* Effect.promise(() => import("@porthole/store-disk"))
    return yield* Effect.provide(KeyFile.make({ file }), Layer.merge(NodeFileSystem.layer, NodePath.layer))
  }
  if (redis_url === undefined) return without
  const { RedisKeys } = yield* Effect.promise(() => import("@porthole/store-redis"))
  return yield* Effect.orDie(RedisKeys.make({ url: redis_url, ...redisLimits(settings) }))
})

// --- private --------------------------------------------------------------------------

/** The folder for settings of programs: the XDG Base Directory Specification 0.8, and `%APPDATA%` on Windows. */
const configFolder = (): string => {
  const { APPDATA, XDG_CONFIG_HOME } = process.env
  const named = process.platform === "win32" ? APPDATA : XDG_CONFIG_HOME
  return named !== undefined && isAbsolute(named) ? named : join(homedir(), ".config")
}

const file = join(configFolder(), "porthole", "keys.json")

const missing = Effect.fail(
  new Credentials.CredentialsError({ message: "PORTHOLE_KEY_STORE is redis, but PORTHOLE_REDIS_URL isn't set." }),
)

const without: Credentials.StoredKeys = {
  get: () => missing,
  set: () => missing,
  remove: () => missing,
  list: () => missing,
}
