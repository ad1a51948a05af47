/**
 * Effect's stores for parts that can do without: a part that finds none keeps its state in this process. The layers of
 * stores set them, besides Effect's own services.
 */
import * as Context from "effect/Context"
import * as Option from "effect/Option"
import type { CircuitBreakerStore } from "effect/persistence/CircuitBreaker"
import type { BackingPersistence } from "effect/persistence/Persistence"
import type { RateLimiterStore } from "effect/persistence/RateLimiter"

/** The store of sites' robots.txt; none by default. */
export const RobotsStore: Context.Reference<Option.Option<BackingPersistence["Service"]>> = Context.Reference<
  Option.Option<BackingPersistence["Service"]>
>("@porthole/core/SharedStores/RobotsStore", { defaultValue: Option.none })

/** The store of providers' turns; none by default. */
export const TurnStore: Context.Reference<Option.Option<RateLimiterStore["Service"]>> = Context.Reference<
  Option.Option<RateLimiterStore["Service"]>
>("@porthole/core/SharedStores/TurnStore", { defaultValue: Option.none })

/** The store of providers' circuit breakers; none by default. */
export const CircuitStore: Context.Reference<Option.Option<CircuitBreakerStore["Service"]>> = Context.Reference<
  Option.Option<CircuitBreakerStore["Service"]>
>("@porthole/core/SharedStores/CircuitStore", { defaultValue: Option.none })
