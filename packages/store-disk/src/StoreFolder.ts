/**
 * The files of a store, in a folder of this user's own.
 *
 * Inside the folder of the options, the store makes the folder `porthole-1`, accessible only to this user. A
 * `porthole-1` that exists must be a folder that this user owns, and not a link, because its contents are trusted; it
 * is closed to other users. The folders above aren't judged: a cache is often on a volume that others can write.
 *
 * It contains up to 256 subfolders ({@link StoreFile.subfolderOf}). A file is written under a unique name and then
 * renamed, so that readers see it whole or not at all, whenever the writer dies. There is no `fsync`: after a power cut
 * a file can be torn, which its checksum detects.
 *
 * {@link DiskIndex} is one process's knowledge of these files: names, sizes and order of use. It chooses those to
 * remove. The folder is listed in the background from time to time, because other processes use it too. Changes of this
 * process during a listing are newer, so they are applied to its result.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import { PersistenceError } from "effect/persistence/Persistence"
import type { PlatformError } from "effect/PlatformError"
import { randomUUID } from "node:crypto"
import { BoundedMap } from "@porthole/core"
import * as PrivateFile from "./PrivateFile.ts"
import * as PrivatePath from "./PrivatePath.ts"
import * as StoreFile from "./StoreFile.ts"

// --- the index -------------------------------------------------------------------------

/** A file that a listing found. */
interface ListedFile {
  readonly name: string
  /** In bytes. */
  readonly size: number
  /** Its last use, in ms since the epoch. */
  readonly usedAt: number
}

/** The files that this process knows. If a method returns names, these files must be removed. */
export interface DiskIndex {
  /** Counts a file before it is written; returns its own name if it is larger than the bound. */
  readonly admit: (name: string, size: number) => ReadonlyArray<string>
  /** Records that a file was read. */
  readonly use: (name: string) => void
  /** Records that a file is gone. */
  readonly forget: (name: string) => void
  /** Begins a listing. All files admitted before must be written by then. */
  readonly beginListing: () => void
  /** Drops a failed listing. */
  readonly abandonListing: () => void
  /** Completes a listing; it replaces the earlier knowledge. */
  readonly endListing: (found: ReadonlyArray<ListedFile>) => ReadonlyArray<string>
}

/** Makes an empty index. */
export const makeIndex = (bounds: BoundedMap.Bounds): DiskIndex => {
  let known = BoundedMap.make<number>(bounds)
  // Changes since a listing began; `undefined` while there is none.
  let touched: Set<string> | undefined

  return {
    admit: (name, size) => {
      const gone = known.set(name, size, size).map(([key]) => key)
      for (const changed of [name, ...gone]) touched?.add(changed)
      return gone
    },
    use: (name) => {
      if (known.get(name) !== undefined) touched?.add(name)
    },
    forget: (name) => {
      touched?.add(name)
      known.remove(name)
    },
    beginListing: () => {
      touched = new Set()
    },
    abandonListing: () => {
      touched = undefined
    },
    endListing: (found) => {
      const newer = touched ?? new Set()
      const own = known.entries().filter(([name]) => newer.has(name))
      const gone: Array<string> = []
      known = BoundedMap.make<number>(bounds)
      const put = (name: string, size: number) => gone.push(...known.set(name, size, size).map(([key]) => key))
      for (const { name, size } of found.toSorted((one, other) => one.usedAt - other.usedAt)) {
        if (!newer.has(name)) put(name, size)
      }
      for (const [name, size] of own) put(name, size)
      touched = undefined
      return gone
    },
  }
}

// --- the folder ------------------------------------------------------------------------

/** Every failure is a `PersistenceError`; a missing file isn't one. */
export interface StoreFolder {
  /**
   * The bytes of a file, `undefined` if missing. An entry that isn't a file of at most `maxBytes` is removed and counts
   * as missing.
   */
  readonly read: (name: string) => Effect.Effect<Uint8Array | undefined, PersistenceError>
  /** Replaces a file; `now` (ms since the epoch) counts as its last use. */
  readonly write: (name: string, bytes: Uint8Array, now: number) => Effect.Effect<void, PersistenceError>
  /** Records that a file was used, for the order of use after a restart and in other processes. */
  readonly touch: (name: string, now: number) => Effect.Effect<void>
  /** Removes a file, if it exists. */
  readonly remove: (name: string) => Effect.Effect<void, PersistenceError>
  /** Every file of ours; also removes temporary files of writers that died. */
  readonly list: (now: number) => Effect.Effect<ReadonlyArray<ListedFile>, PersistenceError>
}

/** The name of the store's own folder; its number changes with the format of the files. */
export const ownFolder = "porthole-1"

/** A temporary file this old, in ms, has no writer any more: writing one takes milliseconds. */
export const leftoverAfter = 60_000

