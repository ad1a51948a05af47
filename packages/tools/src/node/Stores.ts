/**
 * The stores of caches, rate limits and keys on Node: in memory, in files, or on a Redis (`redis_url`), by the
 * settings. Loaded at its first use, because Effect's persistence is expensive to load.
 *
 * The package for a Redis is optional: `npm install @porthole/tools` doesn't install it.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import * as Persistence from "effect/persistence/Persistence"
import * as RateLimiter from "effect/persistence/RateLimiter"
import type * as Scope from "effect/Scope"
import { Settings, SharedStores } from "@porthole/core"
import { OperatorCommands, type OperatorCommandsShape } from "@porthole/provider-kit"
import { BoundedLimiterStore, BoundedMemory, Credentials } from "@porthole/stores"
import type { DiskStore, KeyFile } from "@porthole/store-disk"
import { ToolSettings, type ToolSettingsShape } from "../settings/ToolSettings.ts"
import type * as OptionalPackage from "./OptionalPackage.ts"
import * as RedisAdapter from "./RedisAdapter.ts"
import * as UserFile from "./UserFile.ts"
import { homedir } from "node:os"

/** Functions that load the adapters, each at its first use. */
export interface Adapters {
  readonly diskStore: () => Promise<typeof DiskStore>
  readonly keyFile: () => Promise<typeof KeyFile>
  readonly redisStore: () => Promise<RedisStore>
  readonly redisKeys: () => Promise<RedisKeys>
  readonly redisEviction: () => Promise<RedisEviction>
  readonly redisPersistence: () => Promise<RedisPersistence>
}

/** The check of a Redis's policy. */
interface RedisEviction {
  readonly riskyPolicy: (options: RedisAdapter.RedisOptions) => Effect.Effect<string | undefined, unknown>
}

/** The check of a Redis's append-only file. */
interface RedisPersistence {
  readonly isAppended: (options: RedisAdapter.RedisOptions) => Effect.Effect<boolean | undefined, unknown>
}

/** The stores over a Redis. The type doesn't name their package, so that it compiles where that isn't installed. */
interface RedisStore {
  readonly layer: (options: RedisAdapter.RedisOptions) => Layer.Layer<Stores, Settings.SettingsError>
}

/** The providers' keys on a Redis. */
interface RedisKeys {
  readonly make: (
    options: RedisAdapter.RedisOptions,
  ) => Effect.Effect<Credentials.StoredKeys, Settings.SettingsError, Scope.Scope>
}

/** The services under caches and limits. */
export type Stores = Persistence.BackingPersistence | RateLimiter.RateLimiterStore

/**
 * The stores, also as `SharedStores`. A program may provide its own instead of either, a `CircuitBreakerStore`, and any
 * of `SharedStores`; ours aren't opened if it provides both.
 */
export const layer = (adapters: Adapters): Layer.Layer<Stores> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const persistence = yield* Effect.serviceOption(Persistence.BackingPersistence)
      const limits = yield* Effect.serviceOption(RateLimiter.RateLimiterStore)
      const shared = yield* providedShared
      if (Option.isSome(persistence) && Option.isSome(limits)) {
        return Context.merge(contextOf(persistence.value, limits.value), shared)
      }
      const replyTimeout = RedisAdapter.briefTimeout(yield* Settings.Settings)
      const layer = yield* Effect.catch(chosen(adapters, replyTimeout), ({ message }) =>
        Effect.as(Effect.logWarning(`${message} Calls go on without it.`), inMemory),
      )
      const built = yield* Layer.build(layer)
      const warning = storeFailureWarning(yield* ToolSettings, yield* OperatorCommands)
      // On Redis, `built` also sets `SharedStores.CircuitStore`. No type shows it, because it is a reference.
      return Context.mergeAll(
        built,
        contextOf(
          Option.getOrElse(persistence, () =>
            warningOnFailure(Context.get(built, Persistence.BackingPersistence), warning),
          ),
          Option.getOrElse(limits, () => Context.get(built, RateLimiter.RateLimiterStore)),
        ),
        shared,
      )
    }),
  )

/** Writes an entry into the configured cache, and reads it. */
export const probe = (
  adapters: Adapters,
): Effect.Effect<void, Persistence.PersistenceError | OptionalPackage.NotInstalled> =>
  Effect.gen(function* () {
    const { make } = yield* Persistence.BackingPersistence
    const store = yield* make("probe")
    yield* store.set("probe", { works: true }, Duration.minutes(1))
    yield* store.get("probe")
  }).pipe(Effect.scoped, Effect.provide(Layer.unwrap(chosen(adapters, RedisAdapter.patientTimeout))))

