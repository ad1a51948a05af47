/** The kinds of sources, by what a person writes: one line each. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Stats } from "node:fs"
import { readFile, realpath, stat } from "node:fs/promises"
import { basename, resolve, sep } from "node:path"
import { type Extractor, Library } from "@porthole/core"
import * as Archive from "./Archive.ts"
import * as Files from "./Files.ts"
import * as Folder from "./Folder.ts"
import * as Package from "./Package.ts"
import { type Contents, type Naming, type Source, SourceError } from "./Source.ts"

/** What a person writes. */
export interface Options {
  /** A name of an installed package, a folder, or a file. */
  readonly source: string
  /** `NAME` or `NAME@VERSION`. Default: that of the package, else the name of the folder or file. */
  readonly name?: string | undefined
  /** The web address of the pages. */
  readonly base?: string | undefined
  /** The folder from which a path or package is looked up. */
  readonly from: string
}

/** Opens a source; its pages are read later. */
export const open = Effect.fnUntraced(function* (options: Options): Effect.fn.Return<Source, SourceError> {
  for (const kind of kinds) {
    const source = yield* kind(options)
    if (Option.isSome(source)) return source.value
  }
  return yield* new SourceError({
    message: `${shorten(options.source)} is neither an installed package nor a folder or file. Check its name.`,
  })
})

// --- private --------------------------------------------------------------------------

type Kind = (options: Options) => Effect.Effect<Option.Option<Source>, SourceError>

/** The name of a package that is installed. */
const installed: Kind = Effect.fnUntraced(function* (options) {
  const wanted = Library.parse(options.source)
  if (Option.isNone(wanted)) return Option.none()
  const folder = yield* Package.resolve(options.from, wanted.value.name)
  if (Option.isNone(folder)) return Option.none()
  const source = yield* Package.sourceOf(folder.value)
  const { name, version } = wanted.value
  if (version !== undefined && Option.isSome(source) && source.value.version !== version)
    return yield* new SourceError({ message: `The installed version of ${name} is ${source.value.version}.` })
  return Option.isNone(source) ? source : Option.some(yield* renamed(source.value, options))
})

/** A folder: of a package if it counts as one, else any. */
const folder: Kind = Effect.fnUntraced(function* (options) {
  const path = resolve(options.from, options.source)
  if (!(yield* statOf(path))?.isDirectory()) return Option.none()
  const real = yield* Effect.orDie(Effect.tryPromise(() => realpath(path)))
  const manifest = yield* Package.manifestOf(real)
  if (Option.isSome(manifest) && isPackage(manifest.value, real, options)) {
    const source = yield* Package.sourceOf(real)
    if (Option.isSome(source))
      return Option.some(yield* ofVersion(yield* renamed(source.value, options), real, manifest.value))
  }
  const library = yield* libraryOf(options, real)
  const listing = yield* Files.list(real, false)
  return Option.some({
    ...library,
    source: real,
    stamp: `${options.base ?? ""} ${Files.stampOf(listing)}`,
    read: Folder.readListing(listing, { library, base: options.base, isPackage: false }),
  })
})

/** An archive or a page. */
const file: Kind = Effect.fnUntraced(function* (options) {
  const path = resolve(options.from, options.source)
  const stats = yield* statOf(path)
  if (!stats?.isFile()) return Option.none()
  if (stats.size > Archive.maxBytes)
    return yield* new SourceError({ message: `${path} has more than ${Archive.maxBytes / 1_048_576} MiB.` })
  const stamp = `${options.base ?? ""} ${stats.size} ${stats.mtimeMs}`
  const bytes = Effect.tryPromise({
    try: () => readFile(path),
    catch: (cause) => new SourceError({ message: `${path} can't be read.`, cause }),
  })
  const packed = isTar(path) ? yield* packedOf(yield* bytes) : Option.none()
  if (Option.isSome(packed) && isPackage(packed.value, path, options)) {
    const library = yield* packedLibrary(packed.value, options, path)
    const source = { ...library, source: path, stamp, read: readArchive(bytes, { library, base: options.base }, true) }
    return Option.some(yield* ofVersion(source, path, packed.value))
  }
  const library = yield* libraryOf(options, path)
  const naming = { library, base: options.base }
  const read: Effect.Effect<Contents, SourceError, Extractor.Extractor> =
    isTar(path) || path.toLowerCase().endsWith(".zip")
      ? readArchive(bytes, naming, false)
      : Folder.readListing(
          { files: [{ path: basename(path), size: stats.size, read: bytes }], leftOut: new Map() },
          { ...naming, isPackage: false },
        )
  return Option.some({ ...library, source: path, stamp, read })
})

