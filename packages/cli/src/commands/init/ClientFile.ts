/** A client's settings on disk: read whole, written whole or not at all, with a backup of the earlier file. */
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import type { PlatformError } from "effect/PlatformError"
import * as Schema from "effect/Schema"
import { isUtf8 } from "node:buffer"
import * as NewFolder from "../../NewFolder.ts"

/** Maximum size of a file. */
const maxBytes = 16 * 1024 * 1024

/** A file that can't be used; `message` ends a sentence that names it. */
export class ClientFileError extends Schema.TaggedError<ClientFileError>()("ClientFileError", {
  reason: Schema.String,
}) {
  override get message(): string {
    return this.reason
  }
}

/** A file as it was read. A link is followed, so that it stays a link. */
export interface ClientFile {
  readonly path: string
  /** The folder that the file must be in, whatever links lead to it. */
  readonly project: string | undefined
  /** `undefined` if it doesn't exist yet. */
  readonly text: string | undefined
}

type Io<A> = Effect.Effect<A, ClientFileError, FileSystem.FileSystem | Path.Path>

/**
 * Reads a file, which may be missing. A file of a project is refused if a link leads out of the project: its author,
 * who isn't always this user, would choose the file to change.
 */
export const read = Effect.fnUntraced(function* (
  path: string,
  project?: string,
): Effect.fn.Return<ClientFile, ClientFileError, FileSystem.FileSystem | Path.Path> {
  const files = yield* FileSystem.FileSystem
  if (project !== undefined) yield* requireInside(path, project)
  const real = yield* Effect.orElseSucceed(files.realPath(path), () => path)
  const info = yield* Effect.catchIf(files.stat(real), isNotFound, () => Effect.undefined).pipe(
    Effect.mapError(refuse("can't be read")),
  )
  if (info === undefined) return { path: real, project, text: undefined }
  if (info.type !== "File") return yield* new ClientFileError({ reason: "isn't a file" })
  if (info.size > maxBytes) return yield* new ClientFileError({ reason: "is larger than 16 MiB" })
  const bytes = yield* Effect.mapError(files.readFile(real), refuse("can't be read"))
  if (!isUtf8(bytes)) return yield* new ClientFileError({ reason: "isn't UTF-8" })
  return { path: real, project, text: Buffer.from(bytes).toString() }
})

/** Replaces a file, unless it has changed since it was read. Returns the path of its backup, if there was a file. */
export const replace = (before: ClientFile, text: string): Io<string | undefined> =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const paths = yield* Path.Path
    const now = yield* read(before.path, before.project)
    if (now.text !== before.text) {
      return yield* new ClientFileError({ reason: "was changed meanwhile; run the command again" })
    }
    yield* Effect.mapError(
      NewFolder.make(paths.dirname(before.path)),
      ({ path }) => new ClientFileError({ reason: `can't be written, because the folder ${path} can't be made` }),
    )
    const time = DateTime.formatIso(DateTime.makeUnsafe(yield* Clock.currentTimeMillis)).replaceAll(":", "-")
    const backup = before.text === undefined ? undefined : `${before.path}.${time}.bak`
    // A settings file may hold keys: the new one and the backup get the old file's mode, or only this user can read
    // them.
    const mode = before.text === undefined ? 0o600 : (yield* files.stat(before.path)).mode & 0o777
    if (backup !== undefined) yield* files.writeFileString(backup, before.text ?? "", { flag: "wx", mode })
    const draft = `${before.path}.${time}.new`
    yield* files.writeFileString(draft, text, { flag: "wx", mode }).pipe(
      Effect.andThen(files.rename(draft, before.path)),
      Effect.onError(() => Effect.ignore(files.remove(draft))),
    )
    return backup
  }).pipe(Effect.catchTag("PlatformError", (error) => Effect.fail(refuse("can't be written")(error))))

// --- private --------------------------------------------------------------------------

/** Judges the deepest part of a path that exists: the others are made in it. */
const requireInside = (path: string, project: string): Io<void> =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const { dirname, isAbsolute, relative, sep } = yield* Path.Path
    const root = yield* Effect.mapError(files.realPath(project), refuse("can't be read"))
    // A link that leads nowhere has a target, but no real path.
    const isLink = Effect.isSuccess(files.readLink(path))
    const real = yield* Effect.catchIf(files.realPath(path), isNotFound, () => Effect.undefined).pipe(
      Effect.mapError(refuse("can't be read")),
    )
    if (real === undefined && !(yield* isLink)) return yield* requireInside(dirname(path), project)
    const way = real === undefined ? ".." : relative(root, real)
    // To another drive of Windows there is no relative path.
    if (way.split(sep)[0] === ".." || isAbsolute(way)) {
      return yield* new ClientFileError({ reason: "leads out of the project by a symbolic link; remove the link" })
    }
  })

const isNotFound = ({ reason }: PlatformError): boolean => reason._tag === "NotFound"

/** Turns a system error into a `ClientFileError` with its name, such as `PermissionDenied`, or its code. */
const refuse =
  (what: string) =>
  ({ reason }: PlatformError): ClientFileError =>
    new ClientFileError({
      reason: `${what} (${reason._tag === "Unknown" ? NewFolder.codeOf(reason.cause) : reason._tag})`,
    })
