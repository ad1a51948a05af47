/**
 * What several processes share over one Redis: a store of cached values, rate limits, circuit breakers, and the limits
 * of hosts.
 *
 * A Redis that is down, wrong or slow never fails the layer: each operation fails, within seconds, and works again when
 * it is back. Callers treat a failing store as an empty one. Its content is trusted, so it must be as private as the
 * process. Every key begins with the prefix. The server's own policy handles `maxmemory`: every key but those of access
 * tokens and of the providers' keys has an expiry.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import * as Persistence from "effect/persistence/Persistence"
import * as RateLimiter from "effect/persistence/RateLimiter"
import * as Redis from "effect/persistence/Redis"
import { HostLeases, type Settings, SharedStores } from "@porthole/core"
import * as RedisBacking from "./RedisBacking.ts"
import * as RedisConnection from "./RedisConnection.ts"
import * as RedisHosts from "./RedisHosts.ts"
import * as RedisOptions from "./RedisOptions.ts"

/**
 * Provides the store, the rate limits and the circuit breakers, and sets them as `SharedStores`, and `HostLeases`. The
 * layer fails only for an invalid URL; the first operation connects.
 */
export const layer = (
  options: RedisOptions.RedisOptions,
): Layer.Layer<
  Persistence.BackingPersistence | RateLimiter.RateLimiterStore | CircuitBreaker.CircuitBreakerStore,
  Settings.SettingsError
> => {
  const connection = Layer.effect(Redis.Redis, RedisConnection.open(options.url, options))
  const name = RedisOptions.prefixOf(options)
  const stores = Layer.mergeAll(
    RedisBacking.layer(options.prefix ?? RedisOptions.defaultPrefix),
    RateLimiter.layerStoreRedis({ prefix: `${name}:limit:` }),
    CircuitBreaker.layerStoreRedis({ prefix: `${name}:circuit:` }),
  )
  return layerShared(name).pipe(Layer.provideMerge(stores), Layer.provide(connection))
}

// --- private --------------------------------------------------------------------------

/** Sets the stores for parts that can do without. */
const layerShared = (prefix: string) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const hosts = yield* RedisHosts.make(yield* Redis.Redis, prefix)
      return Context.make(SharedStores.RobotsStore, Option.some(yield* Persistence.BackingPersistence)).pipe(
        Context.add(SharedStores.TurnStore, Option.some(yield* RateLimiter.RateLimiterStore)),
        Context.add(SharedStores.CircuitStore, Option.some(yield* CircuitBreaker.CircuitBreakerStore)),
        Context.add(HostLeases.HostLeases, Option.some(hosts)),
      )
    }),
  )
