/** Adds sources to the index; one that is indexed as it is now is left alone. */
import { DocsIndex, type Extractor, Library } from "@porthole/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { distinct } from "./sources/PagePath.ts"
import * as Project from "./sources/Project.ts"
import { type Source, SourceError } from "./sources/Source.ts"
import * as Sources from "./sources/Sources.ts"

/** The library that a source is indexed as, and whether it had changed. */
export interface Added {
  readonly library: Library.Indexed
  readonly isChanged: boolean
  /** Sentences about the reading; empty if there is nothing to say. */
  readonly notes: string
}

/** A source that can be added. */
export interface Addable extends Library.Library {
  /** A folder, a file, a package or a URL, for a person. */
  readonly source: string
  /** Adds it, unless one of the known libraries is the same. Fails if it has no documentation. */
  readonly add: (
    known: ReadonlyArray<Library.Indexed>,
  ) => Effect.Effect<Added, DocsIndex.DocsIndexError | SourceError, DocsIndex.DocsIndex | Extractor.Extractor>
}

/** A source by what a person writes. */
export const open = (options: Sources.Options): Effect.Effect<Addable, SourceError> =>
  Effect.map(Sources.open(options), (source) => addable(source, options.base ?? source.base))

/** The direct dependencies of a project, the names of those that aren't installed, and patterns that aren't read. */
export const project = (
  folder: string,
): Effect.Effect<Omit<Project.Project, "sources"> & { readonly sources: ReadonlyArray<Addable> }, SourceError> =>
  Effect.map(Project.read(folder), (read) => ({ ...read, sources: read.sources.map((source) => addable(source)) }))

// --- private --------------------------------------------------------------------------

const addable = (source: Source, base?: string): Addable => ({
  name: source.name,
  version: source.version,
  source: source.source,
  add: (known) => add(source, base, known),
})

const add = Effect.fnUntraced(function* (
  source: Source,
  base: string | undefined,
  known: ReadonlyArray<Library.Indexed>,
): Effect.fn.Return<Added, DocsIndex.DocsIndexError | SourceError, DocsIndex.DocsIndex | Extractor.Extractor> {
  const index = yield* DocsIndex.DocsIndex
  const same = yield* sameOf(index, source, known)
  if (same !== undefined) return { library: same, isChanged: false, notes: "" }
  const { leftOut, notes = "", pages, stamp = source.stamp } = yield* source.read
  const still = stamp === source.stamp ? undefined : yield* sameOf(index, { ...source, stamp }, known)
  if (still !== undefined) return { library: still, isChanged: false, notes }
  if (pages.length === 0)
    return yield* new SourceError({ message: `${Library.label(source)} has no documentation that can be read.` })
  const details = {
    name: source.name,
    version: source.version,
    source: source.source,
    ...(base === undefined ? {} : { base }),
    stamp,
    indexed_at: DateTime.formatIso(yield* DateTime.now),
    left_out: leftOut,
  }
  return { library: yield* index.put(details, distinct(pages, { base, library: source })), isChanged: true, notes }
})

/** The library that was indexed from a source with this stamp, if its file is whole. */
const sameOf = Effect.fnUntraced(function* (
  index: DocsIndex.DocsIndex["Service"],
  source: Pick<Source, "name" | "stamp" | "version">,
  known: ReadonlyArray<Library.Indexed>,
) {
  const same = known.find(
    ({ name, stamp, version }) => name === source.name && version === source.version && stamp === source.stamp,
  )
  return same !== undefined && (yield* isWhole(index, same)) ? same : undefined
})

/** Whether a file can be read: a list looks at its end only, a search for a page at all of it. */
const isWhole = (index: DocsIndex.DocsIndex["Service"], library: Library.Library): Effect.Effect<boolean> =>
  Effect.match(index.get(library, ""), { onFailure: () => false, onSuccess: () => true })
