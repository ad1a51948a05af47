/**
 * Indexed documentation on Node: the optional package that has it, the folder of the setting `docs_dir`, and what the
 * user's own programs add. A model or tenant only searches.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { resolve } from "node:path"
import { DocsIndex, type Extractor, type Library } from "@porthole/core"
import { ToolSettings } from "../settings/ToolSettings.ts"
import type * as Downloads from "./Downloads.ts"
import type { NotIndexed } from "./NamedLibraries.ts"
import * as OptionalPackage from "./OptionalPackage.ts"
import { load as loadModule } from "./Loading.ts"
import * as UserFile from "./UserFile.ts"

/** Why named libraries can't be searched. */
export type Unavailable = OptionalPackage.NotInstalled | NotIndexed | DocsIndex.DocsIndexError

/** What became of a source; an unchanged one was left alone. */
export interface Added {
  readonly library: Library.Indexed
  readonly isChanged: boolean
  /** Sentences about the reading; empty if there is nothing to say. */
  readonly notes: string
}

/** A source that can be added. */
export interface Addable extends Library.Library {
  readonly source: string
  readonly add: (
    known: ReadonlyArray<Library.Indexed>,
  ) => Effect.Effect<Added, Failure, DocsIndex.DocsIndex | Extractor.Extractor>
}

/** A failure with a sentence for a person. */
export interface Failure {
  readonly message: string
}

/** A source as a person writes it. */
export interface SourceOptions {
  /** The name of an installed package, a folder, a file, an `https:` URL, or `npm:NAME@VERSION`. */
  readonly source: string
  /** `NAME` or `NAME@VERSION`. */
  readonly name?: string | undefined
  /** The web address of its pages. */
  readonly base?: string | undefined
  /** The folder from which a path or package is looked up. */
  readonly from: string
}

/** The direct dependencies of a project. */
export interface Project {
  readonly sources: ReadonlyArray<Addable>
  /** Those that aren't installed. */
  readonly missing: ReadonlyArray<string>
  /** Patterns of its workspace that aren't read. */
  readonly skipped: ReadonlyArray<string>
}

/**
 * The index in the folder of `docs_dir`. The folder of a project, or the first of several that has a package installed,
 * decides between versions. Fails without its package.
 */
export const layer = (
  project: string | Effect.Effect<ReadonlyArray<string>>,
): Layer.Layer<DocsIndex.DocsIndex, OptionalPackage.NotInstalled> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { installedVersion, layer } = yield* load
      const { docs_dir } = yield* ToolSettings
      const folders = typeof project === "string" ? Effect.succeed([project]) : project
      const versionOf = Effect.fnUntraced(function* (name: string) {
        for (const folder of yield* folders) {
          const version = yield* installedVersion(resolve(folder))(name)
          if (version !== undefined) return version
        }
        return undefined
      })
      return Layer.merge(
        layer(docs_dir ?? UserFile.dataFolder("docs")),
        Layer.succeed(DocsIndex.InstalledVersion, versionOf),
      )
    }),
  )

/**
 * The same index with these libraries alone, each a `name` or `name@version`, and without a way to write: for servers
 * whose clients search what an operator names. Fails for a library that isn't indexed, and if the index can't be read.
 */
export const layerOf = (libraries: ReadonlyArray<string>): Layer.Layer<DocsIndex.DocsIndex, Unavailable> =>
  Layer.effect(
    DocsIndex.DocsIndex,
    Effect.flatMap(DocsIndex.DocsIndex, (index) => loadModule(namesModule, ({ only }) => only(index, libraries))),
  ).pipe(Layer.provide(layer(Effect.succeed([]))))

/**
 * Indexes what a project has installed and what isn't indexed as it is now. A package without documentation is left
 * out; fails if the project can't be read.
 */
export const addProject = Effect.fnUntraced(function* (
  folder: string,
): Effect.fn.Return<void, Failure, DocsIndex.DocsIndex | Extractor.Extractor> {
  const { sources } = yield* project(folder)
  const { libraries } = yield* (yield* DocsIndex.DocsIndex).list
  for (const { add } of sources) yield* Effect.ignore(add(libraries))
})

/** Opens a source. It asks the web or a registry for a source that is there, and for no other. */
export const open = (options: SourceOptions): Effect.Effect<Addable, Failure> =>
  Effect.flatMap(load, ({ open }) => open({ ...options, downloads }))

/** The sources of a project. */
export const project = (folder: string): Effect.Effect<Project, Failure> =>
  Effect.flatMap(load, ({ project }) => project(resolve(folder)))

// --- private --------------------------------------------------------------------------

/** The package. Its type isn't named, so that this compiles where it isn't installed. */
interface Module {
  readonly layer: (folder: string) => Layer.Layer<DocsIndex.DocsIndex>
  readonly open: (
    options: SourceOptions & { readonly downloads: Downloads.Downloads },
  ) => Effect.Effect<Addable, Failure>
  readonly project: (folder: string) => Effect.Effect<Project, Failure>
  readonly installedVersion: (folder: string) => (name: string) => Effect.Effect<string | undefined>
}

const downloadsModule = () => import("./Downloads.ts")
const siteModule = () => import("./SiteDownload.ts")
const namesModule = () => import("./NamedLibraries.ts")

const downloads: Downloads.Downloads = {
  web: (url, wanted) => loadModule(downloadsModule, ({ web }) => web(url, wanted)),
  site: (url, bounds) => loadModule(siteModule, ({ site }) => site(url, bounds)),
  registry: (request) => loadModule(downloadsModule, ({ registry }) => registry(request)),
}

const load: Effect.Effect<Module, OptionalPackage.NotInstalled> = OptionalPackage.load(
  "Documentation",
  "@porthole/docs-index",
  () =>
    import(/* webpackIgnore: true */ "@porthole/docs-index").then((module): Module => module, OptionalPackage.missing),
)
