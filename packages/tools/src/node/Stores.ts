/**
 * The stores of caches, rate limits and keys on Node: in memory, in files, or on a Redis (`redis_url`), by the
 * settings. Loaded at its first use, because Effect's persistence is expensive to load.
 *
 * The package for a Redis is optional: `npm install @porthole/tools` doesn't install it.
 */
import * as NodeFileSystem from "@effect/platform-node-shared/NodeFileSystem"
import * as NodePath from "@effect/platform-node-shared/NodePath"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import * as Persistence from "effect/persistence/Persistence"
import * as RateLimiter from "effect/persistence/RateLimiter"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { Settings, SharedStores } from "@porthole/core"
import { BoundedLimiterStore, BoundedMemory, Credentials } from "@porthole/stores"
import type { DiskStore, KeyFile } from "@porthole/store-disk"
import { ToolSettings, type ToolSettingsShape } from "../settings/ToolSettings.ts"
import { homedir } from "node:os"
import { isAbsolute, join } from "node:path"

/** Functions that load the adapters, each at its first use. */
export interface Adapters {
  readonly diskStore: () => Promise<typeof DiskStore>
  readonly keyFile: () => Promise<typeof KeyFile>
  readonly redisStore: () => Promise<RedisStore>
  readonly redisKeys: () => Promise<RedisKeys>
  readonly redisEviction: () => Promise<RedisEviction>
}

/** The check of a Redis's policy. */
interface RedisEviction {
  readonly riskyPolicy: (options: RedisOptions) => Effect.Effect<string | undefined, unknown>
}

/** The stores over a Redis. The type doesn't name their package, so that it compiles where that isn't installed. */
interface RedisStore {
  readonly layer: (options: RedisOptions) => Layer.Layer<Stores, Settings.SettingsError>
}

/** The providers' keys on a Redis. */
interface RedisKeys {
  readonly make: (options: RedisOptions) => Effect.Effect<Credentials.StoredKeys, Settings.SettingsError, Scope.Scope>
}

/** The address of a Redis, and the timeouts of its connections. */
export interface RedisOptions {
  readonly url: NonNullable<ToolSettingsShape["redis_url"]>
  readonly connectTimeout: Duration.Duration
  readonly replyTimeout: Duration.Duration
}

// --- optional packages -----------------------------------------------------------------

/** A missing package that a setting needs. */
export class NotInstalled extends Schema.TaggedError<NotInstalled>()("NotInstalled", {
  setting: Schema.String,
  name: Schema.String,
}) {
  override get message(): string {
    return `${this.setting} needs the package ${this.name}: \`npm install ${this.name}\`.`
  }
}

/** Loads a package for a setting; any failure other than its absence is a defect. */
const loadOptional = <M>(setting: string, name: string, modules: () => Promise<M>): Effect.Effect<M, NotInstalled> =>
  Effect.tryPromise(modules).pipe(
    Effect.catch(({ cause }) =>
      isMissing(cause, name) ? Effect.fail(new NotInstalled({ setting, name })) : Effect.die(cause),
    ),
  )

// --- the stores ------------------------------------------------------------------------

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
      const layer = yield* Effect.catch(chosen(adapters), ({ message }) =>
        Effect.as(Effect.logWarning(`${message} Calls go on without it.`), inMemory),
      )
      const built = yield* Layer.build(layer)
      const settings = yield* ToolSettings
      // On Redis, `built` also sets `SharedStores.CircuitStore`. No type shows it, because it is a reference.
      return Context.mergeAll(
        built,
        contextOf(
          Option.getOrElse(persistence, () =>
            warningOnFailure(Context.get(built, Persistence.BackingPersistence), storeFailureWarning(settings)),
          ),
          Option.getOrElse(limits, () => Context.get(built, RateLimiter.RateLimiterStore)),
        ),
        shared,
      )
    }),
  )

/** Writes an entry into the configured cache, and reads it. */
export const probe = (adapters: Adapters): Effect.Effect<void, Persistence.PersistenceError | NotInstalled> =>
  Effect.gen(function* () {
    const { make } = yield* Persistence.BackingPersistence
    const store = yield* make("probe")
    yield* store.set("probe", { works: true }, Duration.minutes(1))
    yield* store.get("probe")
  }).pipe(Effect.scoped, Effect.provide(Layer.unwrap(chosen(adapters))))

/**
 * The stored keys: a file of this user's, or the Redis of `redis_url`. If the setting is missing, or the package for a
 * Redis isn't installed, each call fails and names the setting.
 */
export const openKeys = (adapters: Adapters): Effect.Effect<Credentials.StoredKeys, never, Scope.Scope> =>
  Effect.gen(function* () {
    const { key_store, redis_url } = yield* ToolSettings
    if (key_store === "file") {
      const { make } = yield* Effect.promise(adapters.keyFile)
      return yield* Effect.provide(make({ file: ofUser("keys.json") }), nodeFiles)
    }
    if (redis_url === undefined) return failingKeys("PORTHOLE_KEY_STORE is redis, but PORTHOLE_REDIS_URL isn't set.")
    const timeouts = redisTimeouts(yield* Settings.Settings)
    return yield* Effect.matchEffect(loadRedis(adapters.redisKeys), {
      onFailure: ({ message }) => Effect.succeed(failingKeys(message)),
      onSuccess: ({ make }) => Effect.orDie(make({ url: redis_url, ...timeouts })),
    })
  })

