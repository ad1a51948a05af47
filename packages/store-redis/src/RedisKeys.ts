/** Providers' keys, one hash per tenant. They aren't encrypted: read access to the Redis reveals them. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redis from "effect/persistence/Redis"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { type Settings } from "@porthole/core"
import { Credentials, StoreGuard } from "@porthole/stores"
import * as RedisConnection from "./RedisConnection.ts"
import * as RedisOptions from "./RedisOptions.ts"

/**
 * Keys over a connection of their own, which the first call opens. `get`, for which a tool call waits, takes a tenth of
 * its timeout at most, and after three failures it fails at once for ten seconds. The other methods, which a person's
 * commands use, take as long as the limits allow. This constructor fails only for an invalid URL.
 */
export const make = Effect.fnUntraced(function* (
  options: RedisOptions.RedisOptions,
): Effect.fn.Return<Credentials.StoredKeys, Settings.SettingsError, Scope.Scope> {
  const redis = yield* RedisConnection.open(options.url, options)
  const guarded = yield* StoreGuard.make("porthole_keys")
  const redisKeyOf = (tenant: string): string => `${RedisOptions.prefixOf(options)}:keys:${JSON.stringify(tenant)}`

  const service: Credentials.StoredKeys = {
    get: (tenant, provider) =>
      Effect.flatMap(
        guarded(() => redis.send<string | null>("HGET", redisKeyOf(tenant), provider)),
        Option.match({
          onNone: () => Effect.fail(new Credentials.CredentialsError({ message: noAnswer })),
          onSome: (key) => Effect.succeed(key === null ? undefined : Redacted.make(key)),
        }),
      ),
    set: (tenant, provider, key) =>
      withCredentialsError(Effect.asVoid(redis.send("HSET", redisKeyOf(tenant), provider, Redacted.value(key)))),
    remove: (tenant, provider) =>
      withCredentialsError(
        Effect.map(redis.send<number>("HDEL", redisKeyOf(tenant), provider), (removed) => removed > 0),
      ),
    list: (tenant) =>
      withCredentialsError(
        Effect.map(redis.send<ReadonlyArray<string>>("HKEYS", redisKeyOf(tenant)), (names) => names.toSorted()),
      ),
  }
  return service
})

// --- private --------------------------------------------------------------------------

const noAnswer = "The Redis that stores the keys didn't answer."

const withCredentialsError = <A>(
  effect: Effect.Effect<A, Redis.RedisError>,
): Effect.Effect<A, Credentials.CredentialsError> =>
  Effect.mapError(
    effect,
    (cause) => new Credentials.CredentialsError({ message: RedisConnection.explain(cause, noAnswer), cause }),
  )
