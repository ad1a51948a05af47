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
import type { PlatformError } from "effect/PlatformError"
import * as Predicate from "effect/Predicate"
import * as Schedule from "effect/Schedule"
import { randomUUID } from "node:crypto"
import * as PrivateFolder from "./PrivateFolder.ts"
import * as PrivatePath from "./PrivatePath.ts"

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
export const make = Effect.fnUntraced(function* <A>(options: Options<A>) {
  const services = yield* Effect.context<Services>()
  const use = <B>(effect: Effect.Effect<B, PlatformError | PrivateFileError, Services>) =>
    withFileError(options, Effect.provideContext(effect, services))

  return {
    /** The entries; a missing file has none. */
    read: use(read(options)),
    /** Changes the entries, and returns whether their number changed. */
    change: (edit: (entries: ReadonlyArray<A>) => ReadonlyArray<A>): Effect.Effect<boolean, PrivateFileError> =>
      use(change(options, edit)),
  }
})

// --- private --------------------------------------------------------------------------

type Services = FileSystem.FileSystem | Path.Path

const read = <A>({ contents, decode, file }: Options<A>) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    yield* requireOwn({ contents, file })
    const stored = decode(yield* fs.readFileString(file))
    return Option.isSome(stored)
      ? stored.value
      : yield* new PrivateFileError({ message: `The file of ${contents}, ${file}, isn't valid. Repair or remove it.` })
  }).pipe(Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed<ReadonlyArray<A>>([])))

const change = Effect.fnUntraced(function* <A>(
  options: Options<A>,
  edit: (entries: ReadonlyArray<A>) => ReadonlyArray<A>,
) {
  const { dirname } = yield* Path.Path
  yield* requirePrivatePath(options)
  yield* PrivateFolder.make(dirname(options.file))
  return yield* locked(
    options.file,
    Effect.gen(function* () {
      const before = yield* read(options)
      const after = edit(before)
      if (after.length === 0 && before.length === 0) return false
      yield* write(options, after)
      return after.length !== before.length
    }),
  )
})

const write = Effect.fnUntraced(function* <A>({ encode, file }: Options<A>, entries: ReadonlyArray<A>) {
  const fs = yield* FileSystem.FileSystem
  const target = yield* Effect.orElseSucceed(fs.realPath(file), () => file)
  const temporary = `${target}.${randomUUID()}`
  yield* fs.writeFileString(temporary, `${encode(entries)}\n`, { flag: "wx", mode: 0o600 }).pipe(
    Effect.andThen(fs.rename(temporary, target)),
    Effect.onError(() => Effect.ignore(fs.remove(temporary, { force: true }))),
  )
})

type NamedFile = Pick<Options<never>, "contents" | "file">

/** Fails unless the file belongs to this user, and nobody else can read or replace it. */
const requireOwn = Effect.fnUntraced(function* ({ contents, file }: NamedFile) {
  const fs = yield* FileSystem.FileSystem
  const { dirname } = yield* Path.Path
  const info = yield* fs.stat(file)
  const folder = yield* fs.stat(dirname(file))
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
      message: `Other users can write to the folder of ${contents}. Run chmod 700 ${dirname(file)}.`,
    })
  }
  yield* requirePrivatePath({ contents, file })
})

const requirePrivatePath = ({ contents, file }: NamedFile) =>
  Effect.catchTag(PrivatePath.check(file), "PathNotPrivate", ({ message }) =>
    Effect.fail(new PrivateFileError({ message: `Another user can replace the file of ${contents}. ${message}` })),
  )

/** Runs a change while no other process changes the file. */
const locked = <B, E, R>(file: string, change: Effect.Effect<B, E, R>) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const lock = `${file}.lock`
    return yield* Effect.acquireUseRelease(
      Effect.tapError(fs.writeFileString(lock, "", { flag: "wx", mode: 0o600 }), () =>
        Effect.ignore(removeStale(lock)),
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
  })

/** Removes a lock whose process died. */
const removeStale = Effect.fnUntraced(function* (lock: string) {
  const fs = yield* FileSystem.FileSystem
  const { mtime } = yield* fs.stat(lock)
  const now = yield* Clock.currentTimeMillis
  if (Option.isSome(mtime) && now - mtime.value.getTime() > staleLockAfter) yield* fs.remove(lock, { force: true })
})

const withFileError = <B>(
  { contents, file }: { readonly contents: string; readonly file: string },
  effect: Effect.Effect<B, PlatformError | PrivateFileError>,
): Effect.Effect<B, PrivateFileError> =>
  Effect.catchTag(effect, "PlatformError", (cause) =>
    Effect.fail(
      new PrivateFileError({
        message: `The file of ${contents}, ${file}, can't be used (${nameOf(cause)}).`,
        cause,
      }),
    ),
  )

/** A system error's name, or its code, such as `ENOSPC`, if Effect has none for it. */
const nameOf = ({ reason }: PlatformError): string =>
  reason._tag === "Unknown" && Predicate.hasProperty(reason.cause, "code") ? `${reason.cause.code}` : reason._tag
