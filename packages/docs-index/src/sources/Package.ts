/** A package, as it is installed: its name, version and folder. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { readFile, realpath, stat } from "node:fs/promises"
import { dirname, join } from "node:path"
import { Library } from "@porthole/core"
import * as Files from "./Files.ts"
import * as Folder from "./Folder.ts"
import type { Source } from "./Source.ts"

/** A manifest, as far as it counts here. A part of another type than usual counts as missing. */
export interface Manifest {
  readonly name?: string
  readonly version?: string
  readonly isPrivate: boolean
  /** The names of direct dependencies, development ones too. */
  readonly dependencies: ReadonlyArray<string>
  /** The patterns of a workspace's members. */
  readonly workspaces: ReadonlyArray<string>
}

/** The manifest of a folder; none if it has none that can be read. */
export const manifestOf = (folder: string): Effect.Effect<Option.Option<Manifest>> =>
  Effect.tryPromise(() => readFile(join(folder, "package.json"), "utf8")).pipe(
    Effect.map(parse),
    Effect.orElseSucceed(() => Option.none()),
  )

/** Reads the text of a manifest; none if it isn't one. */
export const parse = (text: string): Option.Option<Manifest> => Option.map(decodeJson(text), toManifest)

/** The name and version of a manifest; none if it has no name or version that a library may have. */
export const libraryOf = ({ name, version }: Manifest): Option.Option<Library.Library> =>
  decodeLibrary({ name, version })

/** The real folder of a package that is installed for a folder; none if it isn't, or if its name is a path. */
export const resolve = Effect.fnUntraced(function* (
  from: string,
  name: string,
): Effect.fn.Return<Option.Option<string>> {
  if (!isName(name)) return Option.none()
  for (let folder = from; ; folder = dirname(folder)) {
    const found = yield* Effect.option(Effect.tryPromise(() => realpath(join(folder, "node_modules", name))))
    if (Option.isSome(found) && (yield* isFolder(found.value))) return found
    if (dirname(folder) === folder) return Option.none()
  }
})

/** The source of a package's folder; none without a name and version. */
export const sourceOf = Effect.fnUntraced(function* (folder: string): Effect.fn.Return<Option.Option<Source>> {
  const manifest = yield* manifestOf(folder)
  const library = Option.flatMap(manifest, libraryOf)
  if (Option.isNone(library)) return Option.none()
  const stamp = yield* Files.list(folder, true).pipe(
    Effect.map(Files.stampOf),
    Effect.orElseSucceed(() => ""),
  )
  return Option.some({
    ...library.value,
    source: folder,
    stamp: `${folder} ${stamp}`,
    read: Folder.read(folder, { library: library.value, isPackage: true }),
  })
})

// --- private --------------------------------------------------------------------------

const Json = Schema.Record(Schema.String, Schema.Unknown)
const decodeJson = Schema.decodeUnknownOption(Schema.fromJsonString(Json))

const isName = Schema.is(Library.Name)
const decodeLibrary = Schema.decodeUnknownOption(Library.Library)

const toManifest = (json: typeof Json.Type): Manifest => {
  const { name, version, workspaces } = json
  const members = Array.isArray(workspaces) ? workspaces : objectOf(workspaces)["packages"]
  const dependencies = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"]
  return {
    ...(typeof name === "string" ? { name } : {}),
    ...(typeof version === "string" ? { version } : {}),
    isPrivate: json["private"] === true,
    dependencies: Array.from(new Set(dependencies.flatMap((key) => Object.keys(objectOf(json[key]))))),
    workspaces: Array.isArray(members) ? members.filter((member) => typeof member === "string") : [],
  }
}

const objectOf = (value: unknown): typeof Json.Type => (isObject(value) ? value : {})
const isObject = Schema.is(Json)

const isFolder = (path: string): Effect.Effect<boolean> =>
  Effect.tryPromise(() => stat(path)).pipe(
    Effect.map((found) => found.isDirectory()),
    Effect.orElseSucceed(() => false),
  )
