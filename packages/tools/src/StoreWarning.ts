/** Tells an operator once that a store fails: callers go on without it, so that nothing else shows it. */
import * as Effect from "effect/Effect"
import type * as Persistence from "effect/persistence/Persistence"

type Backing = Persistence.BackingPersistence["Service"]

/** The store, whose first failure is logged as a warning with `message`. */
export const once = (backing: Backing, message: string): Backing => {
  let isTold = false
  const warn = Effect.suspend(() => {
    if (isTold) return Effect.void
    isTold = true
    return Effect.logWarning(message)
  })
  const told = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> => Effect.tapError(effect, () => warn)
  return {
    ...backing,
    make: (storeId) =>
      Effect.map(backing.make(storeId), (store) => ({
        ...store,
        get: (key) => told(store.get(key)),
        getMany: (keys) => told(store.getMany(keys)),
        set: (key, value, ttl) => told(store.set(key, value, ttl)),
        setMany: (entries) => told(store.setMany(entries)),
        remove: (key) => told(store.remove(key)),
        clear: told(store.clear),
      })),
  }
}