/** Opens no file and makes no folder until a method needs it; a failure is then that method's. */
export const make = Effect.fnUntraced(function* (options: { readonly folder: string; readonly maxBytes: number }) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const scope = yield* Effect.scope
  const root = path.join(options.folder, ownFolder)
  const services = yield* Effect.context<FileSystem.FileSystem | Path.Path>()
  const makeFolder = Effect.provideContext(PrivateFile.makeFolder(options.folder), services)
  const subfolderPath = (name: string) => path.join(root, StoreFile.subfolderOf(name))
  const filePath = (name: string) => path.join(subfolderPath(name), name)
  let isPrepared = false

  /** Makes a folder that only this user may enter, or checks an existing one. */
  const makePrivate = (folder: string) =>
    Effect.catchReason(fs.makeDirectory(folder, { mode: 0o700 }), "PlatformError", "AlreadyExists", () =>
      Effect.gen(function* () {
        const info = yield* fs.lstat(folder)
        if (info.type !== "Directory" || PrivatePath.isForeign(info)) {
          return yield* new PersistenceError({ message: `${folder} isn't a folder that belongs to this user` })
        }
        if ((info.mode & 0o077) !== 0) yield* fs.chmod(folder, 0o700)
      }),
    )

  const prepare = Effect.suspend(() =>
    isPrepared
      ? Effect.void
      : makeFolder.pipe(Effect.andThen(makePrivate(root)), Effect.andThen(Effect.sync(() => (isPrepared = true)))),
  )

  /** Removes any entry in a file's place, even a folder. */
  const discard = (name: string) => Effect.ignore(fs.remove(filePath(name), { recursive: true, force: true }))

  const read = Effect.fnUntraced(function* (name: string) {
    yield* prepare
    const info = yield* fs.lstat(filePath(name))
    // A pipe would block its reader forever, and a link leads elsewhere.
    if (info.type === "File" && info.size <= BigInt(options.maxBytes)) return yield* fs.readFile(filePath(name))
    yield* discard(name)
    return undefined
  })

  const write = Effect.fnUntraced(function* (name: string, bytes: Uint8Array, now: number) {
    yield* prepare
    yield* makePrivate(subfolderPath(name))
    const temporary = path.join(subfolderPath(name), `.${name}.${randomUUID()}`)
    yield* fs.writeFile(temporary, bytes, { flag: "wx", mode: 0o600 }).pipe(
      Effect.andThen(fs.utimes(temporary, now / 1_000, now / 1_000)),
      Effect.andThen(
        Effect.catchTag(fs.rename(temporary, filePath(name)), "PlatformError", () =>
          Effect.andThen(discard(name), fs.rename(temporary, filePath(name))),
        ),
      ),
      // Not awaited: on a hanging disk, a caller that gave up must be free to leave.
      Effect.onError(() => Effect.forkIn(Effect.ignore(fs.remove(temporary, { force: true })), scope)),
    )
  })

  const listSubfolder = Effect.fnUntraced(function* (subfolder: string, now: number) {
    const folder = path.join(root, subfolder)
    const found = yield* Effect.forEach(
      yield* Effect.orElseSucceed(fs.readDirectory(folder), () => []),
      Effect.fnUntraced(function* (name) {
        if (!StoreFile.isName(name) && !isTemporary(name)) return []
        const info = yield* Effect.option(fs.lstat(path.join(folder, name)))
        if (Option.isNone(info) || info.value.type !== "File") return []
        const usedAt = Option.match(info.value.mtime, { onNone: () => 0, onSome: (date) => date.getTime() })
        if (!isTemporary(name)) return [{ name, size: Number(info.value.size), usedAt }]
        if (now - usedAt > leftoverAfter) yield* Effect.ignore(fs.remove(path.join(folder, name)))
        return []
      }),
      { concurrency: 4 },
    )
    return found.flat()
  })

  const list = Effect.fnUntraced(function* (now: number) {
    yield* prepare
    const subfolders = (yield* fs.readDirectoryEntries(root)).filter(
      ({ name, type }) => type === "Directory" && /^[0-9a-f]{2}$/.test(name),
    )
    return (yield* Effect.forEach(subfolders, ({ name }) => listSubfolder(name, now))).flat()
  })

  const service: StoreFolder = {
    read: (name) =>
      withPersistenceError(
        "read",
        Effect.catchReason(read(name), "PlatformError", "NotFound", () => Effect.undefined),
      ),
    write: (name, bytes, now) =>
      withPersistenceError(
        "written",
        // Another program removed our folder, so it is made again.
        Effect.catchReason(write(name, bytes, now), "PlatformError", "NotFound", () => {
          isPrepared = false
          return write(name, bytes, now)
        }),
      ),
    touch: (name, now) => Effect.ignore(fs.utimes(filePath(name), now / 1_000, now / 1_000)),
    remove: (name) =>
      withPersistenceError(
        "changed",
        Effect.andThen(prepare, fs.remove(filePath(name), { recursive: true, force: true })),
      ),
    list: (now) => withPersistenceError("listed", list(now)),
  }
  return service
})

// --- private --------------------------------------------------------------------------

const isTemporary = (name: string): boolean => /^\.[0-9a-f]{16}-[0-9a-f]{64}\.[0-9a-f-]{36}$/.test(name)

const withPersistenceError = <A, R>(
  participle: string,
  effect: Effect.Effect<A, PlatformError | PersistenceError, R>,
): Effect.Effect<A, PersistenceError, R> =>
  Effect.catchTag(effect, "PlatformError", (cause) =>
    Effect.fail(new PersistenceError({ message: `The store on disk can't be ${participle}`, cause })),
  )