const isTar = (path: string): boolean => [".tgz", ".tar.gz"].some((end) => path.toLowerCase().endsWith(end))

const readArchive = (bytes: Effect.Effect<Uint8Array, SourceError>, naming: Naming, isPackage: boolean) =>
  bytes.pipe(
    Effect.flatMap((archive) => Archive.list(archive, isPackage)),
    Effect.flatMap((listing) => Folder.readListing(listing, { ...naming, isPackage })),
  )

/** The manifest of a packed package; none if the archive isn't one, or is damaged, which its reader tells. */
const packedOf = (archive: Uint8Array): Effect.Effect<Option.Option<Package.Manifest>> =>
  Archive.list(archive, true).pipe(
    Effect.flatMap(({ files }) => files.find(({ path }) => path === "package.json")?.read ?? Effect.succeed(undefined)),
    Effect.map((text) => (text === undefined ? Option.none() : Package.parse(new TextDecoder().decode(text)))),
    Effect.orElseSucceed(() => Option.none()),
  )

/** The name and version of a packed package, or what is given in their place. */
const packedLibrary = Effect.fnUntraced(function* (manifest: Package.Manifest, options: Options, path: string) {
  const own = Package.libraryOf(manifest)
  if (options.name === undefined && Option.isSome(own)) return own.value
  return yield* libraryOf(options, path)
})

const kinds: ReadonlyArray<Kind> = [installed, folder, file]

/**
 * Whether a folder with a manifest is a package: it is installed; or it is published, and added under no other name or
 * address; or it has the name and a full version that its manifest says, or said when it was indexed.
 */
const isPackage = (manifest: Package.Manifest, path: string, { base, name }: Options): boolean => {
  if (manifest.version === undefined) return false
  if (path.split(sep).includes("node_modules")) return true
  if (name === undefined) return !manifest.isPrivate && base === undefined
  const named = Option.getOrUndefined(Library.parse(name))
  if (named?.version === undefined || named.name !== manifest.name) return false
  return named.version === manifest.version || (!manifest.isPrivate && named.version.split(".").length > 2)
}

/** A package, if its version is still the one of its name: else its text would be kept under that of another. */
const ofVersion = (
  source: Source,
  path: string,
  { name = "", version = "" }: Package.Manifest,
): Effect.Effect<Source, SourceError> =>
  source.version === version
    ? Effect.succeed(source)
    : Effect.fail(new SourceError({ message: `${path} has ${name} ${version}, not ${source.version}.` }))

/** A package under the given name and address, if there are any. */
const renamed = Effect.fnUntraced(function* (source: Source, options: Options): Effect.fn.Return<Source, SourceError> {
  const { base, name } = options
  if (name === undefined && base === undefined) return source
  const named = name === undefined ? source : yield* libraryOf(options, source.source)
  const library = { name: named.name, version: named.version === unknownVersion ? source.version : named.version }
  return {
    ...source,
    ...library,
    stamp: base === undefined ? source.stamp : `${base} ${source.stamp}`,
    read: Folder.read(source.source, { library, base, isPackage: true }),
  }
})

/** The version of what has none. */
const unknownVersion = "latest"

const libraryOf = ({ name }: Options, path: string): Effect.Effect<Library.Library, SourceError> => {
  const own = basename(path)
    .replace(/\.(?:tgz|tar\.gz|zip|mdx?|html?|rst|txt)$/i, "")
    .replaceAll(/[^\w.-]+/g, "-")
    .replace(/^[.-]+/, "")
  return Option.match(Library.parse(name ?? own), {
    onNone: () =>
      Effect.fail(new SourceError({ message: `${shorten(name ?? own)} is no name. Use --name NAME@VERSION.` })),
    onSome: ({ name, version = unknownVersion }) => Effect.succeed({ name, version }),
  })
}

const statOf = (path: string): Effect.Effect<Stats | undefined> =>
  Effect.orElseSucceed(
    Effect.tryPromise(() => stat(path)),
    () => undefined,
  )

const shorten = (text: string): string => (text.length > 100 ? `${text.slice(0, 100)}…` : text)
