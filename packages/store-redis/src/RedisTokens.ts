/** Servers' access tokens, which processes share over a Redis: one Redis hash, whose fields are the tokens' hashes. */
import * as Effect from "effect/Effect"
import type * as Redis from "effect/persistence/Redis"
import type * as Scope from "effect/Scope"
import * as Schema from "effect/Schema"
import type { Settings } from "@porthole/core"
import { AccessTokens } from "@porthole/stores"
import * as RedisConnection from "./RedisConnection.ts"
import * as RedisOptions from "./RedisOptions.ts"

/**
 * Tokens over a connection of their own, which the first call opens. This constructor fails only for an invalid URL.
 */
export const make = Effect.fnUntraced(function* (
  options: RedisOptions.RedisOptions,
): Effect.fn.Return<AccessTokens.AccessTokensShape, Settings.SettingsError, Scope.Scope> {
  const redis = yield* RedisConnection.open(options.url, options)
  const key = `${RedisOptions.prefixOf(options)}:tokens`

  const service: AccessTokens.AccessTokensShape = {
    list: Effect.flatMap(
      withTokensError(redis.send<ReadonlyArray<string>>("HVALS", key)),
      Effect.fnUntraced(function* (values) {
        const tokens = yield* Effect.mapError(
          Effect.forEach(values, (value) => decode(value)),
          (cause) => new AccessTokens.AccessTokensError({ message: invalidTokens, cause }),
        )
        return tokens.toSorted((a, b) => a.added.localeCompare(b.added))
      }),
    ),
    add: (token) => withTokensError(Effect.asVoid(redis.send("HSET", key, token.hash, JSON.stringify(token)))),
    remove: (hash) => withTokensError(Effect.map(redis.send<number>("HDEL", key, hash), (removed) => removed > 0)),
  }
  return service
})

// --- private --------------------------------------------------------------------------

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(AccessTokens.StoredToken))

const noAnswer = "The Redis that stores the access tokens didn't answer."
const invalidTokens = "The access tokens on Redis aren't valid."

const withTokensError = <A>(
  effect: Effect.Effect<A, Redis.RedisError>,
): Effect.Effect<A, AccessTokens.AccessTokensError> =>
  Effect.mapError(
    effect,
    (cause) => new AccessTokens.AccessTokensError({ message: RedisConnection.explain(cause, noAnswer), cause }),
  )
