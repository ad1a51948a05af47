/** A project: the direct dependencies of all members of its workspace, as they are installed. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { glob, readFile } from "node:fs/promises"
import { existsSync } from "node:fs"
import { dirname, join, sep } from "node:path"
import { Library } from "@porthole/core"
import * as Package from "./Package.ts"
import { type Source, SourceError } from "./Source.ts"

/** The sources of a project, and the names of dependencies that aren't installed. */
export interface Project {
  readonly sources: ReadonlyArray<Source>
  readonly missing: ReadonlyArray<string>
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
  for (const member of yield* membersOf(root)) {
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
  return { sources: Array.from(sources.values()), missing: Array.from(missing) }
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

/** The root of the workspace that has the folder, else the nearest folder with a manifest. */
const rootOf = Effect.fnUntraced(function* (from: string) {
  let nearest: string | undefined
  for (let folder = from; ; folder = dirname(folder)) {
    const manifest = yield* Package.manifestOf(folder)
    if (Option.isSome(manifest)) {
      nearest ??= folder
      if ((yield* patternsOf(folder)).length > 0) return folder
    }
    if (dirname(folder) === folder) return nearest
  }
})

/** The patterns of a workspace's members: of its manifest, or of pnpm's file. */
const patternsOf = Effect.fnUntraced(function* (root: string) {
  const manifest = yield* Package.manifestOf(root)
  const own = Option.match(manifest, { onNone: () => [], onSome: ({ workspaces }) => workspaces })
  const pnpm = yield* Effect.option(Effect.tryPromise(() => readFile(join(root, "pnpm-workspace.yaml"), "utf8")))
  return [...own, ...Option.match(pnpm, { onNone: () => [], onSome: packagesOf })]
})

/** The list `packages` of pnpm's file, which has one pattern a line. */
const packagesOf = (yaml: string): ReadonlyArray<string> => {
  const lines = yaml.split("\n")
  const from = lines.findIndex((line) => /^packages:\s*$/.test(line))
  if (from === -1) return []
  const rest = lines.slice(from + 1)
  const end = rest.findIndex((line) => /^\S/.test(line) && !line.startsWith("-"))
  return rest
    .slice(0, end === -1 ? rest.length : end)
    .flatMap((line) => /^\s*-\s*["']?([^"'#\s]+)/.exec(line)?.[1] ?? [])
}

const membersOf = Effect.fnUntraced(function* (root: string): Effect.fn.Return<ReadonlyArray<string>, SourceError> {
  const patterns = yield* patternsOf(root)
  const [not, wanted] = [
    patterns.filter((each) => each.startsWith("!")),
    patterns.filter((each) => !each.startsWith("!")),
  ]
  const exclude = ["**/node_modules/**", ...not.map((each) => each.slice(1))]
  const manifests = wanted.filter(isInside).map((each) => `${each.replace(/\/+$/, "")}/package.json`)
  const found = yield* Stream.runCollect(
    Stream.fromAsyncIterable(
      glob(manifests, { cwd: root, exclude }),
      (cause) => new SourceError({ message: `The members of ${root} can't be listed.`, cause }),
    ),
  )
  return [root, ...found.toSorted().map((file) => dirname(join(root, file)))]
})

/** A workspace has no members outside of it. */
const isInside = (pattern: string): boolean => !pattern.split("/").includes("..") && !pattern.startsWith("/")
