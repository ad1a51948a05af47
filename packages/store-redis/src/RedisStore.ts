/**
 * What several processes share over one Redis: a store of cached values, rate limits, circuit breakers and providers'
 * keys.
 *
 * A Redis that is down, wrong or slow never fails the layer: each operation fails, within seconds, and works again when
 * it is back. Callers treat a failing store as an empty one. Its content is trusted, so it must be as private as the
 * process. Every key begins with the prefix. The server's own policy handles `maxmemory`: every key but those of the
 * providers' keys has an expiry.
 *
 * Effect's backing store over Redis runs each operation. This module adds: a common prefix for every key; escapes for
 * half a surrogate pair in a key, which UTF-8 can't encode; a check that a value can be JSON, and a checksum over its
 * text and its key, without which it reads as nothing; and clearing a store in steps (`SCAN`), which doesn't block the
 * server like `KEYS`.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import * as Persistence from "effect/persistence/Persistence"
import * as RateLimiter from "effect/persistence/RateLimiter"
import * as Redis from "effect/persistence/Redis"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { Credentials, type Settings, SharedStores } from "@porthole/core"
import { BoundedMemory, StoreGuard } from "@porthole/stores"
import { createHash } from "node:crypto"
import * as RedisConnection from "./RedisConnection.ts"

// --- the backing store -----------------------------------------------------------------

/** Makes the store; its keys are `<prefix>:store:<store id>:<key>`. */
export const makeBacking = Effect.fnUntraced(function* (prefix: string) {
  const redis = yield* Redis.Redis
  const backing = yield* Persistence.BackingPersistence

  return Persistence.BackingPersistence.of({
    make: Effect.fnUntraced(function* (storeId) {
      const inner = yield* backing.make(prefix)
      const namespace = `store:${escapeName(escapeSurrogates(storeId))}:`
      const storedKey = (key: string): string => namespace + escapeSurrogates(key)

      const remove = (key: string) => inner.remove(storedKey(key))
      const set = Effect.fnUntraced(function* (key: string, value: object, ttl: Duration.Duration | undefined) {
        const text = yield* BoundedMemory.encode(value)
        if (ttl !== undefined && Duration.toMillis(ttl) <= 0) return yield* remove(key)
        yield* inner.set(
          storedKey(key),
          { sum: checksumOf(storedKey(key), text), text } satisfies Sealed,
          ttl !== undefined && Duration.isFinite(ttl) ? ttl : undefined,
        )
      })

      const clearFrom = (cursor: string): Effect.Effect<string, Redis.RedisError> =>
        Effect.gen(function* () {
          const pattern = `${escapeGlob(`${escapeName(prefix)}:${namespace}`)}*`
          const [next, keys] = yield* redis.send<readonly [string, ReadonlyArray<string>]>(
            "SCAN",
            cursor,
            "MATCH",
            pattern,
            "COUNT",
            "500",
          )
          if (keys.length > 0) yield* redis.send("DEL", ...keys)
          return next
        })

      return {
        get: (key) =>
          inner.get(storedKey(key)).pipe(
            // An entry that isn't JSON is damaged like one with a wrong checksum: the store itself works.
            Effect.catchIf(
              ({ cause }) => cause instanceof SyntaxError,
              () => Effect.undefined,
            ),
            Effect.map((sealed) => unsealed(storedKey(key), sealed)),
          ),
        getMany: ([first, ...rest]) =>
          Effect.map(inner.getMany([storedKey(first), ...rest.map(storedKey)]), ([one, ...others]) => [
            unsealed(storedKey(first), one),
            ...others.map((sealed, at) => unsealed(storedKey(rest[at] ?? ""), sealed)),
          ]),
        set,
        // One by one: a cluster refuses a script over keys of several slots.
        setMany: (entries) => Effect.forEach(entries, ([key, value, ttl]) => set(key, value, ttl), { discard: true }),
        remove,
        clear: Effect.gen(function* () {
          let cursor = yield* clearFrom("0")
          while (cursor !== "0") cursor = yield* clearFrom(cursor)
        }).pipe(
          Effect.mapError(
            ({ cause }) => new Persistence.PersistenceError({ message: "The store can't be cleared", cause }),
          ),
        ),
      }
    }),
  })
})

