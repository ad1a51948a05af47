/**
 * Effect's store of circuits in memory, bounded: it drops no key for an hour, and tenants are many. So each key has a
 * store of its own here, and the key that was asked for longest ago goes with all that it holds.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import * as BoundedMap from "../stores/BoundedMap.ts"

/** Circuits that are remembered; a forgotten one is closed. */
export const mostCircuits = 10_000

/** Makes an empty store. */
export const make = (most = mostCircuits): CircuitBreaker.CircuitBreakerStore["Service"] => {
  const stores = BoundedMap.make<Store>({ maxEntries: most, maxWeight: most })

  const under = <A, E, R>(key: string, use: (store: Store) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
    const known = stores.get(key)
    if (known !== undefined) return use(known)
    return Effect.flatMap(empty, (store) => {
      const first = stores.get(key) ?? store
      stores.set(key, first, 1)
      return use(first)
    })
  }

  return CircuitBreaker.CircuitBreakerStore.of({
    admit: (key) => Effect.suspend(() => under(key, ({ admit }) => admit(key))),
    record: (options) => Effect.suspend(() => under(options.key, ({ record }) => record(options))),
    state: (key) => Effect.suspend(() => under(key, ({ state }) => state(key))),
  })
}

// --- private --------------------------------------------------------------------------

type Store = CircuitBreaker.CircuitBreakerStore["Service"]

const empty: Effect.Effect<Store> = Effect.map(
  Effect.scoped(Layer.build(Layer.fresh(CircuitBreaker.layerStoreMemory({ idleTimeToLive: "1 day" })))),
  Context.get(CircuitBreaker.CircuitBreakerStore),
)
