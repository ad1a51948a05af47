/** The stores of servers' access tokens on Node. Loaded at their first use, like the other stores. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Settings } from "@porthole/core"
import { AccessTokens } from "@porthole/stores"
import type { TokenFile } from "@porthole/store-disk"
import { ToolSettings } from "../settings/ToolSettings.ts"
import * as RedisAdapter from "./RedisAdapter.ts"
import * as UserFile from "./UserFile.ts"

/** Functions that load the adapters, each at its first use. */
export interface Adapters {
  readonly tokenFile: () => Promise<typeof TokenFile>
  readonly redisTokens: () => Promise<RedisTokens>
}

/** The tokens on a Redis. As in `Stores.ts`, the type doesn't name their package. */
interface RedisTokens {
  readonly make: (
    options: RedisAdapter.RedisOptions,
  ) => Effect.Effect<AccessTokens.AccessTokensShape, Settings.SettingsError, Scope.Scope>
}

/**
 * The access tokens of servers: on the Redis of `redis_url`, which servers share, else in a file of this user's. Each
 * call fails if the package for a Redis is missing.
 */
export const open = (adapters: Adapters): Effect.Effect<AccessTokens.AccessTokensShape, never, Scope.Scope> =>
  Effect.gen(function* () {
    const { redis_url } = yield* ToolSettings
    if (redis_url === undefined) {
      const { make } = yield* Effect.promise(adapters.tokenFile)
      return yield* Effect.provide(make({ file: UserFile.pathOf("tokens.json") }), UserFile.nodeFiles)
    }
    const options = RedisAdapter.optionsOf(redis_url, RedisAdapter.patientTimeout)
    return yield* Effect.matchEffect(RedisAdapter.load(adapters.redisTokens), {
      onFailure: ({ message }) => Effect.succeed(failingTokens(message)),
      onSuccess: ({ make }) => Effect.orDie(make(options)),
    })
  })

// --- private --------------------------------------------------------------------------

const failingTokens = (message: string): AccessTokens.AccessTokensShape => {
  const failure = Effect.fail(new AccessTokens.AccessTokensError({ message }))
  return { list: failure, add: () => failure, remove: () => failure }
}
