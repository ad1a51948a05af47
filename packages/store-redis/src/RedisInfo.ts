/** A section of what a Redis reports about itself (`INFO`), which managed servers answer, too: they refuse `CONFIG`. */
import * as Effect from "effect/Effect"
import type * as Redis from "effect/persistence/Redis"
import type { Settings } from "@porthole/core"
import * as RedisConnection from "./RedisConnection.ts"
import type { RedisOptions } from "./RedisOptions.ts"

/** The text of a section, over a connection of its own, which is closed. */
export const section = (
  name: "memory" | "persistence",
  { url, ...limits }: RedisOptions,
): Effect.Effect<string, Settings.SettingsError | Redis.RedisError> =>
  Effect.scoped(
    Effect.flatMap(RedisConnection.open(url, limits), (redis) => Effect.map(redis.send<unknown>("INFO", name), String)),
  )
