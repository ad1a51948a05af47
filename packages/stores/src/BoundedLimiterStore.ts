/** Effect's rate limiter store in memory, bounded. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as RateLimiter from "effect/persistence/RateLimiter"
import { Bound } from "@porthole/core"

/** Maximum number of remembered keys; a forgotten one begins with a full bucket. */
export const maxKeys = 10_000

/**
 * The store, initially empty. Effect's own forgets no key, so each key has a store of its own here, and the least
 * recently used one is removed.
 */
export const layer: Layer.Layer<RateLimiter.RateLimiterStore> = Layer.sync(RateLimiter.RateLimiterStore, () => {
  const stores = Bound.memory<Store>("turns at rate limits", { maxEntries: maxKeys, maxWeight: maxKeys })

  const withStore = <A, E>(key: string, use: (store: Store) => Effect.Effect<A, E>): Effect.Effect<A, E> => {
    const known = stores.get(key)
    if (known !== undefined) return use(known)
    return Effect.flatMap(empty, (store) => {
      const first = stores.get(key) ?? store
      stores.set(key, first, 1)
      return use(first)
    })
  }

  return {
    fixedWindow: (options) => withStore(options.key, ({ fixedWindow }) => fixedWindow(options)),
    tokenBucket: (options) => withStore(options.key, ({ tokenBucket }) => tokenBucket(options)),
    adaptiveConsume: (options) => withStore(options.key, ({ adaptiveConsume }) => adaptiveConsume(options)),
    adaptiveFeedback: (options) => withStore(options.key, ({ adaptiveFeedback }) => adaptiveFeedback(options)),
  }
})

// --- private --------------------------------------------------------------------------

type Store = RateLimiter.RateLimiterStore["Service"]

const empty: Effect.Effect<Store> = Effect.map(
  Effect.scoped(Layer.build(Layer.fresh(RateLimiter.layerStoreMemory))),
  Context.get(RateLimiter.RateLimiterStore),
)