/** Provides the store over Effect's `Redis`. */
export const layerBacking = (prefix: string): Layer.Layer<Persistence.BackingPersistence, never, Redis.Redis> =>
  Layer.effect(Persistence.BackingPersistence, makeBacking(prefix)).pipe(Layer.provide(Persistence.layerBackingRedis))

/** Escapes `:`, which separates the parts of a key. Effect escapes store ids the same way. */
export const escapeName = (text: string): string => text.replaceAll("%", "%25").replaceAll(":", "%3A")

// --- the shared services ---------------------------------------------------------------

/** The address of the Redis, the keys' prefix and the timeouts. */
export interface Options extends RedisConnection.Limits {
  /** The setting `redis_url`. It appears in no log, error or printed value. */
  readonly url: Redacted.Redacted
  /** The first part of every key, in which `%` and `:` are escaped. Default: `porthole`. */
  readonly prefix?: string | undefined
}

/**
 * Provides the store, the rate limits and the circuit breakers, and sets them as `SharedStores`. The layer fails only
 * for an invalid URL; the first operation connects.
 */
export const layer = ({
  url,
  prefix = "porthole",
  ...limits
}: Options): Layer.Layer<
  Persistence.BackingPersistence | RateLimiter.RateLimiterStore | CircuitBreaker.CircuitBreakerStore,
  Settings.SettingsError
> => {
  const connection = Layer.effect(Redis.Redis, RedisConnection.open(url, limits))
  const name = escapeName(prefix)
  const stores = Layer.mergeAll(
    layerBacking(prefix),
    RateLimiter.layerStoreRedis({ prefix: `${name}:limit:` }),
    CircuitBreaker.layerStoreRedis({ prefix: `${name}:circuit:` }),
  )
  return layerShared.pipe(Layer.provideMerge(stores), Layer.provide(connection))
}

/** Sets the stores for parts that can do without. */
const layerShared = Layer.effectContext(
  Effect.gen(function* () {
    return Context.make(SharedStores.RobotsStore, Option.some(yield* Persistence.BackingPersistence)).pipe(
      Context.add(SharedStores.TurnStore, Option.some(yield* RateLimiter.RateLimiterStore)),
      Context.add(SharedStores.CircuitStore, Option.some(yield* CircuitBreaker.CircuitBreakerStore)),
    )
  }),
)

// --- the keys of providers -------------------------------------------------------------

/**
 * Providers' keys, one hash per tenant. They aren't encrypted: read access to the Redis reveals them.
 *
 * They use a connection of their own, which the first call opens. `get`, for which a tool call waits, takes a second
 * at most, and after three failures it fails at once for ten seconds. The other methods, which a person's commands use,
 * take as long as the limits allow. This constructor fails only for an invalid URL.
 */
export const makeKeys = Effect.fnUntraced(function* ({
  prefix = "porthole",
  url,
  ...limits
}: Options): Effect.fn.Return<Credentials.StoredKeys, Settings.SettingsError, Scope.Scope> {
  const redis = yield* RedisConnection.open(url, limits)
  const guarded = yield* StoreGuard.make("of the providers' keys")
  const redisKeyOf = (tenant: string): string => `${escapeName(prefix)}:keys:${JSON.stringify(tenant)}`

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

/** A value's JSON, and the SHA-256 of its key and that text, in hex. */
const Sealed = Schema.Struct({ sum: Schema.String, text: Schema.String })
type Sealed = typeof Sealed.Type

const readSealed = Schema.decodeUnknownOption(Sealed)

const checksumOf = (storedKey: string, text: string): string =>
  createHash("sha256").update(`${storedKey.length}:${storedKey}${text}`).digest("hex")

const unsealed = (storedKey: string, value: unknown): object | undefined =>
  readSealed(value).pipe(
    Option.filter(({ sum, text }) => sum === checksumOf(storedKey, text)),
    Option.flatMap(({ text }) => BoundedMemory.decode(text)),
    Option.getOrUndefined,
  )

const escapeSurrogates = (text: string): string => JSON.stringify(text).slice(1, -1)

const escapeGlob = (text: string): string => text.replaceAll(/[\\*?[\]]/g, "\\$&")

const noAnswer = "The Redis that stores the keys didn't answer."

const withCredentialsError = <A>(
  effect: Effect.Effect<A, Redis.RedisError>,
): Effect.Effect<A, Credentials.CredentialsError> =>
  Effect.mapError(
    effect,
    (cause) => new Credentials.CredentialsError({ message: RedisConnection.explain(cause, noAnswer), cause }),
  )
