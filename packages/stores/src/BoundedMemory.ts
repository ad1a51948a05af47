/**
 * Effect's backing store in this process's memory, bounded by entries and by bytes.
 *
 * Effect's own store in memory is unbounded. This one holds each value as JSON text in one `BoundedMap` for all
 * store ids. Expired entries are dropped when they are read, and are removed first when room is needed.
 *
 * A store keeps the JSON text of a value. Text is a copy that no other code can change, its size is known, and it is
 * the same in memory, on disk and over a wire. JSON escapes half a surrogate pair (well-formed `JSON.stringify`), so
 * that any string survives UTF-8.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Persistence from "effect/persistence/Persistence"
import { PersistenceError } from "effect/persistence/Persistence"
import { Bound, JsonText, Settings } from "@porthole/core"

/** The bounds of a store. */
export interface Options {
  /** Maximum number of entries, all store ids together. Default: the setting `cache_max_entries`. */
  readonly maxEntries?: number | undefined
  /**
   * Maximum number of bytes: 2 for each UTF-16 unit of keys and JSON text, which V8 may need for a string. A larger
   * entry isn't kept. Default: the setting `cache_max_bytes`.
   */
  readonly maxBytes?: number | undefined
}

/** Minimum ms between two searches for expired entries, because each visits every entry. */
export const sweepEvery = 1_000

/** Makes an empty store. */
export const make = Effect.fnUntraced(function* (options: Options = {}) {
  const settings = yield* Settings.Settings
  const stored = Bound.memory<StoredEntry>("cached answers", {
    maxEntries: options.maxEntries ?? settings.cache_max_entries,
    maxWeight: options.maxBytes ?? settings.cache_max_bytes,
  })
  let nextSweep = 0

  const makeRoom = (weight: number, now: number): void => {
    if (stored.hasRoomFor(weight) || now < nextSweep) return
    nextSweep = now + sweepEvery
    stored.removeWhere(({ expires }) => isExpired(now, expires))
  }

  const get = (key: string) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const found = stored.get(key)
      if (found === undefined) return Effect.undefined
      if (!isExpired(now, found.expires)) return Effect.map(decode(found.text), Option.getOrUndefined)
      stored.remove(key)
      return Effect.undefined
    })

  const set = Effect.fnUntraced(function* (key: string, value: object, ttl: Duration.Duration | undefined) {
    const text = yield* encode(value)
    const now = yield* Clock.currentTimeMillis
    const weight = 2 * (key.length + text.length)
    makeRoom(weight, now)
    stored.set(key, { text, expires: expiry(now, ttl) }, weight)
  })

  return Persistence.BackingPersistence.of({
    make: (storeId) => {
      // The length marks the end of the store id, so that two pairs of store id and key never make the same text.
      const prefix = `${storeId.length}:${storeId}`
      return Effect.succeed<Persistence.BackingPersistenceStore>({
        get: (key) => get(prefix + key),
        getMany: (keys) => Effect.forEach(keys, (key) => get(prefix + key)),
        set: (key, value, ttl) => set(prefix + key, value, ttl),
        setMany: (entries) =>
          Effect.forEach(entries, ([key, value, ttl]) => set(prefix + key, value, ttl), { discard: true }),
        remove: (key) => Effect.sync(() => void stored.remove(prefix + key)),
        clear: Effect.sync(() => stored.removeWhere((_, key) => key.startsWith(prefix))),
      })
    },
  })
})

/** Provides a store of its own, which ends with the process. */
export const layer = (options?: Options): Layer.Layer<Persistence.BackingPersistence> =>
  Layer.effect(Persistence.BackingPersistence, make(options))

/** The JSON text of a value, in slices of time; fails if it has none, or if it isn't an object or an array. */
export const encode = (value: object): Effect.Effect<string, PersistenceError> =>
  JsonText.encode(value).pipe(
    Effect.mapError(({ cause }) => new PersistenceError({ message: "The value can't be encoded as JSON", cause })),
    Effect.filterOrFail(
      isObjectText,
      () => new PersistenceError({ message: "The value isn't a JSON object or array" }),
    ),
  )

/** The value of a text that {@link encode} made, in slices of time; none if the text isn't an object or an array. */
export const decode = (text: string): Effect.Effect<Option.Option<object>> =>
  Effect.map(Effect.option(JsonText.decode(text)), Option.filter(Predicate.isObjectOrArray))

/** When a value set at `now` expires, both in ms since the epoch; `undefined` if it never does. */
export const expiry = (now: number, ttl: Duration.Duration | undefined): number | undefined =>
  ttl === undefined || !Duration.isFinite(ttl) ? undefined : now + Duration.toMillis(ttl)

/** Whether an entry has expired; its expiry itself counts. */
export const isExpired = (now: number, expires: number | undefined): boolean => expires !== undefined && expires <= now

// --- private --------------------------------------------------------------------------

interface StoredEntry {
  readonly text: string
  /** In ms since the epoch; absent if it never expires. */
  readonly expires: number | undefined
}

// `JSON.stringify` returns `undefined` for a function, and any text for a value with its own `toJSON`.
const isObjectText = (text: unknown): text is string => Predicate.isString(text) && /^[[{]/.test(text)
