/**
 * Keys of providers in one file that this user alone can read (mode 0600, in a folder of 0700).
 *
 * Whoever can read the file has the keys: they aren't encrypted, as with the tools of the providers themselves. A file
 * that others can read, or in a folder that others can write, is refused, not used. A change is written beside it and
 * renamed into its place, under a lock, so that the file is seen whole and no change of another process is lost. A link
 * is followed: the file that it leads to is the one.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import type { PlatformError } from "effect/PlatformError"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { Credentials } from "@porthole/core"
import { randomUUID } from "node:crypto"
import * as PrivateFolder from "./PrivateFolder.ts"

/** A lock this old, in ms, was left behind by a process that died: a change takes milliseconds. */
export const leftLockAfter = 10_000

/** Keys in the file; nothing is opened or made before a method needs it. */
export const make = Effect.fnUntraced(function* (options: { readonly file: string }) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const lock = `${options.file}.lock`
  const makeFolder = Effect.provideContext(
    PrivateFolder.make(path.dirname(options.file)),
    yield* Effect.context<FileSystem.FileSystem | Path.Path>(),
  )

  const read = Effect.gen(function* () {
    const { file } = options
    const info = yield* fs.stat(file)
    const folder = yield* fs.stat(path.dirname(file))
    if (hasModes && (info.mode & 0o077) !== 0) {
      return yield* new Credentials.CredentialsError({
        message: `The file of keys can be read by others: chmod 600 ${file}.`,
      })
    }
    // Whoever can write there can put another file in its place.
    if (hasModes && (folder.mode & 0o022) !== 0) {
      return yield* new Credentials.CredentialsError({
        message: `The folder of the file of keys can be written by others: chmod 700 ${path.dirname(file)}.`,
      })
    }
    const stored = decode(yield* fs.readFileString(file))
    return Option.isSome(stored)
      ? stored.value
      : yield* new Credentials.CredentialsError({ message: `The file of keys, ${file}, can't be understood.` })
  }).pipe(Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed(none)))

  const write = Effect.fnUntraced(function* (entries: ReadonlyArray<Entry>) {
    const file = yield* Effect.orElseSucceed(fs.realPath(options.file), () => options.file)
    const temporary = `${file}.${randomUUID()}`
    yield* fs.writeFileString(temporary, `${encode(entries)}\n`, { flag: "wx", mode: 0o600 }).pipe(
      Effect.andThen(fs.rename(temporary, file)),
      Effect.onError(() => Effect.ignore(fs.remove(temporary, { force: true }))),
    )
  })

  /** Removes a lock that nobody holds any more. */
  const breakOld = Effect.gen(function* () {
    const { mtime } = yield* fs.stat(lock)
    const now = yield* Clock.currentTimeMillis
    if (Option.isSome(mtime) && now - mtime.value.getTime() > leftLockAfter) yield* fs.remove(lock, { force: true })
  })

  const locked = <A, E>(change: Effect.Effect<A, E>): Effect.Effect<A, E | PlatformError> =>
    Effect.acquireUseRelease(
      Effect.tapError(fs.writeFileString(lock, "", { flag: "wx", mode: 0o600 }), () => Effect.ignore(breakOld)).pipe(
        Effect.retry({
          schedule: Schedule.spaced("50 millis"),
          // Longer than a lock may be left behind.
          times: 240,
          while: (error) => error.reason._tag === "AlreadyExists",
        }),
      ),
      () => change,
      () => Effect.ignore(fs.remove(lock, { force: true })),
    )

  /** Changes the entries, and tells whether there was anything to change. */
  const change = (edit: (entries: ReadonlyArray<Entry>) => ReadonlyArray<Entry>) =>
    Effect.andThen(
      makeFolder,
      locked(
        Effect.gen(function* () {
          const before = yield* read
          const after = edit(before)
          if (after.length === 0 && before.length === 0) return false
          yield* write(after)
          return after.length !== before.length
        }),
      ),
    )

  const service: Credentials.StoredKeys = {
    get: (tenant, provider) =>
      failing(
        Effect.map(read, (entries) => {
          const found = entries.find(isOf(tenant, provider))
          return found === undefined ? undefined : Redacted.make(found.key)
        }),
      ),
    set: (tenant, provider, key) =>
      failing(
        Effect.asVoid(
          change((entries) => [
            ...entries.filter((entry) => !isOf(tenant, provider)(entry)),
            { tenant, provider, key: Redacted.value(key) },
          ]),
        ),
      ),
    remove: (tenant, provider) =>
      failing(change((entries) => entries.filter((entry) => !isOf(tenant, provider)(entry)))),
    list: (tenant) =>
      failing(
        Effect.map(read, (entries) =>
          entries.flatMap((entry) => (entry.tenant === tenant ? [entry.provider] : [])).toSorted(),
        ),
      ),
  }
  return service
})

// --- private --------------------------------------------------------------------------

/** Where there are none (Windows) a file is as private as its folder. */
const hasModes = process.platform !== "win32"

const Entry = Schema.Struct({ tenant: Schema.String, provider: Schema.String, key: Schema.String })
type Entry = typeof Entry.Type

const none: ReadonlyArray<Entry> = []

const File = Schema.fromJsonString(Schema.Struct({ keys: Schema.Array(Entry) }))

const decodeFile = Schema.decodeUnknownOption(File)
const decode = (text: string): Option.Option<ReadonlyArray<Entry>> => Option.map(decodeFile(text), ({ keys }) => keys)

const encode = (keys: ReadonlyArray<Entry>): string => JSON.stringify({ keys }, undefined, 2)

const isOf =
  (tenant: string, provider: string) =>
  (entry: Entry): boolean =>
    entry.tenant === tenant && entry.provider === provider

const failing = <A>(
  effect: Effect.Effect<A, PlatformError | Credentials.CredentialsError>,
): Effect.Effect<A, Credentials.CredentialsError> =>
  Effect.catchTag(effect, "PlatformError", (cause) =>
    Effect.fail(new Credentials.CredentialsError({ message: "The file of keys can't be used.", cause })),
  )
