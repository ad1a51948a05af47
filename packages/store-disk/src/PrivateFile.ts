/**
 * A small file that only this user can read (mode 0600, in a folder of 0700), such as that of the providers' keys.
 *
 * A file that others can read, that belongs to another user, or that others can replace ({@link PrivatePath}) is
 * refused. A change is written to a temporary file and renamed, under a lock, so that readers see a whole file and no
 * change of another process is lost. A link is followed to its target.
 */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import { type PlatformError, systemError } from "effect/PlatformError"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { Credentials } from "@porthole/core"
import { randomUUID } from "node:crypto"
import * as PrivatePath from "./PrivatePath.ts"

// --- the folder ------------------------------------------------------------------------

/**
 * Makes a folder with mode 0700 and its missing parents, one after the other. Node's own recursive option never ends
 * below a folder that accepts no folders, such as `/proc`; this function fails with `PermissionDenied`. It doesn't fail
 * if the path exists, even as a file.
 */
export const makeFolder = (folder: string): Effect.Effect<void, PlatformError, FileSystem.FileSystem | Path.Path> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const { dirname } = yield* Path.Path
    const makeThis = Effect.catchReason(
      fs.makeDirectory(folder, { mode: 0o700 }),
      "PlatformError",
      "AlreadyExists",
      () => Effect.void,
    )
    const above = dirname(folder)
    if (above === folder) return yield* makeThis
    yield* Effect.catchReason(makeThis, "PlatformError", "NotFound", (cause) =>
      makeFolder(above).pipe(
        Effect.andThen(makeThis),
        Effect.catchReason("PlatformError", "NotFound", () => Effect.fail(noFolderAllowed(above, cause))),
      ),
    )
  })

// --- the file --------------------------------------------------------------------------

/** A lock this old, in ms, belongs to a process that died: a change takes milliseconds. */
export const staleLockAfter = 10_000

/** The file can't be used; the message says how to fix it. */
export class PrivateFileError extends Data.TaggedError("PrivateFileError")<{
  readonly message: string
  readonly cause?: unknown
}> {}

/** A file, the word for its contents in messages, and the format of its entries. */
export interface Options<A> {
  readonly file: string
  /** As in "Other users can read the file of keys." */
  readonly contents: string
  readonly decode: (text: string) => Option.Option<ReadonlyArray<A>>
  readonly encode: (entries: ReadonlyArray<A>) => string
}

/** The entries of a file; nothing is opened or made before a method needs it. */
export const make = Effect.fnUntraced(function* <A>({ decode, encode, file, contents }: Options<A>) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const lock = `${file}.lock`
  const services = yield* Effect.context<FileSystem.FileSystem | Path.Path>()
  const ensureFolder = Effect.provideContext(makeFolder(path.dirname(file)), services)

  const requirePrivatePath = Effect.provideContext(PrivatePath.check(file), services).pipe(
    Effect.catchTag("PathNotPrivate", ({ message }) =>
      Effect.fail(new PrivateFileError({ message: `Another user can replace the file of ${contents}. ${message}` })),
    ),
  )

  const readNow = Effect.gen(function* () {
    const info = yield* fs.stat(file)
    const folder = yield* fs.stat(path.dirname(file))
    if (PrivatePath.isForeign(info)) {
      return yield* new PrivateFileError({
        message: `The file of ${contents}, ${file}, belongs to another user. Remove it, or run chown.`,
      })
    }
    if (PrivatePath.hasModes && (info.mode & 0o077) !== 0) {
      return yield* new PrivateFileError({
        message: `Other users can read the file of ${contents}. Run chmod 600 ${file}.`,
      })
    }
    // A user who can write there can replace the file.
    if (PrivatePath.hasModes && (folder.mode & 0o022) !== 0) {
      return yield* new PrivateFileError({
        message: `Other users can write to the folder of ${contents}. Run chmod 700 ${path.dirname(file)}.`,
      })
    }
    yield* requirePrivatePath
    const stored = decode(yield* fs.readFileString(file))
    return Option.isSome(stored)
      ? stored.value
      : yield* new PrivateFileError({ message: `The file of ${contents}, ${file}, isn't valid. Repair or remove it.` })
  }).pipe(Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed<ReadonlyArray<A>>([])))

  const write = Effect.fnUntraced(function* (entries: ReadonlyArray<A>) {
    const target = yield* Effect.orElseSucceed(fs.realPath(file), () => file)
    const temporary = `${target}.${randomUUID()}`
    yield* fs.writeFileString(temporary, `${encode(entries)}\n`, { flag: "wx", mode: 0o600 }).pipe(
      Effect.andThen(fs.rename(temporary, target)),
      Effect.onError(() => Effect.ignore(fs.remove(temporary, { force: true }))),
    )
  })

  /** Removes a lock whose process died. */
  const removeStaleLock = Effect.gen(function* () {
    const { mtime } = yield* fs.stat(lock)
    const now = yield* Clock.currentTimeMillis
    if (Option.isSome(mtime) && now - mtime.value.getTime() > staleLockAfter) yield* fs.remove(lock, { force: true })
  })

  const locked = <B, E>(change: Effect.Effect<B, E>): Effect.Effect<B, E | PlatformError> =>
    Effect.acquireUseRelease(
      Effect.tapError(fs.writeFileString(lock, "", { flag: "wx", mode: 0o600 }), () =>
        Effect.ignore(removeStaleLock),
      ).pipe(
        Effect.retry({
          schedule: Schedule.spaced("50 millis"),
          // Longer than {@link staleLockAfter} in total.
          times: 240,
          while: (error) => error.reason._tag === "AlreadyExists",
        }),
      ),
      () => change,
      () => Effect.ignore(fs.remove(lock, { force: true })),
    )

  const withFileError = <B>(
    effect: Effect.Effect<B, PlatformError | PrivateFileError>,
  ): Effect.Effect<B, PrivateFileError> =>
    Effect.catchTag(effect, "PlatformError", (cause) =>
      Effect.fail(new PrivateFileError({ message: `The file of ${contents} can't be used.`, cause })),
    )

  return {
    /** The entries; a missing file has none. */
    read: withFileError(readNow),
    /** Changes the entries, and returns whether their number changed. */
    change: (edit: (entries: ReadonlyArray<A>) => ReadonlyArray<A>): Effect.Effect<boolean, PrivateFileError> =>
      withFileError(
        Effect.andThen(
          Effect.andThen(requirePrivatePath, ensureFolder),
          locked(
            Effect.gen(function* () {
              const before = yield* readNow
              const after = edit(before)
              if (after.length === 0 && before.length === 0) return false
              yield* write(after)
              return after.length !== before.length
            }),
          ),
        ),
      ),
  }
})

