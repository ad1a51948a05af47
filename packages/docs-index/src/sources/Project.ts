/** A project: the direct dependencies of all members of its workspace, as they are installed. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { existsSync } from "node:fs"
import { dirname, join, resolve, sep } from "node:path"
import { Library } from "@porthole/core"
import * as Package from "./Package.ts"
import { type Source, SourceError } from "./Source.ts"
import * as Workspace from "./Workspace.ts"

/** The sources of a project, and the names of dependencies that aren't installed. */
export interface Project {
  readonly sources: ReadonlyArray<Source>
  readonly missing: ReadonlyArray<string>
  /** Patterns of the workspace's members that aren't read. */
  readonly skipped: ReadonlyArray<string>
}

/** Reads the manifests of a project. Fails where there is none, or where Yarn has put the packages into archives. */
export const read = Effect.fnUntraced(function* (folder: string): Effect.fn.Return<Project, SourceError> {
  const root = yield* rootOf(folder)
  if (root === undefined)
    return yield* new SourceError({
      message: `${folder} has no package.json, nor has a folder above it. Name another.`,
    })
  if (existsSync(join(root, ".pnp.cjs")))
    return yield* new SourceError({
      message: "Yarn's Plug'n'Play keeps packages in archives, which aren't read. Set nodeLinker: node-modules.",
    })
  const folders = new Set<string>()
  const missing = new Set<string>()
  const { folders: members, skipped } = yield* Workspace.membersOf(root)
  for (const member of members) {
    const manifest = yield* Package.manifestOf(member)
    for (const name of Option.match(manifest, { onNone: () => [], onSome: ({ dependencies }) => dependencies })) {
      const found = yield* Package.resolve(member, name)
      if (Option.isNone(found)) missing.add(name)
      else if (isInstalled(found.value)) folders.add(found.value)
    }
  }
  const found = yield* Effect.forEach(folders, Package.sourceOf, { concurrency: 8 })
  // A package manager may install one version several times, with other versions of its peers.
  const sources = new Map<string, Source>()
  for (const source of found.flatMap(Option.toArray))
    if (!sources.has(Library.label(source))) sources.set(Library.label(source), source)
  return { sources: Array.from(sources.values()), missing: Array.from(missing), skipped }
})

/** The version of a package that is installed for a folder; none if it is no version, since a model reads it. */
export const installedVersion =
  (folder: string) =>
  (name: string): Effect.Effect<string | undefined> =>
    Effect.gen(function* () {
      const found = yield* Package.resolve(folder, name)
      if (Option.isNone(found)) return undefined
      const manifest = yield* Package.manifestOf(found.value)
      return Option.getOrUndefined(Option.flatMap(manifest, ({ version }) => toVersion(version)))
    })

// --- private --------------------------------------------------------------------------

const toVersion = Schema.decodeUnknownOption(Library.Version)

/** A package of the workspace itself is a link to a folder outside of `node_modules`. */
const isInstalled = (folder: string): boolean => folder.split(sep).includes("node_modules")

/** The root of the workspace that has the nearest folder with a manifest as its root or member, else that folder. */
const rootOf = Effect.fnUntraced(function* (from: string) {
  let nearest: string | undefined
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const manifest = yield* Package.manifestOf(folder)
    if (Option.isSome(manifest)) {
      nearest ??= folder
      const isRoot =
        nearest === folder
          ? (yield* Workspace.patternsOf(folder)).length > 0
          : (yield* Workspace.membersOf(folder)).folders.includes(nearest)
      if (isRoot) return folder
    }
    if (dirname(folder) === folder) return nearest
  }
})
