/**
 * What is kept on Node: caches, limits and keys, in memory, in files or on a Redis, as the settings say. The adapters
 * are loaded at the first call.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { PersistenceError } from "effect/persistence/Persistence"
import type * as Scope from "effect/Scope"
import { AnswerCache, RequestBudget } from "@porthole/core"
import { Credentials } from "@porthole/stores"
import { ToolSettings } from "../settings/ToolSettings.ts"
import * as Lazy from "./Lazy.ts"
import { load, loadLayer, unlessSet } from "./Loading.ts"
import { missing, type NotInstalled } from "./OptionalPackage.ts"
import type { Adapters, Stores } from "./Stores.ts"

const storesModule = () => import("./Stores.ts")
const economyModule = () => import("@porthole/stores")

/** The adapters under the stores. */
const storeAdapters: Adapters = {
  diskStore: () => import("@porthole/store-disk").then(({ DiskStore }) => DiskStore),
  keyFile: () => import("@porthole/store-disk").then(({ KeyFile }) => KeyFile),
  redisStore: () =>
    import(/* webpackIgnore: true */ "@porthole/store-redis").then(({ RedisStore }) => RedisStore, missing),
  redisKeys: () =>
    import(/* webpackIgnore: true */ "@porthole/store-redis").then(({ RedisKeys }) => RedisKeys, missing),
  redisEviction: () =>
    import(/* webpackIgnore: true */ "@porthole/store-redis").then(({ RedisEviction }) => RedisEviction, missing),
  redisPersistence: () =>
    import(/* webpackIgnore: true */ "@porthole/store-redis").then(({ RedisPersistence }) => RedisPersistence, missing),
}

/** The stores of caches, limits and robots.txt: memory, `cache_dir` or `redis_url`. */
export const stores: Layer.Layer<Stores> = loadLayer(storesModule, ({ layer }) => layer(storeAdapters))

/** Opens the keys that `porthole keys` stored, in a file of this user's or on the Redis of `redis_url`. */
export const storedKeys: Effect.Effect<Credentials.StoredKeys, never, Scope.Scope> = load(
  storesModule,
  ({ openKeys }) => openKeys(storeAdapters),
)

/** Writes an entry into the configured cache, and reads it; fails if that doesn't work. */
export const probeCache: Effect.Effect<void, PersistenceError | NotInstalled> = load(storesModule, ({ probe }) =>
  probe(storeAdapters),
)

/** A sentence about what to set if the Redis of `redis_url` may evict access tokens and stored keys. */
export const evictionAdvice: Effect.Effect<Option.Option<string>> = load(storesModule, ({ evictionAdvice }) =>
  evictionAdvice(storeAdapters),
)

/** A sentence about what to set if the restart of the Redis of `redis_url` can lose tokens and keys. */
export const persistenceAdvice: Effect.Effect<Option.Option<string>> = load(storesModule, ({ persistenceAdvice }) =>
  persistenceAdvice(storeAdapters),
)

/** A sentence about a Redis of `redis_url` that doesn't answer. */
export const silenceAdvice: Effect.Effect<Option.Option<string>> = load(storesModule, ({ silenceAdvice }) =>
  silenceAdvice(storeAdapters),
)

/** Logs {@link evictionAdvice} as a warning. Without a Redis it loads nothing. */
export const warnOfEviction: Effect.Effect<void> = Effect.suspend(() => warnOf(evictionAdvice))

/** Logs {@link persistenceAdvice} as a warning. Without a Redis it loads nothing. */
export const warnOfLoss: Effect.Effect<void> = Effect.suspend(() => warnOf(persistenceAdvice))

/** Logs {@link silenceAdvice} as a warning. Without a Redis it loads nothing. */
export const warnOfSilence: Effect.Effect<void> = Effect.suspend(() => warnOf(silenceAdvice))

/** The keys of providers: provided `Credentials`, else those of the environment and the stored ones. */
export const credentials = (): Layer.Layer<never> => Layer.effectContext(Effect.flatMap(Lazy.make, keysOf))

/** The page cache, the search cache and the budget, each unless it is provided. Their stores open at the first call. */
export const caches = (): Layer.Layer<never> => Layer.effectContext(Effect.flatMap(Lazy.make, cachesOf))

/** {@link credentials}, of which nothing is opened before its first use in the scope. */
export const keysOf = Effect.fnUntraced(function* (lazy: Lazy.Lazy) {
  const stored = yield* lazy(storedKeys, Layer.empty)
  const defaults = Credentials.withStored({
    get: (tenant, name) => Effect.flatMap(stored, ({ get }) => get(tenant, name)),
  })
  return yield* unlessSet(Context.make(Credentials.Credentials, defaults), Credentials.Credentials)
})

/** {@link caches}, over stores that open at their first use in the scope. */
export const cachesOf = Effect.fnUntraced(function* (lazy: Lazy.Lazy) {
  const made = yield* lazy(cachesAndBudget, stores)
  const pages = Lazy.cache(Effect.map(made, Context.get(AnswerCache.PageCache)))
  const searches = Lazy.cache(Effect.map(made, Context.get(AnswerCache.SearchCache)))
  const spend = Effect.flatMap(made, (context) => Context.get(context, RequestBudget.RequestBudget).spend)
  const defaults = Context.make(AnswerCache.PageCache, pages).pipe(
    Context.add(AnswerCache.SearchCache, searches),
    Context.add(RequestBudget.RequestBudget, { spend }),
  )
  return yield* unlessSet(defaults, AnswerCache.PageCache, AnswerCache.SearchCache, RequestBudget.RequestBudget)
})

// --- private --------------------------------------------------------------------------

const warnOf = (advice: Effect.Effect<Option.Option<string>>): Effect.Effect<void> =>
  Effect.flatMap(ToolSettings, ({ redis_url }) =>
    redis_url === undefined
      ? Effect.void
      : Effect.flatMap(advice, Option.match({ onNone: () => Effect.void, onSome: (text) => Effect.logWarning(text) })),
  )

/** The page cache, the search cache and the budget, over the stores. */
const cachesAndBudget = load(economyModule, ({ PersistedAnswers, RateLimitedBudget }) =>
  Layer.build(Layer.mergeAll(PersistedAnswers.layerPages, PersistedAnswers.layerSearches, RateLimitedBudget.layer)),
)
