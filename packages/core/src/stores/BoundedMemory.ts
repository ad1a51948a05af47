/**
 * Effect's backing store in the memory of this process, bounded by entries and by bytes.
 *
 * Effect's own store in memory grows without end. This one holds each value as JSON text in a
 * {@link BoundedMap}, one for all store ids together. What has expired is dropped when it is read, and when room
 * is needed it goes before anything that still counts.
 */
import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Persistence from "effect/persistence/Persistence"
import { Settings } from "../domain/Settings.ts"
import * as BoundedMap from "../domain/BoundedMap.ts"
import * as StoredValue from "./StoredValue.ts"

/** The bounds of a store. */
export interface Options {
  /** At most so many entries, all store ids together. Default: the setting `cache_max_entries`. */
  readonly maxEntries?: number | undefined
  /**
   * At most so many bytes: 2 for each UTF-16 unit of keys and JSON text, which is what V8 may need for a
   * string. An entry above the whole isn't kept. Default: the setting `cache_max_bytes`.
   */
  readonly maxBytes?: number | undefined
}

/** How long at least from one search for expired entries to the next, in ms: it looks at every entry. */
export const sweepEvery = 1_000

/** Makes an empty store. */
export const make = Effect.fnUntraced(function* (options: Options = {}) {
  const settings = yield* Settings
  const held = BoundedMap.make<Held>({
    maxEntries: options.maxEntries ?? settings.cache_max_entries,
    maxWeight: options.maxBytes ?? settings.cache_max_bytes,
  })
  let nextSweep = 0

  const makeRoom = (weight: number, now: number): void => {
    if (held.hasRoomFor(weight) || now < nextSweep) return
    nextSweep = now + sweepEvery
    held.removeWhere(({ expires }) => StoredValue.isExpired(now, expires))
  }

  const get = (key: string) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const found = held.get(key)
      if (found === undefined) return undefined
      if (!StoredValue.isExpired(now, found.expires)) return Option.getOrUndefined(StoredValue.decode(found.text))
      held.remove(key)
      return undefined
    })

  const set = Effect.fnUntraced(function* (key: string, value: object, ttl: Duration.Duration | undefined) {
    const text = yield* StoredValue.encode(value)
    const now = yield* Clock.currentTimeMillis
    const weight = 2 * (key.length + text.length)
    makeRoom(weight, now)
    held.set(key, { text, expires: StoredValue.expiry(now, ttl) }, weight)
  })

  return Persistence.BackingPersistence.of({
    make: (storeId) => {
      // The length says where the store id ends, so that no two pairs of store id and key are one text.
      const prefix = `${storeId.length}:${storeId}`
      return Effect.succeed<Persistence.BackingPersistenceStore>({
        get: (key) => get(prefix + key),
        getMany: (keys) => Effect.forEach(keys, (key) => get(prefix + key)),
        set: (key, value, ttl) => set(prefix + key, value, ttl),
        setMany: (entries) =>
          Effect.forEach(entries, ([key, value, ttl]) => set(prefix + key, value, ttl), { discard: true }),
        remove: (key) => Effect.sync(() => void held.remove(prefix + key)),
        clear: Effect.sync(() => held.removeWhere((_, key) => key.startsWith(prefix))),
      })
    },
  })
})

/** Provides a store of its own, that ends with the process. */
export const layer = (options?: Options): Layer.Layer<Persistence.BackingPersistence> =>
  Layer.effect(Persistence.BackingPersistence, make(options))

// --- private --------------------------------------------------------------------------

interface Held {
  readonly text: string
  /** In ms since the epoch; none for what stays. */
  readonly expires: number | undefined
}
