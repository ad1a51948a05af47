/** What a person writes, and the name and version that it means. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { basename, sep } from "node:path"
import { Library } from "@porthole/core"
import type { Downloads } from "./Downloads.ts"
import type * as Package from "./Package.ts"
import { type Source, SourceError } from "./Source.ts"

/** What a person writes. */
export interface Options {
  /** A name of an installed package, a folder, a file, a URL, or `npm:NAME@VERSION`. */
  readonly source: string
  /** `NAME` or `NAME@VERSION`. Default: that of the package, else the name of the folder or file. */
  readonly name?: string | undefined
  /** The web address of the pages. */
  readonly base?: string | undefined
  /** The folder from which a path or package is looked up. */
  readonly from: string
  /** How files come from the web; without it there are no such sources. */
  readonly downloads?: Downloads | undefined
}

/**
 * Whether a folder with a manifest is a package: it is installed; or it is published, and added under no other name or
 * address; or it has the name and a full version that its manifest says, or said when it was indexed.
 */
export const isPackage = (manifest: Package.Manifest, path: string, { base, name }: Options): boolean => {
  if (manifest.version === undefined) return false
  if (path.split(sep).includes("node_modules")) return true
  if (name === undefined) return !manifest.isPrivate && base === undefined
  const named = Option.getOrUndefined(Library.parse(name))
  if (named?.version === undefined || named.name !== manifest.name) return false
  return named.version === manifest.version || (!manifest.isPrivate && named.version.split(".").length > 2)
}

/** A package, if its version is still the one of its name: else its text would be kept under that of another. */
export const ofVersion = (
  source: Source,
  path: string,
  { name = "", version = "" }: Package.Manifest,
): Effect.Effect<Source, SourceError> =>
  source.version === version
    ? Effect.succeed(source)
    : Effect.fail(new SourceError({ message: `${path} has ${name} ${version}, not ${source.version}.` }))

/** The version of what has none. */
export const unknownVersion = "latest"

/** The name and version that a person gave, else the name of a path. */
export const libraryOf = ({ name }: Options, path: string): Effect.Effect<Library.Library, SourceError> => {
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

/** The beginning of what a person wrote. */
export const shorten = (text: string): string => (text.length > 100 ? `${text.slice(0, 100)}…` : text)
