/**
 * Checks that no other user can replace a file by way of the folders above it, like `StrictModes` of OpenSSH's server.
 *
 * A user who can write to a folder can rename everything in it, even a folder of mode 0700. So each folder in which a
 * part of the path is looked up, also on the way of a link, must belong to this user or to the system, and no other
 * user may write to it. In a folder with the sticky bit, such as `/tmp`, only the owner of an entry can rename it, so
 * there the entry must belong to one of them. The group with this user's own number counts as this user.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import type { PlatformError } from "effect/PlatformError"

/** Another user can replace a file. The message names the folder, and how to fix it. */
export class PathNotPrivate extends Data.TaggedError("PathNotPrivate")<{ readonly message: string }> {}

/** Whether the system has users and modes. Without them (Windows) a file is as private as its folder. */
export const hasModes = process.getuid !== undefined

/** Whether a file belongs to another user than this one. */
export const isForeign = ({ uid }: FileSystem.File.Info): boolean =>
  hasModes && Option.isSome(uid) && uid.value !== process.getuid?.()

/** Fails if another user can replace the file or folder at this path, or make it if it is missing. */
export const check = Effect.fnUntraced(function* (
  path: string,
): Effect.fn.Return<void, PathNotPrivate | PlatformError, FileSystem.FileSystem | Path.Path> {
  if (!hasModes) return
  const fs = yield* FileSystem.FileSystem
  const { isAbsolute, join, resolve, sep } = yield* Path.Path
  const top = resolve(sep)
  const root = yield* fs.stat(top)
  const rest = resolve(path).split(sep)
  let links = 0
  // The folder in which the next part is looked up, without a link in its path, and those above it.
  let folder = { path: top, info: root }
  let above = [folder]

  for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
    if (name === "" || name === ".") continue
    if (name === "..") {
      folder = above.pop() ?? folder
      continue
    }
    const entry = join(folder.path, name)
    const info = yield* Effect.catchReason(fs.lstat(entry), "PlatformError", "NotFound", () => Effect.undefined)
    const fault = faultOf(folder, info, root)
    if (fault !== undefined) return yield* new PathNotPrivate({ message: fault })
    if (info === undefined) return
    if (info.type !== "SymbolicLink") {
      above.push(folder)
      folder = { path: entry, info }
      continue
    }
    if (++links > maxLinks) return yield* new PathNotPrivate({ message: `${entry} leads through too many links.` })
    const target = yield* fs.readLink(entry)
    rest.unshift(...target.split(sep))
    if (isAbsolute(target)) {
      folder = { path: top, info: root }
      above = [folder]
    }
  }
})

// --- private --------------------------------------------------------------------------

/** Maximum number of links on a path, as on Linux (path_resolution(7)). */
const maxLinks = 40

type Info = FileSystem.File.Info

/** The way out where a folder must stay open to others, such as a volume. */
const elsewhere = "set XDG_CONFIG_HOME to a folder that only you can write to"

/** How another user can replace an entry of a folder; `undefined` if none can. */
const faultOf = (
  folder: { readonly path: string; readonly info: Info },
  entry: Info | undefined,
  root: Info,
): string | undefined => {
  const { info, path } = folder
  if (!isTrusted(info, root)) return `The folder ${path} belongs to another user. Run chown, or ${elsewhere}.`
  if (!isWritableByOthers(info)) return undefined
  if ((info.mode & 0o1000) === 0)
    return `Other users can write to the folder ${path}. Run chmod go-w ${path}, or ${elsewhere}.`
  return entry === undefined || isTrusted(entry, root)
    ? undefined
    : `A part of the path in ${path} belongs to another user. Run chown, or ${elsewhere}.`
}

/** This user, the system, and the owner of the root folder: in a container the system may have another number. */
const isTrusted = (info: Info, root: Info): boolean => {
  const { uid } = info
  const owner = Option.getOrUndefined(uid)
  return !isForeign(info) || owner === 0 || owner === Option.getOrUndefined(root.uid)
}

const isWritableByOthers = ({ gid, mode }: Info): boolean =>
  (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && Option.getOrUndefined(gid) !== ownGroup())

/** The group that has only this user, by the convention of most systems. */
const ownGroup = (): number | undefined => {
  const group = process.getgid?.()
  return group === process.getuid?.() ? group : undefined
}
