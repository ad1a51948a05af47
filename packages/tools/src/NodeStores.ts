/**
 * Where caches and rate limits are kept: in memory, in a folder (`cache_dir`), or on a Redis
 * (`redis_url`), as the settings say. A `BackingPersistence` or `RateLimiterStore` that is provided takes
 * the place of ours.
 *
 * It is opened at the first call that needs it, once for caches, limits and robots.txt together.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Persistence from "effect/persistence/Persistence"
import type * as RateLimiter from "effect/persistence/RateLimiter"
import type * as Scope from "effect/Scope"
import { once } from "./Once.ts"

/** What caches and limits are built over. */
export type Stores = Persistence.BackingPersistence | RateLimiter.RateLimiterStore

/** The stores of a composition, opened when they are first asked for. */
export class NodeStores extends Context.Service<NodeStores, Effect.Effect<Context.Context<Stores>>>()(
  "@porthole/tools/NodeStores",
) {}

const make = once(() => import("./openStores.ts").then(({ openStores }) => openStores))

/** The stores that the settings choose. A new layer each time: what was chosen for one context must not be memoised for another. */
export const layer = (): Layer.Layer<NodeStores> => Layer.effect(NodeStores, make)

/** The stores that are provided, else new ones. */
export const orOwn: Effect.Effect<Effect.Effect<Context.Context<Stores>>, never, Scope.Scope> = Effect.flatMap(
  Effect.serviceOption(NodeStores),
  Option.match({ onNone: () => make, onSome: Effect.succeed }),
)