/**
 * The stored keys: a file of this user's, or the Redis of `redis_url`. If the setting is missing, or the package for a
 * Redis isn't installed, each call fails and names the setting.
 */
export const openKeys = (adapters: Adapters): Effect.Effect<Credentials.StoredKeys, never, Scope.Scope> =>
  Effect.gen(function* () {
    const { key_store, redis_url } = yield* ToolSettings
    if (key_store === "file") {
      const { make } = yield* Effect.promise(adapters.keyFile)
      return yield* Effect.provide(make({ file: UserFile.pathOf("keys.json") }), UserFile.nodeFiles)
    }
    if (redis_url === undefined) return failingKeys("PORTHOLE_KEY_STORE is redis, but PORTHOLE_REDIS_URL isn't set.")
    return yield* Effect.matchEffect(RedisAdapter.load(adapters.redisKeys), {
      onFailure: ({ message }) => Effect.succeed(failingKeys(message)),
      onSuccess: ({ make }) => Effect.orDie(make(RedisAdapter.optionsOf(redis_url, RedisAdapter.patientTimeout))),
    })
  })

/**
 * A sentence about what to set if the Redis of `redis_url` may evict access tokens and stored keys; none if it keeps
 * them, or doesn't answer within a few seconds.
 */
export const evictionAdvice = (adapters: Adapters): Effect.Effect<Option.Option<string>> =>
  askRedis((redis) =>
    Effect.map(
      Effect.flatMap(RedisAdapter.load(adapters.redisEviction), ({ riskyPolicy }) => riskyPolicy(redis)),
      (policy) =>
        policy === undefined
          ? undefined
          : "Set maxmemory-policy to volatile-lru on the Redis of PORTHOLE_REDIS_URL: " +
            `with ${policy}, a full one evicts access tokens, stored keys and running jobs.`,
    ),
  )

/**
 * A sentence about what to set if the Redis of `redis_url` has no append-only file, so that its restart loses access
 * tokens and stored keys; none if it has one, or doesn't answer within a few seconds.
 */
export const persistenceAdvice = (adapters: Adapters): Effect.Effect<Option.Option<string>> =>
  askRedis((redis) =>
    Effect.map(
      Effect.flatMap(RedisAdapter.load(adapters.redisPersistence), ({ isAppended }) => isAppended(redis)),
      (appended) =>
        appended === false
          ? "Set appendonly to yes on the Redis of PORTHOLE_REDIS_URL, and back it up: without, its restart can lose " +
            "access tokens and stored keys, and clients then read 401."
          : undefined,
    ),
  )

/** A sentence about a Redis of `redis_url` that doesn't answer within a few seconds; none if it does. */
export const silenceAdvice = (adapters: Adapters): Effect.Effect<Option.Option<string>> =>
  askRedis((redis) =>
    Effect.flatMap(RedisAdapter.load(adapters.redisPersistence), ({ isAppended }) =>
      Effect.matchEffect(isAppended(redis), {
        onSuccess: () => Effect.undefined,
        // A Redis that refuses the question has answered.
        onFailure: (error) => (isSilence(error) ? Effect.map(OperatorCommands, silence) : Effect.undefined),
      }),
    ),
  )

// --- private --------------------------------------------------------------------------

/** Whether a command got no reply, which the package for a Redis gives as the cause. */
const isSilence = (error: unknown): boolean =>
  Predicate.hasProperty(error, "cause") && Predicate.isTagged(error.cause, "NoReply")

const silence = ({ diagnose }: OperatorCommandsShape): string =>
  "The Redis of PORTHOLE_REDIS_URL doesn't answer. Until it does, calls with tokens fail, and other calls go on " +
  `without it.${seeAlso(diagnose)}`

const seeAlso = (diagnose: string | undefined): string => (diagnose === undefined ? "" : ` See \`${diagnose}\`.`)

