/**
 * A package of a registry that isn't installed: `npm:NAME@VERSION`, by the registry of npm's own configuration. Its
 * archive is checked by the project's lock file, else by the sum that the registry tells.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import { Library } from "@porthole/core"
import * as Archive from "./Archive.ts"
import type { Downloads } from "./Downloads.ts"
import * as Folder from "./Folder.ts"
import { integrityOf } from "./LockFile.ts"
import { type Options, shorten } from "./Naming.ts"
import { publicRegistry, type Registry, registryOf } from "./NpmConfig.ts"
import { type Source, SourceError } from "./Source.ts"

/** A source if it is an `npm:` name. A full version never changes, so only its pages need the registry. */
export const npm = Effect.fnUntraced(function* (
  options: Options,
): Effect.fn.Return<Option.Option<Source>, SourceError> {
  const { downloads, from, source } = options
  if (!source.startsWith(scheme)) return Option.none()
  const wanted = Option.getOrUndefined(Library.parse(source.slice(scheme.length)))
  if (wanted === undefined || downloads === undefined)
    return yield* new SourceError({ message: `${shorten(source)} is no package. Use npm:NAME@VERSION.` })
  const registry = yield* registryOf(from, wanted.name)
  const manifest = (version: string) => manifestOf(downloads, registry, { name: wanted.name, version })
  const { version = "latest" } = wanted
  const exact = /^\d+\.\d+\.\d+/.test(version) ? version : (yield* manifest(version)).version
  const library = { name: wanted.name, version: exact }
  const named = yield* namedAs(options.name, library)
  const label = Library.label(library)
  const read = Effect.gen(function* () {
    const { dist } = yield* manifest(exact)
    const bytes = yield* ask(downloads, registry, yield* tarballOf(dist.tarball, registry), maxBytes, label)
    const integrity = (yield* integrityOf(from, library)) ?? dist.integrity
    yield* check(bytes, integrity, label)
    const listing = yield* Archive.list(bytes)
    return yield* Folder.readListing(listing, { library: named, base: options.base, isPackage: true })
  })
  const stamp = `${options.base ?? ""} ${label}`
  return Option.some({ ...named, source: `${scheme}${label}`, stamp, read })
})

// --- private --------------------------------------------------------------------------

const scheme = "npm:"

/** Maximum bytes of an archive, and of what a registry tells about a version. */
const maxBytes = 64 * 1_048_576
const maxManifest = 4 * 1_048_576

const Manifest = Schema.Struct({
  version: Library.Version,
  dist: Schema.Struct({ tarball: Schema.String, integrity: Schema.optionalKey(Schema.String) }),
})
const decodeManifest = Schema.decodeUnknownOption(Schema.fromJsonString(Manifest))

const manifestOf = Effect.fnUntraced(function* (
  downloads: Downloads,
  registry: Registry,
  { name, version }: Library.Library,
): Effect.fn.Return<typeof Manifest.Type, SourceError> {
  const url = `${registry.url}/${name.replace("/", "%2f")}/${encodeURIComponent(version)}`
  const bytes = yield* ask(downloads, registry, url, maxManifest, `${name}@${version}`)
  return yield* Option.match(decodeManifest(new TextDecoder().decode(bytes)), {
    onNone: () => new SourceError({ message: `${registry.url} doesn't answer like a registry. Check the .npmrc.` }),
    onSome: Effect.succeed,
  })
})

const ask = Effect.fnUntraced(function* (
  { registry: get }: Downloads,
  { authorization, url: registry }: Registry,
  url: string,
  maxBytes: number,
  label: string,
): Effect.fn.Return<Uint8Array, SourceError> {
  const { bytes, status } = yield* Effect.mapError(
    get({ url, authorization, maxBytes }),
    ({ message }) => new SourceError({ message: `${registry}: ${message}` }),
  )
  if (status === 200) return bytes
  const why = status === 404 ? `has no ${label}. Check the name and version` : `answered with ${status} for ${label}`
  return yield* new SourceError({ message: `${registry} ${why}.` })
})

/** The archive's address: of the registry itself, since credentials go there and nowhere else. */
const tarballOf = (tarball: string, { url }: Registry): Effect.Effect<string, SourceError> => {
  const registry = new URL(url)
  const address = URL.canParse(tarball) ? new URL(tarball) : undefined
  if (address?.origin === registry.origin) return Effect.succeed(address.href)
  // As npm does: a mirror repeats the addresses of the public registry.
  if (address?.origin === publicRegistry) return Effect.succeed(`${url}${address.pathname}`)
  return new SourceError({ message: `${url} names an archive on another host, which isn't fetched.` })
}

/** Compares the archive with a sum of SHA-512, in the form of Subresource Integrity. */
const check = (bytes: Uint8Array, integrity: string | undefined, label: string): Effect.Effect<void, SourceError> => {
  const wanted = integrity?.split(" ").find((sum) => sum.startsWith("sha512-"))
  if (wanted === undefined)
    return new SourceError({ message: `The archive of ${label} has no SHA-512 to check it by, so it isn't used.` })
  const sum = `sha512-${createHash("sha512").update(bytes).digest("base64")}`
  return sum === wanted
    ? Effect.void
    : new SourceError({ message: `The archive of ${label} isn't the one of the lock file or registry: wrong SHA-512.` })
}

/** The library under the name that a person gave. */
const namedAs = (name: string | undefined, library: Library.Library): Effect.Effect<Library.Library, SourceError> =>
  Option.match(Library.parse(name ?? library.name), {
    onNone: () => new SourceError({ message: `${shorten(name ?? "")} is no name. Use --name NAME@VERSION.` }),
    onSome: ({ name, version = library.version }) => Effect.succeed({ name, version }),
  })
