/** Opens the stores that the settings choose. Loaded at their first use, because Effect's persistence is dear to load. */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Persistence from "effect/persistence/Persistence"
import * as RateLimiter from "effect/persistence/RateLimiter"
import type * as Scope from "effect/Scope"
import { BoundedMemory } from "@porthole/core/stores"
import * as GivenOr from "./GivenOr.ts"
import type { Stores } from "./NodeStores.ts"

/** The stores; each may be given by the context instead of ours. */
export const openStores: Effect.Effect<Context.Context<Stores>, never, Scope.Scope> = Effect.suspend(() => {
  const ours = Layer.merge(BoundedMemory.layer(), RateLimiter.layerStoreMemory)
  return Layer.build(
    Layer.merge(GivenOr.layer(Persistence.BackingPersistence, ours), GivenOr.layer(RateLimiter.RateLimiterStore, ours)),
  )
})