/** What a question to the configured Redis finds; nothing without a Redis, or if it doesn't answer. */
const askRedis = <E>(
  question: (redis: RedisAdapter.RedisOptions) => Effect.Effect<string | undefined, E>,
): Effect.Effect<Option.Option<string>> =>
  Effect.gen(function* () {
    const { redis_url } = yield* ToolSettings
    if (redis_url === undefined) return undefined
    return yield* question(RedisAdapter.optionsOf(redis_url, RedisAdapter.patientTimeout))
  }).pipe(Effect.option, Effect.map(Option.flatMap(Option.fromUndefinedOr)))

const storeFailureWarning = ({ redis_url }: ToolSettingsShape, { diagnose }: OperatorCommandsShape): string => {
  const setting = redis_url === undefined ? "PORTHOLE_CACHE_DIR" : "PORTHOLE_REDIS_URL"
  return `The cache of ${setting} can't be used; calls go on without it.${seeAlso(diagnose)}`
}

type Backing = Persistence.BackingPersistence["Service"]

/**
 * The store; it logs `message` at its first failure, because callers continue without it and nothing else reports it.
 */
const warningOnFailure = (backing: Backing, message: string): Backing => {
  let hasWarned = false
  const warn = Effect.suspend(() => {
    if (hasWarned) return Effect.void
    hasWarned = true
    return Effect.logWarning(message)
  })
  const warnOnFailure = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> => Effect.tapError(effect, () => warn)
  return {
    ...backing,
    make: (storeId) =>
      Effect.map(backing.make(storeId), (store) => ({
        ...store,
        get: (key) => warnOnFailure(store.get(key)),
        getMany: (keys) => warnOnFailure(store.getMany(keys)),
        set: (key, value, ttl) => warnOnFailure(store.set(key, value, ttl)),
        setMany: (entries) => warnOnFailure(store.setMany(entries)),
        remove: (key) => warnOnFailure(store.remove(key)),
        clear: warnOnFailure(store.clear),
      })),
  }
}

const contextOf = (
  persistence: Persistence.BackingPersistence["Service"],
  limits: RateLimiter.RateLimiterStore["Service"],
): Context.Context<Stores> =>
  Context.make(Persistence.BackingPersistence, persistence).pipe(
    Context.add(RateLimiter.RateLimiterStore, limits),
    Context.add(SharedStores.RobotsStore, Option.some(persistence)),
    Context.add(SharedStores.TurnStore, Option.some(limits)),
  )

/** The program's own `SharedStores`; its `CircuitBreakerStore` is one, unless it sets `SharedStores.CircuitStore`. */
const providedShared: Effect.Effect<Context.Context<never>> = Effect.gen(function* () {
  const circuits = yield* Effect.serviceOption(CircuitBreaker.CircuitBreakerStore)
  const { CircuitStore, RobotsStore, TurnStore } = SharedStores
  const references = Context.pick(RobotsStore, TurnStore, CircuitStore)(yield* Effect.context<never>())
  return Option.isNone(circuits) ? references : Context.merge(Context.make(CircuitStore, circuits), references)
})

const inMemory: Layer.Layer<Stores> = Layer.suspend(() => Layer.merge(BoundedMemory.layer(), BoundedLimiterStore.layer))

/** The stores of the settings; on a Redis, an operation waits `replyTimeout` for a connection, and for a reply. */
const chosen = (
  adapters: Adapters,
  replyTimeout: Duration.Duration,
): Effect.Effect<Layer.Layer<Stores>, OptionalPackage.NotInstalled> =>
  Effect.gen(function* () {
    const { cache_dir, redis_url } = yield* ToolSettings
    if (redis_url !== undefined) {
      const { layer } = yield* RedisAdapter.load(adapters.redisStore)
      return Layer.orDie(layer(RedisAdapter.optionsOf(redis_url, replyTimeout)))
    }
    if (cache_dir === undefined) return inMemory
    const { layer } = yield* Effect.promise(adapters.diskStore)
    return layer({ folder: fromHome(cache_dir) }).pipe(
      Layer.provide(UserFile.nodeFiles),
      // Limits stay in this process: a file that each request writes is worse than a limit that a restart forgets.
      Layer.merge(BoundedLimiterStore.layer),
    )
  })

/** A shell expands `~`; a configuration file has no shell. */
const fromHome = (folder: string): string => (/^~(?:$|\/)/.test(folder) ? homedir() + folder.slice(1) : folder)

const failingKeys = (message: string): Credentials.StoredKeys => {
  const failure = Effect.fail(new Credentials.CredentialsError({ message }))
  return { get: () => failure, set: () => failure, remove: () => failure, list: () => failure }
}
