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
import type * as Scope from "effect/Scope"
import type * as Semaphore from "effect/Semaphore"
import { Bound, Settings, SharedStores } from "@porthole/core"
import { BoundedMemory } from "@porthole/stores"
import * as DiskIndex from "./DiskIndex.ts"
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
  const store: Store = {
    maxEntries,
    maxBytes,
    scope: yield* Effect.scope,
    folder: yield* StoreFolder.make({ folder: options.folder, maxBytes }),
    index: DiskIndex.make({ maxEntries, maxWeight: maxBytes }),
    writeLock: Bound.semaphore("entries on disk"),
    listing: undefined,
    hasListed: false,
    nextListing: 0,
    writtenSinceListing: { entries: 0, bytes: 0 },
  }

  return Persistence.BackingPersistence.of({
    make: (storeId) =>
      Effect.succeed<Persistence.BackingPersistenceStore>({
        get: (key) => get(store, { storeId, key }),
        getMany: (keys) => Effect.forEach(keys, (key) => get(store, { storeId, key }), { concurrency: 4 }),
        set: (key, value, ttl) => set(store, { storeId, key }, value, ttl),
        setMany: (entries) =>
          Effect.forEach(entries, ([key, value, ttl]) => set(store, { storeId, key }, value, ttl), { discard: true }),
        remove: (key) => remove(store, StoreFile.nameOf({ storeId, key })),
        clear: clear(store, storeId),
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

// --- private --------------------------------------------------------------------------

/** A store's files, and its knowledge of them. */
interface Store {
  readonly maxEntries: number
  readonly maxBytes: number
  readonly scope: Scope.Scope
  readonly folder: StoreFolder.StoreFolder
  readonly index: DiskIndex.DiskIndex
  readonly writeLock: Semaphore.Semaphore
  /** The listing that is running. */
  listing: Deferred.Deferred<void, Persistence.PersistenceError> | undefined
  hasListed: boolean
  /** When the last listing becomes invalid, in ms since the epoch. */
  nextListing: number
  writtenSinceListing: { readonly entries: number; readonly bytes: number }
}

const get = Effect.fnUntraced(function* (store: Store, id: StoreFile.EntryId) {
  const { folder, index } = store
  const name = StoreFile.nameOf(id)
  const bytes = yield* folder.read(name)
  if (bytes === undefined) return undefined
  const now = yield* Clock.currentTimeMillis
  const content = yield* StoreFile.decode(bytes, id)
  if (Option.isSome(content) && !BoundedMemory.isExpired(now, content.value.expires)) {
    index.use(name)
    yield* folder.touch(name, now)
    return content.value.value
  }
  yield* Effect.ignore(remove(store, name))
  return undefined
})

const set = Effect.fnUntraced(function* (
  store: Store,
  id: StoreFile.EntryId,
  value: object,
  ttl: Duration.Duration | undefined,
) {
  const { folder, index, scope, writeLock } = store
  const text = yield* BoundedMemory.encode(value)
  const now = yield* Clock.currentTimeMillis
  const bytes = yield* StoreFile.encode(id, text, BoundedMemory.expiry(now, ttl))
  const name = StoreFile.nameOf(id)
  yield* refresh(store, now)
  const put = Effect.suspend(() => {
    const gone = index.admit(name, bytes.length)
    // Removes files first, so that the bounds hold all the time.
    return Effect.andThen(removeAll(store, gone), gone.includes(name) ? Effect.void : folder.write(name, bytes, now))
  })
  // Not awaited: on a hanging disk, a caller that gave up must be free to leave.
  const undo = Effect.forkIn(Effect.ignore(remove(store, name)), scope)
  yield* writeLock.withPermit(
    Effect.onError(put, () => {
      store.nextListing = 0
      return undo
    }),
  )
  const { entries, bytes: written } = store.writtenSinceListing
  store.writtenSinceListing = { entries: entries + 1, bytes: written + bytes.length }
})

const remove = ({ folder, index, writeLock }: Store, name: string) =>
  writeLock.withPermit(
    Effect.suspend(() => {
      index.forget(name)
      return folder.remove(name)
    }),
  )

/** Removes files that the index doesn't know any more. */
const removeAll = ({ folder }: Store, names: ReadonlyArray<string>) =>
  Effect.forEach(names, folder.remove, { discard: true })

const clear = Effect.fnUntraced(function* (store: Store, storeId: string) {
  const found = yield* store.folder.list(yield* Clock.currentTimeMillis)
  const names = found.map(({ name }) => name).filter((name) => name.startsWith(StoreFile.prefixOf(storeId)))
  yield* Effect.forEach(names, (name) => remove(store, name), { discard: true })
})

/** Keeps the index up to date. Only the first listing is awaited. */
const refresh = Effect.fnUntraced(function* (store: Store, now: number) {
  const { maxBytes, maxEntries, nextListing, writtenSinceListing } = store
  const isDue =
    now >= nextListing ||
    writtenSinceListing.entries >= Math.max(16, maxEntries / 8) ||
    writtenSinceListing.bytes >= maxBytes / 8
  if (store.hasListed && !isDue) return
  const done = yield* startListing(store)
  if (!store.hasListed) yield* Deferred.await(done)
})

/** Starts a listing unless one is running. */
const startListing = (store: Store) =>
  Effect.suspend(() => {
    if (store.listing !== undefined) return Effect.succeed(store.listing)
    const done = Deferred.makeUnsafe<void, Persistence.PersistenceError>()
    store.listing = done
    return listAnew(store).pipe(
      Effect.onExit((exit) => {
        store.listing = undefined
        if (Exit.isFailure(exit)) store.index.abandonListing()
        return Deferred.done(done, exit)
      }),
      Effect.forkIn(store.scope),
      Effect.as(done),
    )
  })

const listAnew = Effect.fnUntraced(function* (store: Store) {
  const { folder, index, writeLock } = store
  const begin = yield* Clock.currentTimeMillis
  yield* writeLock.withPermit(
    Effect.sync(() => {
      store.writtenSinceListing = { entries: 0, bytes: 0 }
      index.beginListing()
    }),
  )
  const found = yield* folder.list(begin)
  yield* writeLock.withPermit(Effect.suspend(() => removeAll(store, index.endListing(found))))
  const end = yield* Clock.currentTimeMillis
  store.hasListed = true
  store.nextListing = end + Math.max(listEvery, 10 * (end - begin))
})
