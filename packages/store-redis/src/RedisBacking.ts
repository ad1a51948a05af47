/**
 * Effect's backing store over Redis runs each operation. This module adds: a common prefix for every key; escapes for
 * half a surrogate pair in a key, which UTF-8 can't encode; a check that a value can be JSON, and a checksum over its
 * text and its key, without which it reads as nothing; and clearing a store in steps (`SCAN`), which doesn't block the
 * server like `KEYS`.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Persistence from "effect/persistence/Persistence"
import * as Redis from "effect/persistence/Redis"
import * as Schema from "effect/Schema"
import { BoundedMemory } from "@porthole/stores"
import { createHash } from "node:crypto"
import { escapeName } from "./RedisOptions.ts"

/** Makes the store; its keys are `<prefix>:store:<store id>:<key>`. */
export const make = Effect.fnUntraced(function* (prefix: string) {
  const redis = yield* Redis.Redis
  const backing = yield* Persistence.BackingPersistence
  return Persistence.BackingPersistence.of({
    make: (storeId) =>
      Effect.map(backing.make(prefix), (inner) => {
        const namespace = `store:${escapeName(escapeSurrogates(storeId))}:`
        return sealing(inner, namespace, clear(redis, `${escapeName(prefix)}:${namespace}`))
      }),
  })
})

/** Provides the store over Effect's `Redis`. */
export const layer = (prefix: string): Layer.Layer<Persistence.BackingPersistence, never, Redis.Redis> =>
  Layer.effect(Persistence.BackingPersistence, make(prefix)).pipe(Layer.provide(Persistence.layerBackingRedis))

// --- private --------------------------------------------------------------------------

/** A store whose keys begin with the namespace, and whose values are sealed by a checksum. */
const sealing = (
  inner: Persistence.BackingPersistenceStore,
  namespace: string,
  clear: Effect.Effect<void, Persistence.PersistenceError>,
): Persistence.BackingPersistenceStore => {
  const storedKey = (key: string): string => namespace + escapeSurrogates(key)

  const remove = (key: string) => inner.remove(storedKey(key))
  const set = Effect.fnUntraced(function* (key: string, value: object, ttl: Duration.Duration | undefined) {
    const text = yield* BoundedMemory.encode(value)
    if (ttl !== undefined && Duration.toMillis(ttl) <= 0) return yield* remove(key)
    yield* inner.set(
      storedKey(key),
      { sum: checksumOf(storedKey(key), text), text } satisfies Sealed,
      ttl !== undefined && Duration.isFinite(ttl) ? ttl : undefined,
    )
  })

  return {
    get: (key) =>
      inner.get(storedKey(key)).pipe(
        // An entry that isn't JSON is damaged like one with a wrong checksum: the store itself works.
        Effect.catchIf(
          ({ cause }) => cause instanceof SyntaxError,
          () => Effect.undefined,
        ),
        Effect.flatMap((sealed) => unsealed(storedKey(key), sealed)),
      ),
    getMany: ([first, ...rest]) =>
      Effect.flatMap(inner.getMany([storedKey(first), ...rest.map(storedKey)]), ([one, ...others]) =>
        Effect.all([
          unsealed(storedKey(first), one),
          ...others.map((sealed, at) => unsealed(storedKey(rest[at] ?? ""), sealed)),
        ]),
      ),
    set,
    // One by one: a cluster refuses a script over keys of several slots.
    setMany: (entries) => Effect.forEach(entries, ([key, value, ttl]) => set(key, value, ttl), { discard: true }),
    remove,
    clear,
  }
}

/** Removes every key that begins with a text. */
const clear = (redis: Redis.Redis["Service"], begin: string) =>
  Effect.gen(function* () {
    let cursor = yield* clearFrom(redis, begin, "0")
    while (cursor !== "0") cursor = yield* clearFrom(redis, begin, cursor)
  }).pipe(
    Effect.mapError(({ cause }) => new Persistence.PersistenceError({ message: "The store can't be cleared", cause })),
  )

/** Removes some of the keys; returns where the next ones are found. */
const clearFrom = Effect.fnUntraced(function* (redis: Redis.Redis["Service"], begin: string, cursor: string) {
  const [next, keys] = yield* redis.send<readonly [string, ReadonlyArray<string>]>(
    "SCAN",
    cursor,
    "MATCH",
    `${escapeGlob(begin)}*`,
    "COUNT",
    "500",
  )
  if (keys.length > 0) yield* redis.send("DEL", ...keys)
  return next
})

/** A value's JSON, and the SHA-256 of its key and that text, in hex. */
const Sealed = Schema.Struct({ sum: Schema.String, text: Schema.String })
type Sealed = typeof Sealed.Type

const readSealed = Schema.decodeUnknownOption(Sealed)

const checksumOf = (storedKey: string, text: string): string =>
  createHash("sha256").update(`${storedKey.length}:${storedKey}${text}`).digest("hex")

const unsealed = (storedKey: string, value: unknown): Effect.Effect<object | undefined> =>
  Option.match(
    Option.filter(readSealed(value), ({ sum, text }) => sum === checksumOf(storedKey, text)),
    {
      onNone: () => Effect.undefined,
      onSome: ({ text }) => Effect.map(BoundedMemory.decode(text), Option.getOrUndefined),
    },
  )

const escapeSurrogates = (text: string): string => JSON.stringify(text).slice(1, -1)

const escapeGlob = (text: string): string => text.replaceAll(/[\\*?[\]]/g, "\\$&")
