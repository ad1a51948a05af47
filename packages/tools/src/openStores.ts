/** Opens the stores that the settings choose. Loaded at their first use, because Effect's persistence is dear to load. */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Persistence from "effect/persistence/Persistence"
import * as RateLimiter from "effect/persistence/RateLimiter"
import type * as Scope from "effect/Scope"
import { Settings } from "@porthole/core"
import { BoundedLimiterStore } from "@porthole/core/limits"
import { BoundedMemory } from "@porthole/core/stores"
import { homedir } from "node:os"
import type { Stores } from "./NodeStores.ts"
import { redisLimits } from "./redisLimits.ts"

/** The stores; each may be given by the context instead of ours, which aren't opened where both are. */
export const openStores: Effect.Effect<Context.Context<Stores>, never, Scope.Scope> = Effect.gen(function* () {
  const given = yield* Effect.context()
  const persistence = Context.getOption(given, Persistence.BackingPersistence)
  const limits = Context.getOption(given, RateLimiter.RateLimiterStore)
  if (Option.isSome(persistence) && Option.isSome(limits)) return both(persistence.value, limits.value)
  const ours = yield* Effect.flatMap(chosen, Layer.build)
  // A shared store has the providers' rests, too; in memory a chain keeps its own.
  return Context.merge(
    ours,
    both(
      Option.getOrElse(persistence, () => Context.get(ours, Persistence.BackingPersistence)),
      Option.getOrElse(limits, () => Context.get(ours, RateLimiter.RateLimiterStore)),
    ),
  )
})

// --- private --------------------------------------------------------------------------

const both = (
  persistence: Persistence.BackingPersistence["Service"],
  limits: RateLimiter.RateLimiterStore["Service"],
): Context.Context<Stores> =>
  Context.add(Context.make(Persistence.BackingPersistence, persistence), RateLimiter.RateLimiterStore, limits)

const chosen: Effect.Effect<Layer.Layer<Stores>> = Effect.gen(function* () {
  const settings = yield* Settings.Settings
  const { cache_dir, redis_url } = settings
  if (redis_url !== undefined) {
    const { RedisStore } = yield* Effect.promise(() => import("@porthole/store-redis"))
    return Layer.orDie(RedisStore.layer({ url: redis_url, ...redisLimits(settings) }))
  }
  if (cache_dir === undefined) return Layer.merge(BoundedMemory.layer(), BoundedLimiterStore.layer)
  const { DiskStore } = yield* Effect.promise(() => import("@porthole/store-disk"))
  return DiskStore.layer({ folder: fromHome(cache_dir) }).pipe(
    Layer.provide(Layer.merge(NodeFileSystem.layer, NodePath.layer)),
    // Limits are of a process: a file that each request writes is worse than a limit that a restart forgets.
    Layer.merge(BoundedLimiterStore.layer),
  )
})

/** A shell writes out `~`; whoever starts us from a configuration file has none. */
const fromHome = (folder: string): string => (/^~(?:$|\/)/.test(folder) ? homedir() + folder.slice(1) : folder)
