/** A store of circuits in memory, of bounded size. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import { Bound } from "@porthole/core"

/** The maximum number of remembered circuits; a forgotten one is closed. */
export const maxCircuits = 10_000

/**
 * Makes an empty store in memory. Effect's own keeps every key for an hour, and there may be many tenants. So each key
 * has a store of its own here, and the least recently used one is removed.
 */
export const boundedStore = (maxStores = maxCircuits): CircuitBreaker.CircuitBreakerStore["Service"] => {
  const stores = Bound.memory<Store>("circuits", { maxEntries: maxStores, maxWeight: maxStores })

  const withStore = <A, E, R>(key: string, use: (store: Store) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
    const known = stores.get(key)
    if (known !== undefined) return use(known)
    return Effect.flatMap(emptyStore, (store) => {
      const first = stores.get(key) ?? store
      stores.set(key, first, 1)
      return use(first)
    })
  }

  return CircuitBreaker.CircuitBreakerStore.of({
    admit: (key) => Effect.suspend(() => withStore(key, ({ admit }) => admit(key))),
    record: (options) => Effect.suspend(() => withStore(options.key, ({ record }) => record(options))),
    state: (key) => Effect.suspend(() => withStore(key, ({ state }) => state(key))),
  })
}

// --- private --------------------------------------------------------------------------

type Store = CircuitBreaker.CircuitBreakerStore["Service"]

const emptyStore: Effect.Effect<Store> = Effect.map(
  Effect.scoped(Layer.build(Layer.fresh(CircuitBreaker.layerStoreMemory({ idleTimeToLive: "1 day" })))),
  Context.get(CircuitBreaker.CircuitBreakerStore),
)
