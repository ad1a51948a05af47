/**
 * Effect's backing store on disk: it survives the process, and several processes may share its folder.
 *
 * It promises: a reader sees for a key either nothing, or exactly a value that was written for it, whenever writers die
 * and whatever happens to the files. The bounds on entries and bytes hold for one process's writes. They hold over
 * restarts, too: a file's modification time records its last use, so that the least recently used files are known. A
 * process learns of the others' writes when it lists the folder: at a write, if the last listing is 30 s old or its own
 * writes since then reach an eighth of the bounds. Until then several processes together may exceed the bounds.
 * Temporary files don't count.
 *
 * Every failure is a `PersistenceError` of one call. The next call tries an unusable folder again.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Path from "effect/Path"
import * as Persistence from "effect/persistence/Persistence"
import * as Semaphore from "effect/Semaphore"
import { Settings, SharedStores } from "@porthole/core"
import { BoundedMemory } from "@porthole/stores"
import * as StoreFile from "./StoreFile.ts"
import * as StoreFolder from "./StoreFolder.ts"

/** The store's folder, and its bounds. */
export interface Options {
  /** The store makes a folder of its own in this one, which it also makes if it is missing. */
  readonly folder: string
  /** Maximum number of entries, all store ids together. Default: the setting `cache_max_entries`. */
  readonly maxEntries?: number | undefined
  /** Maximum bytes of files; a larger entry isn't kept. Default: the setting `cache_max_bytes`. */
  readonly maxBytes?: number | undefined
}

/**
 * How long one listing of the folder is valid, in ms; longer if listing is slow (so that it takes a tenth of the time
 * at most).
 */
export const listEvery = 30_000

/** Makes a store; its scope ends its background work. */
export const make = Effect.fnUntraced(function* (options: Options) {
  const settings = yield* Settings.Settings
  const maxEntries = options.maxEntries ?? settings.cache_max_entries
  const maxBytes = options.maxBytes ?? settings.cache_max_bytes
  const scope = yield* Effect.scope
  const folder = yield* StoreFolder.make({ folder: options.folder, maxBytes })
  const index = StoreFolder.makeIndex({ maxEntries, maxWeight: maxBytes })
  const writeLock = yield* Semaphore.make(1)
  let listing: Deferred.Deferred<void, Persistence.PersistenceError> | undefined
  let hasListed = false
  let nextListing = 0
  let writtenSinceListing = { entries: 0, bytes: 0 }

  const listAnew = Effect.gen(function* () {
    const begin = yield* Clock.currentTimeMillis
    yield* writeLock.withPermit(
      Effect.sync(() => {
        writtenSinceListing = { entries: 0, bytes: 0 }
        index.beginListing()
      }),
    )
    const found = yield* folder.list(begin)
    yield* writeLock.withPermit(Effect.suspend(() => removeAll(index.endListing(found))))
    const end = yield* Clock.currentTimeMillis
    hasListed = true
    nextListing = end + Math.max(listEvery, 10 * (end - begin))
  })

  /** Starts a listing unless one is running. */
  const startListing = Effect.suspend(() => {
    if (listing !== undefined) return Effect.succeed(listing)
    const done = Deferred.makeUnsafe<void, Persistence.PersistenceError>()
    listing = done
    return listAnew.pipe(
      Effect.onExit((exit) => {
        listing = undefined
        if (Exit.isFailure(exit)) index.abandonListing()
        return Deferred.done(done, exit)
      }),
      Effect.forkIn(scope),
      Effect.as(done),
    )
  })

  /** Keeps the index up to date. Only the first listing is awaited. */
  const refresh = Effect.fnUntraced(function* (now: number) {
    const isDue =
      now >= nextListing ||
      writtenSinceListing.entries >= Math.max(16, maxEntries / 8) ||
      writtenSinceListing.bytes >= maxBytes / 8
    if (hasListed && !isDue) return
    const done = yield* startListing
    if (!hasListed) yield* Deferred.await(done)
  })

  const removeAll = (names: ReadonlyArray<string>) => Effect.forEach(names, folder.remove, { discard: true })

  const get = Effect.fnUntraced(function* (id: StoreFile.EntryId) {
    const name = StoreFile.nameOf(id)
    const bytes = yield* folder.read(name)
    if (bytes === undefined) return undefined
    const now = yield* Clock.currentTimeMillis
    const content = StoreFile.decode(bytes, id)
    if (Option.isSome(content) && !BoundedMemory.isExpired(now, content.value.expires)) {
      index.use(name)
      yield* folder.touch(name, now)
      return content.value.value
    }
    yield* Effect.ignore(remove(name))
    return undefined
  })

  const set = Effect.fnUntraced(function* (id: StoreFile.EntryId, value: object, ttl: Duration.Duration | undefined) {
    const text = yield* BoundedMemory.encode(value)
    const now = yield* Clock.currentTimeMillis
    const bytes = StoreFile.encode(id, text, BoundedMemory.expiry(now, ttl))
    const name = StoreFile.nameOf(id)
    yield* refresh(now)
    const put = Effect.suspend(() => {
      const gone = index.admit(name, bytes.length)
      // Removes files first, so that the bounds hold all the time.
      return Effect.andThen(removeAll(gone), gone.includes(name) ? Effect.void : folder.write(name, bytes, now))
    })
    // Not awaited: on a hanging disk, a caller that gave up must be free to leave.
    const undo = Effect.forkIn(Effect.ignore(remove(name)), scope)
    yield* writeLock.withPermit(
      Effect.onError(put, () => {
        nextListing = 0
        return undo
      }),
    )
    writtenSinceListing = { entries: writtenSinceListing.entries + 1, bytes: writtenSinceListing.bytes + bytes.length }
  })

  const remove = (name: string) =>
    writeLock.withPermit(
      Effect.suspend(() => {
        index.forget(name)
        return folder.remove(name)
      }),
    )

  const clear = Effect.fnUntraced(function* (storeId: string) {
    const found = yield* folder.list(yield* Clock.currentTimeMillis)
    const names = found.map(({ name }) => name).filter((name) => name.startsWith(StoreFile.prefixOf(storeId)))
    yield* Effect.forEach(names, remove, { discard: true })
  })

  return Persistence.BackingPersistence.of({
    make: (storeId) =>
      Effect.succeed<Persistence.BackingPersistenceStore>({
        get: (key) => get({ storeId, key }),
        getMany: (keys) => Effect.forEach(keys, (key) => get({ storeId, key }), { concurrency: 4 }),
        set: (key, value, ttl) => set({ storeId, key }, value, ttl),
        setMany: (entries) =>
          Effect.forEach(entries, ([key, value, ttl]) => set({ storeId, key }, value, ttl), { discard: true }),
        remove: (key) => remove(StoreFile.nameOf({ storeId, key })),
        clear: clear(storeId),
      }),
  })
})

/** Provides the store, also for robots.txt. It touches no file until it is used. */
export const layer = (
  options: Options,
): Layer.Layer<Persistence.BackingPersistence, never, FileSystem.FileSystem | Path.Path> =>
  Layer.effectContext(
    Effect.map(make(options), (store) =>
      Context.add(Context.make(Persistence.BackingPersistence, store), SharedStores.RobotsStore, Option.some(store)),
    ),
  )
