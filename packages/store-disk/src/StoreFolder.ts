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
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import { PersistenceError } from "effect/persistence/Persistence"
import type { PlatformError } from "effect/PlatformError"
import type * as Scope from "effect/Scope"
import { randomUUID } from "node:crypto"
import type { ListedFile } from "./DiskIndex.ts"
import * as PrivateFolder from "./PrivateFolder.ts"
import * as PrivatePath from "./PrivatePath.ts"
import * as StoreFile from "./StoreFile.ts"

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
  const services = yield* Effect.context<FileSystem.FileSystem | Path.Path>()
  const { join } = yield* Path.Path
  const folder: Folder = {
    fs: yield* FileSystem.FileSystem,
    scope: yield* Effect.scope,
    makeParent: Effect.provideContext(PrivateFolder.make(options.folder), services),
    root: join(options.folder, ownFolder),
    join,
    maxBytes: BigInt(options.maxBytes),
    isPrepared: false,
  }

  const service: StoreFolder = {
    read: (name) =>
      withPersistenceError(
        "read",
        Effect.catchReason(read(folder, name), "PlatformError", "NotFound", () => Effect.undefined),
      ),
    write: (name, bytes, now) =>
      withPersistenceError(
        "written",
        // Another program removed our folder, so it is made again.
        Effect.catchReason(write(folder, name, bytes, now), "PlatformError", "NotFound", () => {
          folder.isPrepared = false
          return write(folder, name, bytes, now)
        }),
      ),
    touch: (name, now) => Effect.ignore(folder.fs.utimes(fileIn(folder, name), now / 1_000, now / 1_000)),
    remove: (name) =>
      withPersistenceError(
        "changed",
        Effect.andThen(prepare(folder), folder.fs.remove(fileIn(folder, name), { recursive: true, force: true })),
      ),
    list: (now) => withPersistenceError("listed", list(folder, now)),
  }
  return service
})

// --- private --------------------------------------------------------------------------

/** The store's own folder, and what is needed to use it. */
interface Folder {
  readonly fs: FileSystem.FileSystem
  /** Ends the background work. */
  readonly scope: Scope.Scope
  readonly makeParent: Effect.Effect<void, PlatformError>
  readonly root: string
  readonly join: Path.Path["join"]
  readonly maxBytes: bigint
  /** Whether the folder was made or checked. */
  isPrepared: boolean
}

const subfolderIn = ({ join, root }: Folder, name: string): string => join(root, StoreFile.subfolderOf(name))

const fileIn = (folder: Folder, name: string): string => folder.join(subfolderIn(folder, name), name)

const prepare = (folder: Folder) =>
  Effect.suspend(() =>
    folder.isPrepared
      ? Effect.void
      : folder.makeParent.pipe(
          Effect.andThen(makePrivate(folder, folder.root)),
          Effect.andThen(Effect.sync(() => (folder.isPrepared = true))),
        ),
  )

/** Makes a folder that only this user may enter, or checks an existing one. */
const makePrivate = ({ fs }: Folder, path: string) =>
  Effect.catchReason(fs.makeDirectory(path, { mode: 0o700 }), "PlatformError", "AlreadyExists", () =>
    Effect.gen(function* () {
      const info = yield* fs.lstat(path)
      if (info.type !== "Directory" || PrivatePath.isForeign(info)) {
        return yield* new PersistenceError({ message: `${path} isn't a folder that belongs to this user` })
      }
      if ((info.mode & 0o077) !== 0) yield* fs.chmod(path, 0o700)
    }),
  )

/** Removes any entry in a file's place, even a folder. */
const discard = (folder: Folder, name: string) =>
  Effect.ignore(folder.fs.remove(fileIn(folder, name), { recursive: true, force: true }))

const read = Effect.fnUntraced(function* (folder: Folder, name: string) {
  yield* prepare(folder)
  const file = fileIn(folder, name)
  const info = yield* folder.fs.lstat(file)
  // A pipe would block its reader forever, and a link leads elsewhere.
  if (info.type === "File" && info.size <= folder.maxBytes) return yield* folder.fs.readFile(file)
  yield* discard(folder, name)
  return undefined
})

const write = Effect.fnUntraced(function* (folder: Folder, name: string, bytes: Uint8Array, now: number) {
  const { fs, join, scope } = folder
  const file = fileIn(folder, name)
  yield* prepare(folder)
  yield* makePrivate(folder, subfolderIn(folder, name))
  const temporary = join(subfolderIn(folder, name), `.${name}.${randomUUID()}`)
  yield* fs.writeFile(temporary, bytes, { flag: "wx", mode: 0o600 }).pipe(
    Effect.andThen(fs.utimes(temporary, now / 1_000, now / 1_000)),
    Effect.andThen(
      Effect.catchTag(fs.rename(temporary, file), "PlatformError", () =>
        Effect.andThen(discard(folder, name), fs.rename(temporary, file)),
      ),
    ),
    // Not awaited: on a hanging disk, a caller that gave up must be free to leave.
    Effect.onError(() => Effect.forkIn(Effect.ignore(fs.remove(temporary, { force: true })), scope)),
  )
})

const list = Effect.fnUntraced(function* (folder: Folder, now: number) {
  yield* prepare(folder)
  const subfolders = (yield* folder.fs.readDirectoryEntries(folder.root)).filter(
    ({ name, type }) => type === "Directory" && /^[0-9a-f]{2}$/.test(name),
  )
  return (yield* Effect.forEach(subfolders, ({ name }) =>
    listSubfolder(folder, folder.join(folder.root, name), now),
  )).flat()
})

const listSubfolder = Effect.fnUntraced(function* ({ fs, join }: Folder, subfolder: string, now: number) {
  const found = yield* Effect.forEach(
    yield* Effect.orElseSucceed(fs.readDirectory(subfolder), () => []),
    Effect.fnUntraced(function* (name) {
      if (!StoreFile.isName(name) && !isTemporary(name)) return []
      const info = yield* Effect.option(fs.lstat(join(subfolder, name)))
      if (Option.isNone(info) || info.value.type !== "File") return []
      const usedAt = Option.match(info.value.mtime, { onNone: () => 0, onSome: (date) => date.getTime() })
      if (!isTemporary(name)) return [{ name, size: Number(info.value.size), usedAt }]
      if (now - usedAt > leftoverAfter) yield* Effect.ignore(fs.remove(join(subfolder, name)))
      return []
    }),
    { concurrency: 4 },
  )
  return found.flat()
})

const isTemporary = (name: string): boolean => /^\.[0-9a-f]{16}-[0-9a-f]{64}\.[0-9a-f-]{36}$/.test(name)

const withPersistenceError = <A, R>(
  participle: string,
  effect: Effect.Effect<A, PlatformError | PersistenceError, R>,
): Effect.Effect<A, PersistenceError, R> =>
  Effect.catchTag(effect, "PlatformError", (cause) =>
    Effect.fail(new PersistenceError({ message: `The store on disk can't be ${participle}`, cause })),
  )
