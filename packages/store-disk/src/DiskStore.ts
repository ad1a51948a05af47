/**
 * Effect's backing store on disk: it survives the process, and several may share its folder.
 *
 * What is promised: a reader sees for a key nothing, or exactly a value that was written for it, whenever writers die
 * and whatever else happens to the files. The bounds on entries and bytes hold for what one process writes, over
 * restarts too, since the time of a file is when it was used last. Several processes count what the others wrote when
 * they list the folder anew: every 30 s, or after an eighth of the bounds of their own, so the folder can be over its
 * bounds by what others wrote since. A file being written counts when it is complete.
 *
 * Every failure is a `PersistenceError` of one call. A folder that can't be used is tried again at the next.
 */
import * as Clock from "effect/Clock"
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
import { Settings } from "@porthole/core"
import { BoundedMemory } from "@porthole/core/stores"
import * as StoreFile from "./StoreFile.ts"
import * as StoreFolder from "./StoreFolder.ts"

/** Where the store is, and its bounds. */
export interface Options {
  /** The store makes a folder of its own in it, and this one too if need be. */
  readonly folder: string
  /** At most so many entries, all store ids together. Default: the setting `cache_max_entries`. */
  readonly maxEntries?: number | undefined
  /** At most so many bytes of files; an entry above that isn't kept. Default: the setting `cache_max_bytes`. */
  readonly maxBytes?: number | undefined
}

/**
 * How long one listing of the folder is good for, in ms; longer where listing takes long (a tenth of the time at most).
 */
export const listEvery = 30_000

/** Makes a store; its scope ends what it does in the background. */
export const make = Effect.fnUntraced(function* (options: Options) {
  const settings = yield* Settings.Settings
  const maxEntries = options.maxEntries ?? settings.cache_max_entries
  const maxBytes = options.maxBytes ?? settings.cache_max_bytes
  const scope = yield* Effect.scope
  const folder = yield* StoreFolder.make({ folder: options.folder, maxBytes })
  const index = StoreFolder.makeIndex({ maxEntries, maxWeight: maxBytes })
  const writing = yield* Semaphore.make(1)
  let listing: Deferred.Deferred<void, Persistence.PersistenceError> | undefined
  let isKnown = false
  let nextListing = 0
  let written = { entries: 0, bytes: 0 }

  const listAnew = Effect.gen(function* () {
    const begin = yield* Clock.currentTimeMillis
    yield* writing.withPermit(
      Effect.sync(() => {
        written = { entries: 0, bytes: 0 }
        index.beginListing()
      }),
    )
    const found = yield* folder.list(begin)
    yield* writing.withPermit(Effect.suspend(() => removeAll(index.endListing(found))))
    const end = yield* Clock.currentTimeMillis
    isKnown = true
    nextListing = end + Math.max(listEvery, 10 * (end - begin))
  })

  /** Starts a listing unless one is under way. */
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

  /** Sees that the index can be gone by. Only the first listing is waited for. */
  const refresh = Effect.fnUntraced(function* (now: number) {
    const isDue = now >= nextListing || written.entries >= Math.max(16, maxEntries / 8) || written.bytes >= maxBytes / 8
    if (isKnown && !isDue) return
    const done = yield* startListing
    if (!isKnown) yield* Deferred.await(done)
  })

  const removeAll = (names: ReadonlyArray<string>) => Effect.forEach(names, folder.remove, { discard: true })

  const get = Effect.fnUntraced(function* (place: StoreFile.Place) {
    const name = StoreFile.nameOf(place)
    const bytes = yield* folder.read(name)
    if (bytes === undefined) return undefined
    const now = yield* Clock.currentTimeMillis
    const content = StoreFile.decode(bytes, place)
    if (Option.isSome(content) && !BoundedMemory.isExpired(now, content.value.expires)) {
      index.use(name)
      yield* folder.touch(name, now)
      return content.value.value
    }
    yield* Effect.ignore(remove(name))
    return undefined
  })

  const set = Effect.fnUntraced(function* (place: StoreFile.Place, value: object, ttl: Duration.Duration | undefined) {
    const text = yield* BoundedMemory.encode(value)
    const now = yield* Clock.currentTimeMillis
    const bytes = StoreFile.encode(place, text, BoundedMemory.expiry(now, ttl))
    const name = StoreFile.nameOf(place)
    yield* refresh(now)
    const put = Effect.suspend(() => {
      const gone = index.admit(name, bytes.length)
      // What has to go goes first, so that the bounds hold all along.
      return Effect.andThen(removeAll(gone), gone.includes(name) ? Effect.void : folder.write(name, bytes, now))
    })
    // Not waited for: on a disk that hangs, whoever gave up must get away.
    const undo = Effect.forkIn(Effect.ignore(remove(name)), scope)
    yield* writing.withPermit(
      Effect.onError(put, () => {
        nextListing = 0
        return undo
      }),
    )
    written = { entries: written.entries + 1, bytes: written.bytes + bytes.length }
  })

  const remove = (name: string) =>
    writing.withPermit(
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

/** Provides the store. It touches no file until it is used. */
export const layer = (
  options: Options,
): Layer.Layer<Persistence.BackingPersistence, never, FileSystem.FileSystem | Path.Path> =>
  Layer.effect(Persistence.BackingPersistence, make(options))