/**
 * A sentence about what to set if the Redis of `redis_url` may evict access tokens and stored keys; none if it keeps
 * them, or doesn't answer within a few seconds.
 */
export const evictionAdvice = (adapters: Adapters): Effect.Effect<Option.Option<string>> =>
  Effect.gen(function* () {
    const { redis_url } = yield* ToolSettings
    if (redis_url === undefined) return undefined
    const { riskyPolicy } = yield* loadRedis(adapters.redisEviction)
    // Nobody waits for it, so it may take longer than the connections of calls.
    const timeout = Duration.seconds(5)
    return yield* riskyPolicy({ url: redis_url, connectTimeout: timeout, replyTimeout: timeout })
  }).pipe(
    Effect.option,
    Effect.map(Option.filter((policy) => policy !== undefined)),
    Effect.map(
      Option.map(
        (policy) =>
          "Set maxmemory-policy to volatile-lru on the Redis of PORTHOLE_REDIS_URL: " +
          `with ${policy}, a full one evicts access tokens and stored keys.`,
      ),
    ),
  )

// --- private --------------------------------------------------------------------------

const storeFailureWarning = ({ redis_url }: ToolSettingsShape): string => {
  const setting = redis_url === undefined ? "PORTHOLE_CACHE_DIR" : "PORTHOLE_REDIS_URL"
  return `The cache of ${setting} can't be used; calls go on without it. See \`porthole doctor\`.`
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

export const nodeFiles = Layer.merge(NodeFileSystem.layer, NodePath.layer)

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

/** Loads a module of the package for a Redis. */
export const loadRedis = <M>(module: () => Promise<M>): Effect.Effect<M, NotInstalled> =>
  loadOptional("PORTHOLE_REDIS_URL", "@porthole/store-redis", module)

const inMemory: Layer.Layer<Stores> = Layer.suspend(() => Layer.merge(BoundedMemory.layer(), BoundedLimiterStore.layer))

const chosen = (adapters: Adapters): Effect.Effect<Layer.Layer<Stores>, NotInstalled> =>
  Effect.gen(function* () {
    const { cache_dir, redis_url } = yield* ToolSettings
    if (redis_url !== undefined) {
      const { layer } = yield* loadRedis(adapters.redisStore)
      return Layer.orDie(layer({ url: redis_url, ...redisTimeouts(yield* Settings.Settings) }))
    }
    if (cache_dir === undefined) return inMemory
    const { layer } = yield* Effect.promise(adapters.diskStore)
    return layer({ folder: fromHome(cache_dir) }).pipe(
      Layer.provide(nodeFiles),
      // Limits stay in this process: a file that each request writes is worse than a limit that a restart forgets.
      Layer.merge(BoundedLimiterStore.layer),
    )
  })

/**
 * The timeouts of one connection to Redis: a twentieth of a call's timeout. A call may use two connections, for stores
 * and for keys, so it waits for a silent Redis at most a tenth of its timeout. The shorter of the timeouts of searches
 * and fetches counts, because they share connections.
 */
export const redisTimeouts = ({ fetch_timeout, search_timeout }: Settings.SettingsShape) => {
  const timeout = Duration.times(Duration.min(fetch_timeout, search_timeout), 1 / 20)
  return { connectTimeout: timeout, replyTimeout: timeout }
}

/** A shell expands `~`; a configuration file has no shell. */
const fromHome = (folder: string): string => (/^~(?:$|\/)/.test(folder) ? homedir() + folder.slice(1) : folder)

/** The folder for programs' settings: the XDG Base Directory Specification 0.8, and `%APPDATA%` on Windows. */
const configFolder = (): string => {
  const { APPDATA, XDG_CONFIG_HOME } = process.env
  const named = process.platform === "win32" ? APPDATA : XDG_CONFIG_HOME
  return named !== undefined && isAbsolute(named) ? named : join(homedir(), ".config")
}

export const ofUser = (file: string): string => join(configFolder(), "porthole", file)

const failingKeys = (message: string): Credentials.StoredKeys => {
  const failure = Effect.fail(new Credentials.CredentialsError({ message }))
  return { get: () => failure, set: () => failure, remove: () => failure, list: () => failure }
}

/** Node names the package only in the message; a package that lacks one of its own parts is broken, not missing. */
const isMissing = (cause: unknown, name: string): boolean =>
  Predicate.hasProperty(cause, "code") &&
  cause.code === "ERR_MODULE_NOT_FOUND" &&
  cause instanceof Error &&
  cause.message.startsWith(`Cannot find package '${name}'`)
