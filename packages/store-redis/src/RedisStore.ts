/**
 * Everything that processes share over one Redis: the store for what is kept between calls, rate limits, and circuit
 * breakers.
 *
 * A Redis that is down, wrong or slow never fails the layer: each operation fails, within seconds, and works again when
 * it is back. Its users take a failing store for an empty one. Whoever can write to the Redis is believed, so it has to
 * be as private as the process. Every key begins with the prefix; what is above `maxmemory` goes by the server's own
 * policy.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import type * as Persistence from "effect/persistence/Persistence"
import * as RateLimiter from "effect/persistence/RateLimiter"
import type * as Redacted from "effect/Redacted"
import { Settings } from "@porthole/core"
import * as RedisBacking from "./RedisBacking.ts"
import * as RedisConnection from "./RedisConnection.ts"
import * as RedisClient from "./RedisClient.ts"

/** Where the Redis is. */
export interface Options extends RedisConnection.Limits {
  /** The setting `redis_url`. It shows nowhere: in no log, error or printed value. */
  readonly url: Redacted.Redacted
  /** The first part of every key, in which `%` and `:` are escaped. Default: `porthole`. */
  readonly prefix?: string | undefined
}

/** Provides all three. It fails for a URL that is none, and for nothing else; the first operation connects. */
export const layer = ({
  url,
  prefix = "porthole",
  ...limits
}: Options): Layer.Layer<
  Persistence.BackingPersistence | RateLimiter.RateLimiterStore | CircuitBreaker.CircuitBreakerStore,
  Settings.SettingsError
> => {
  const connection = Layer.unwrap(
    Option.match(RedisClient.parse(url), {
      onNone: () =>
        Effect.fail(
          new Settings.SettingsError({ setting: "redis_url", expected: RedisClient.expected, source: "config" }),
        ),
      onSome: (place) => Effect.succeed(RedisConnection.layer(place, limits)),
    }),
  )
  const name = RedisBacking.escapeName(prefix)
  return Layer.mergeAll(
    RedisBacking.layer(prefix),
    RateLimiter.layerStoreRedis({ prefix: `${name}:limit:` }),
    CircuitBreaker.layerStoreRedis({ prefix: `${name}:circuit:` }),
  ).pipe(Layer.provide(connection))
}
