/** A project: the direct dependencies of all members of its workspace, as they are installed. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
// As a namespace: a Node without `glob` must get as far as the kernel, which says what is needed.
import * as FileSystem from "node:fs/promises"
import { existsSync } from "node:fs"
import { dirname, join, posix, resolve, sep } from "node:path"
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

/** The root of the workspace that has the nearest folder with a manifest as its root or member, else that folder. */
const rootOf = Effect.fnUntraced(function* (from: string) {
  let nearest: string | undefined
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const manifest = yield* Package.manifestOf(folder)
    if (Option.isSome(manifest)) {
      nearest ??= folder
      const isRoot =
        nearest === folder ? (yield* patternsOf(folder)).length > 0 : (yield* membersOf(folder)).includes(nearest)
      if (isRoot) return folder
    }
    if (dirname(folder) === folder) return nearest
  }
})

/** The patterns of a workspace's members: of its manifest, or of pnpm's file. */
const patternsOf = Effect.fnUntraced(function* (root: string) {
  const manifest = yield* Package.manifestOf(root)
  const own = Option.match(manifest, { onNone: () => [], onSome: ({ workspaces }) => workspaces })
  const pnpm = yield* Effect.option(
    Effect.tryPromise(() => FileSystem.readFile(join(root, "pnpm-workspace.yaml"), "utf8")),
  )
  return [...own, ...Option.match(pnpm, { onNone: () => [], onSome: packagesOf })].slice(0, maxPatterns)
})

const listKey = "packages:"

/** The list `packages` of pnpm's file: one pattern a line, or all of them in brackets. */
const packagesOf = (yaml: string): ReadonlyArray<string> => {
  const lines = yaml
    .split("\n")
    .map(withoutComment)
    .filter((line) => line !== "")
  const from = lines.findIndex((line) => line.startsWith(listKey))
  if (from === -1) return []
  const [first = "", ...others] = lines.slice(from)
  const end = others.findIndex((line) => !" \t-]".includes(line.charAt(0)))
  const rest = end === -1 ? others : others.slice(0, end)
  const inline = [first.slice(listKey.length), ...rest].join(" ").trim()
  const items = inline.startsWith("[")
    ? inline.slice(1, inline.indexOf("]")).split(",")
    : rest.map((line) => line.trim()).flatMap((line) => (line.startsWith("-") ? [line.slice(1)] : []))
  return items.map(withoutQuotes).filter((item) => item !== "")
}

const withoutComment = (line: string): string => {
  const at = line.startsWith("#") ? 0 : line.indexOf(" #")
  return (at === -1 ? line : line.slice(0, at)).trimEnd()
}

const withoutQuotes = (item: string): string => {
  const text = item.trim()
  const quote = text.charAt(0)
  return quote === '"' || quote === "'" ? text.slice(1, text.indexOf(quote, 1)) : text
}

/** The folders of a workspace, its root first. Patterns other than {@link isPlain} are left out. */
const membersOf = Effect.fnUntraced(function* (root: string): Effect.fn.Return<ReadonlyArray<string>, SourceError> {
  const patterns = yield* patternsOf(root)
  const not = patterns.filter((each) => each.startsWith("!")).map((each) => each.slice(1))
  const wanted = patterns.filter(isPlain).map((each) => posix.join(each, "package.json"))
  const exclude = ["**/node_modules/**", ...not.filter(isPlain)]
  const found = yield* Stream.fromAsyncIterable(
    FileSystem.glob(wanted, { cwd: root, exclude }),
    (cause) => new SourceError({ message: `The members of ${root} can't be listed.`, cause }),
  ).pipe(Stream.take(maxMembers + 1), Stream.runCollect)
  if (found.length > maxMembers)
    return yield* new SourceError({ message: `${root} has more than ${maxMembers} members, which are too many.` })
  return [root, ...found.toSorted().map((file) => dirname(join(root, file)))]
})

/** Maximum number of patterns of a workspace, characters of one, and members. */
const maxPatterns = 200
const maxPattern = 200
const maxMembers = 10_000

/**
 * Whether a pattern has only names and stars, so that it matches in little time, and stays inside of the workspace: a
 * few braces can stand for millions of patterns.
 */
const isPlain = (pattern: string): boolean => {
  const parts = pattern.split("/")
  return (
    pattern.length <= maxPattern &&
    !pattern.startsWith("/") &&
    !Array.from(special).some((character) => pattern.includes(character)) &&
    parts.filter((part) => part === "**").length <= 2 &&
    parts.every((part) => part !== ".." && (part === "**" || part.split("*").length <= 3))
  )
}

/** The special characters of a pattern, without the star. */
const special = "{}[]()!?\\"
