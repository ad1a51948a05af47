/**
 * The folders that a process must read to run a program: those of the packages of its modules and of what these depend
 * on, wherever a package manager has put them. In a bundle that is the bundle's own package.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { readFile, readlink, realpath } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"

/** The folders, and the links to them. A module that isn't in a file needs none. */
export const of = Effect.fnUntraced(function* (modules: ReadonlyArray<URL>): Effect.fn.Return<ReadonlyArray<string>> {
  const found = new Set<string>()
  const links = new Set<string>()
  const queue: Array<Package> = []
  const add = ({ folder, needs }: Package): void => {
    if (found.has(folder)) return
    found.add(folder)
    queue.push({ folder, needs })
  }
  for (const module of modules) {
    if (module.protocol !== "file:") continue
    const file = yield* realPathOf(fileURLToPath(module))
    if (Option.isSome(file)) add(yield* packageAround(dirname(file.value)))
  }
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    for (const name of next.needs) {
      const dependency = yield* dependencyOf(next.folder, name)
      if (Option.isNone(dependency)) continue
      // Node reads the manifest by the link, which may lead to another one, and the rest by the real path.
      for (const link of yield* linksFrom(dependency.value.link)) links.add(link)
      add(dependency.value.found)
    }
  }
  return Array.from(new Set([...found, ...links]))
})

// --- private --------------------------------------------------------------------------

interface Package {
  readonly folder: string
  /** The names of the packages that it may load. */
  readonly needs: ReadonlyArray<string>
}

const Names = Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown))
const Manifest = Schema.Struct({ dependencies: Names, optionalDependencies: Names, peerDependencies: Names })
const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Manifest))

const realPathOf = (path: string): Effect.Effect<Option.Option<string>> =>
  Effect.option(Effect.tryPromise(() => realpath(path)))

/** A path, and those to which it leads by one link after the other. */
const linksFrom = Effect.fnUntraced(function* (path: string): Effect.fn.Return<ReadonlyArray<string>> {
  const target = yield* Effect.option(
    Effect.tryPromise(() =>
      Promise.all([realpath(dirname(path)), readlink(path)]).then(([folder, to]) => resolve(folder, to)),
    ),
  )
  return Option.isNone(target) ? [path] : [path, ...(yield* linksFrom(target.value))]
})

/** The package of a folder, if its manifest is in it. */
const packageIn = (folder: string): Effect.Effect<Option.Option<Package>> =>
  Effect.tryPromise(() => readFile(join(folder, "package.json"), "utf8")).pipe(
    Effect.option,
    Effect.map(
      Option.map((text) => {
        const manifest = Option.getOrElse(decode(text), (): typeof Manifest.Type => ({}))
        return { folder, needs: Object.values(manifest).flatMap((names) => Object.keys(names)) }
      }),
    ),
  )

/** The package that a folder is in; without one the folder itself. */
const packageAround = Effect.fnUntraced(function* (folder: string): Effect.fn.Return<Package> {
  for (const around of ancestorsOf(folder)) {
    const found = yield* packageIn(around)
    if (Option.isSome(found)) return found.value
  }
  return { folder, needs: [] }
})

/** Where Node finds a package that a module of this folder imports. */
const dependencyOf = Effect.fnUntraced(function* (
  folder: string,
  name: string,
): Effect.fn.Return<Option.Option<{ readonly found: Package; readonly link: string }>> {
  for (const around of ancestorsOf(folder)) {
    const link = join(around, "node_modules", name)
    const path = yield* realPathOf(link)
    if (Option.isSome(path)) return Option.map(yield* packageIn(path.value), (found) => ({ found, link }))
  }
  return Option.none()
})

/** A folder and those around it. */
const ancestorsOf = (folder: string): ReadonlyArray<string> =>
  dirname(folder) === folder ? [folder] : [folder, ...ancestorsOf(dirname(folder))]
