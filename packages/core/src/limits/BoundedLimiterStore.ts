/**
 * Effect's rate limiter store in memory, bounded: it forgets no key by itself, so each key has a store of
 * its own here, and the key that was asked for longest ago goes with all that it holds.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as RateLimiter from "effect/persistence/RateLimiter"
import * as BoundedMap from "../domain/BoundedMap.ts"

/** Keys that are remembered; a forgotten one begins with a full bucket. */
export const mostKeys = 10_000

/** Provides an empty store. */
export const layer: Layer.Layer<RateLimiter.RateLimiterStore> = Layer.sync(RateLimiter.RateLimiterStore, () => {
  const stores = BoundedMap.make<Store>({ maxEntries: mostKeys, maxWeight: mostKeys })

  const under = <A, E>(key: string, use: (store: Store) => Effect.Effect<A, E>): Effect.Effect<A, E> => {
    const known = stores.get(key)
    if (known !== undefined) return use(known)
    return Effect.flatMap(empty, (store) => {
      const first = stores.get(key) ?? store
      stores.set(key, first, 1)
      return use(first)
    })
  }

  return {
    fixedWindow: (options) => under(options.key, ({ fixedWindow }) => fixedWindow(options)),
    tokenBucket: (options) => under(options.key, ({ tokenBucket }) => tokenBucket(options)),
    adaptiveConsume: (options) => under(options.key, ({ adaptiveConsume }) => adaptiveConsume(options)),
    adaptiveFeedback: (options) => under(options.key, ({ adaptiveFeedback }) => adaptiveFeedback(options)),
  }
})

// --- private --------------------------------------------------------------------------

type Store = RateLimiter.RateLimiterStore["Service"]

const empty: Effect.Effect<Store> = Effect.map(
  Effect.scoped(Layer.build(Layer.fresh(RateLimiter.layerStoreMemory))),
  Context.get(RateLimiter.RateLimiterStore),
)
