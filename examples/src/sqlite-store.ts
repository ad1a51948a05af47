/** A store in one SQLite file: a template for a store over your own database. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Persistence from "effect/persistence/Persistence"
import { SharedStores } from "@porthole/core"
import { BoundedMemory } from "@porthole/stores"
import { DatabaseSync } from "node:sqlite"

export interface Options {
  readonly file: string
  /** The most entries, over all store ids together; the oldest are removed first. */
  readonly maxEntries: number
}

const table = `CREATE TABLE IF NOT EXISTS entries
  (store TEXT, key TEXT, value TEXT NOT NULL, expires REAL, PRIMARY KEY (store, key))`
const bound = "DELETE FROM entries WHERE rowid <= (SELECT rowid FROM entries ORDER BY rowid DESC LIMIT 1 OFFSET ?)"

const attempt = <A>(run: () => A): Effect.Effect<A, Persistence.PersistenceError> =>
  Effect.try({ try: run, catch: (cause) => new Persistence.PersistenceError({ message: "SQLite failed", cause }) })

/** Encodes any string for UTF-8: JSON escapes NUL and lone surrogates. */
const name = (text: string): string => JSON.stringify(text)

export const make = Effect.fnUntraced(function* ({ file, maxEntries }: Options) {
  const open = Effect.acquireRelease(
    attempt(() => new DatabaseSync(file)),
    (database) => Effect.sync(() => database.close()),
  )
  const database = yield* open
  yield* attempt(() => database.exec(table))

  const read = (store: string, key: string) =>
    attempt(() =>
      database.prepare("SELECT value, expires FROM entries WHERE store = ? AND key = ?").get(name(store), name(key)),
    )

  const get = Effect.fnUntraced(function* (store: string, key: string) {
    const row = yield* read(store, key)
    const now = yield* Clock.currentTimeMillis
    if (typeof row?.["value"] !== "string") return undefined
    const expires = typeof row["expires"] === "number" ? row["expires"] : undefined
    if (BoundedMemory.isExpired(now, expires)) return undefined
    return Option.getOrUndefined(yield* BoundedMemory.decode(row["value"]))
  })

  const set = Effect.fnUntraced(function* (
    store: string,
    key: string,
    value: object,
    ttl: Duration.Duration | undefined,
  ) {
    const text = yield* BoundedMemory.encode(value)
    const expires = BoundedMemory.expiry(yield* Clock.currentTimeMillis, ttl) ?? null
    yield* attempt(() => {
      const write = database.prepare("INSERT OR REPLACE INTO entries VALUES (?, ?, ?, ?)")
      write.run(name(store), name(key), text, expires)
      database.prepare(bound).run(maxEntries)
    })
  })

  const remove = (where: string, ...names: ReadonlyArray<string>) =>
    Effect.asVoid(attempt(() => database.prepare(`DELETE FROM entries WHERE ${where}`).run(...names)))

  return Persistence.BackingPersistence.of({
    make: (store) =>
      Effect.succeed({
        get: (key) => get(store, key),
        getMany: (keys) => Effect.forEach(keys, (key) => get(store, key)),
        set: (key, value, ttl) => set(store, key, value, ttl),
        setMany: (entries) =>
          Effect.forEach(entries, ([key, value, ttl]) => set(store, key, value, ttl), { discard: true }),
        remove: (key) => remove("store = ? AND key = ?", name(store), name(key)),
        clear: remove("store = ?", name(store)),
      }),
  })
})

/** Provides the store, also for robots.txt; fails if the file can't be opened. */
export const layer = (options: Options): Layer.Layer<Persistence.BackingPersistence, Persistence.PersistenceError> =>
  Layer.effectContext(
    Effect.map(make(options), (store) =>
      Context.add(Context.make(Persistence.BackingPersistence, store), SharedStores.RobotsStore, Option.some(store)),
    ),
  )
