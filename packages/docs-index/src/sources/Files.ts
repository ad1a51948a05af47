/** The files of a folder that may be documentation, without those behind links, in order. */
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import type { Dirent } from "node:fs"
import { lstat, readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import * as LeftOut from "./LeftOut.ts"
import { readable } from "./Reading.ts"
import { SourceError } from "./Source.ts"

/** Files, by their paths in the folder, with `/` as separator. */
export type Files = ReadonlyArray<{
  readonly path: string
  readonly size: number
  /** When it was changed, in milliseconds since 1970; of no entry of an archive. */
  readonly modified?: number
  readonly read: Effect.Effect<Uint8Array, unknown>
}>

/** Files, and what was left out. */
export interface Listing {
  readonly files: Files
  readonly leftOut: ReadonlyMap<string, number>
}

/** Maximum number of entries that are looked at, and of folders within folders. */
export const maxEntries = 100_000
const maxDepth = 24

/** Changes when a file of a listing does: its path, size or time. */
export const stampOf = ({ files }: Listing): string =>
  createHash("sha256")
    .update(JSON.stringify(files.map(({ modified, path, size }) => [path, size, modified])))
    .digest("base64url")

/** Lists the documentation without what can't be read. Fails if the folder can't be read, or has too many entries. */
export const list = (folder: string, isPackage: boolean): Effect.Effect<Listing, SourceError> =>
  Effect.tryPromise({ try: () => walk(folder, isPackage), catch: errorOf(folder) })

// --- private --------------------------------------------------------------------------

const errorOf =
  (folder: string) =>
  (cause: unknown): SourceError =>
    cause instanceof SourceError
      ? cause
      : new SourceError({ message: `The folder ${folder} can't be read. Check its name.`, cause })

/** Folders that hold no documentation. */
const skipped = /^(?:node_modules|bower_components|__snapshots__|_static|_sources|_images)$|^\./
const skippedInPackages = /^(?:tests?|__tests__|fixtures|__fixtures__|spec|bench(?:marks?)?)$/i

const walk = (folder: string, isPackage: boolean): Promise<Listing> => {
  const files: Array<Files[number]> = []
  const { counts, leave } = LeftOut.make()
  let entries = 0
  const visit = (path: string, depth: number): Promise<unknown> =>
    entriesOf(path).then((found) => {
      entries += found.length
      if (entries > maxEntries)
        throw new SourceError({ message: `${folder} has more than ${maxEntries} files. Add a folder inside it.` })
      return inTurn(
        found.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
        (entry) => look(entry, path === "" ? entry.name : `${path}/${entry.name}`, depth),
      )
    })
  const entriesOf = (path: string): Promise<ReadonlyArray<Dirent>> =>
    readdir(join(folder, path), { withFileTypes: true }).catch((cause: unknown) => {
      if (path === "") throw cause
      leave("unreadable folders")
      return []
    })
  const look = (entry: Dirent, path: string, depth: number): Promise<unknown> | undefined => {
    if (entry.isSymbolicLink()) return void leave("links")
    if (entry.isDirectory()) {
      if (skipped.test(entry.name)) return undefined
      if (isPackage && skippedInPackages.test(entry.name)) return void leave("folders of tests")
      return depth < maxDepth ? visit(path, depth + 1) : void leave("folders too deep")
    }
    // To look at the others too would take most of the time.
    if (!entry.isFile() || !readable(path, isPackage)) return undefined
    const file = join(folder, path)
    return lstat(file).then(
      ({ mtimeMs, size }) =>
        files.push({ path, size, modified: mtimeMs, read: Effect.tryPromise(() => readFile(file)) }),
      // For example one whose name isn't UTF-8.
      () => leave("unreadable files"),
    )
  }
  return visit("", 0).then(() => ({ files, leftOut: counts }))
}

const inTurn = <A>(items: ReadonlyArray<A>, visit: (item: A) => Promise<unknown> | undefined): Promise<unknown> =>
  items.reduce<Promise<unknown>>((before, item) => before.then(() => visit(item)), Promise.resolve())
