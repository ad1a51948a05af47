/** A file in memory as a source: an archive, of a package too, or a page. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { basename } from "node:path"
import * as Archive from "./Archive.ts"
import type { Listing } from "./Files.ts"
import * as Folder from "./Folder.ts"
import { isPackage, libraryOf, ofVersion, type Options } from "./Naming.ts"
import * as Package from "./Package.ts"
import type { Source, SourceError } from "./Source.ts"

/** A file, and where it came from. */
export interface Document {
  readonly bytes: Uint8Array
  /** Its name says what it is, and the name of its library. */
  readonly path: string
  readonly source: string
  readonly stamp: string
}

/** Opens a file. An archive is unpacked once. */
export const open = Effect.fnUntraced(function* (
  { bytes, path, source, stamp }: Document,
  options: Options,
): Effect.fn.Return<Source, SourceError> {
  if (isArchive(path)) {
    const listing = yield* Archive.list(bytes)
    const manifest = yield* manifestOf(listing)
    if (Option.isSome(manifest) && isPackage(manifest.value, path, options)) {
      const library = yield* packedLibrary(manifest.value, options, path)
      const read = Folder.readListing(listing, { library, base: options.base, isPackage: true })
      return yield* ofVersion({ ...library, source, stamp, read }, path, manifest.value)
    }
    const library = yield* libraryOf(options, path)
    const read = Folder.readListing(listing, { library, base: options.base, isPackage: false })
    return { ...library, source, stamp, read }
  }
  const library = yield* libraryOf(options, path)
  const file = { path: basename(path), size: bytes.length, read: Effect.succeed(bytes) }
  const read = Folder.readListing(
    { files: [file], leftOut: new Map() },
    { library, base: options.base, isPackage: false },
  )
  return { ...library, source, stamp, read }
})

// --- private --------------------------------------------------------------------------

const isArchive = (path: string): boolean => [".tgz", ".tar.gz", ".zip"].some((end) => path.toLowerCase().endsWith(end))

/** The manifest of a packed package; none if the archive isn't one. */
const manifestOf = ({ files }: Listing): Effect.Effect<Option.Option<Package.Manifest>> =>
  Effect.orElseSucceed(
    Effect.map(files.find(({ path }) => path === "package.json")?.read ?? Effect.succeed(new Uint8Array()), (bytes) =>
      Package.parse(new TextDecoder().decode(bytes)),
    ),
    () => Option.none(),
  )

/** The name and version of a packed package, or what is given in their place. */
const packedLibrary = Effect.fnUntraced(function* (manifest: Package.Manifest, options: Options, path: string) {
  const own = Package.libraryOf(manifest)
  if (options.name === undefined && Option.isSome(own)) return own.value
  return yield* libraryOf(options, path)
})
