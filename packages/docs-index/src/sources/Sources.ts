/** The kinds of sources, by what a person writes: one line each. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Stats } from "node:fs"
import { readFile, realpath, stat } from "node:fs/promises"
import { resolve } from "node:path"
import { Library } from "@porthole/core"
import * as Archive from "./Archive.ts"
import * as Document from "./Document.ts"
import * as Files from "./Files.ts"
import * as Folder from "./Folder.ts"
import * as Package from "./Package.ts"
import { isPackage, libraryOf, ofVersion, type Options, shorten, unknownVersion } from "./Naming.ts"
import { npm } from "./Npm.ts"
import { type Source, SourceError } from "./Source.ts"
import { web } from "./Web.ts"

export type { Options } from "./Naming.ts"

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
    stamp: `${real} ${options.base ?? ""} ${Files.stampOf(listing)}`,
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
  const bytes = yield* Effect.tryPromise({
    try: () => readFile(path),
    catch: (cause) => new SourceError({ message: `${path} can't be read.`, cause }),
  })
  const stamp = `${path} ${options.base ?? ""} ${stats.size} ${stats.mtimeMs}`
  return Option.some(yield* Document.open({ bytes, path, source: path, stamp }, options))
})

const kinds: ReadonlyArray<Kind> = [npm, web, installed, folder, file]

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

const statOf = (path: string): Effect.Effect<Stats | undefined> =>
  Effect.orElseSucceed(
    Effect.tryPromise(() => stat(path)),
    () => undefined,
  )
