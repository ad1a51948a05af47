/** The stores of servers' access tokens on Node. Loaded at their first use, like the other stores. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { AccessTokens, Settings } from "@porthole/core"
import { nodeFiles, ofUser, redisTimeouts, ofRedis } from "./Stores.ts"

/**
 * The access tokens of servers: on the Redis of `redis_url`, which servers share, else in a file of this user's. Each
 * call fails if the package for a Redis is missing.
 */
export const open: Effect.Effect<AccessTokens.AccessTokensShape, never, Scope.Scope> = Effect.gen(function* () {
  const settings = yield* Settings.Settings
  if (settings.redis_url === undefined) {
    const TokenFile = yield* Effect.promise(() => import("@porthole/store-disk").then(({ TokenFile }) => TokenFile))
    return yield* Effect.provide(TokenFile.make({ file: ofUser("tokens.json") }), nodeFiles)
  }
  const options = { url: settings.redis_url, ...redisTimeouts(settings) }
  const RedisTokens = ofRedis(() => import("@porthole/store-redis").then(({ RedisTokens }) => RedisTokens))
  return yield* Effect.matchEffect(RedisTokens, {
    onFailure: ({ message }) => Effect.succeed(failingTokens(message)),
    onSuccess: ({ make }) => Effect.orDie(make(options)),
  })
})

// --- private --------------------------------------------------------------------------

const failingTokens = (message: string): AccessTokens.AccessTokensShape => {
  const failure = Effect.fail(new AccessTokens.AccessTokensError({ message }))
  return { list: failure, add: () => failure, remove: () => failure }
}