// --- the keys of providers -------------------------------------------------------------

/**
 * Providers' keys in a file; nothing is opened or made before a method needs it. They aren't encrypted, as with the
 * providers' own tools: reading the file reveals the keys.
 */
export const makeKeys = Effect.fnUntraced(function* ({ file }: { readonly file: string }) {
  const { change, read } = yield* make<StoredKey>({ file, contents: "keys", decode: decodeKeys, encode: encodeKeys })
  const service: Credentials.StoredKeys = {
    get: (tenant, provider) =>
      withCredentialsError(
        Effect.map(read, (entries) => {
          const found = entries.find(isKeyOf(tenant, provider))
          return found === undefined ? undefined : Redacted.make(found.key)
        }),
      ),
    set: (tenant, provider, key) =>
      withCredentialsError(
        Effect.asVoid(
          change((entries) => [
            ...entries.filter((entry) => !isKeyOf(tenant, provider)(entry)),
            { tenant, provider, key: Redacted.value(key) },
          ]),
        ),
      ),
    remove: (tenant, provider) =>
      withCredentialsError(change((entries) => entries.filter((entry) => !isKeyOf(tenant, provider)(entry)))),
    list: (tenant) =>
      withCredentialsError(
        Effect.map(read, (entries) =>
          entries.flatMap((entry) => (entry.tenant === tenant ? [entry.provider] : [])).toSorted(),
        ),
      ),
  }
  return service
})

// --- private --------------------------------------------------------------------------

const noFolderAllowed = (above: string, cause: unknown): PlatformError =>
  systemError({
    _tag: "PermissionDenied",
    module: "FileSystem",
    method: "makeDirectory",
    pathOrDescriptor: above,
    description: "takes no folders",
    cause,
  })

const StoredKey = Schema.Struct({ tenant: Schema.String, provider: Schema.String, key: Schema.String })
type StoredKey = typeof StoredKey.Type

const decodeFile = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ keys: Schema.Array(StoredKey) })))
const decodeKeys = (text: string): Option.Option<ReadonlyArray<StoredKey>> =>
  Option.map(decodeFile(text), ({ keys }) => keys)

const encodeKeys = (keys: ReadonlyArray<StoredKey>): string => JSON.stringify({ keys }, undefined, 2)

const isKeyOf =
  (tenant: string, provider: string) =>
  (entry: StoredKey): boolean =>
    entry.tenant === tenant && entry.provider === provider

const withCredentialsError = <A>(
  effect: Effect.Effect<A, PrivateFileError>,
): Effect.Effect<A, Credentials.CredentialsError> =>
  Effect.mapError(effect, ({ cause, message }) => new Credentials.CredentialsError({ message, cause }))
