/** Adds sources to the index; one that is indexed as it is now is left alone. */
import { DocsIndex, type Extractor, Library } from "@porthole/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { type Source, SourceError } from "./sources/Source.ts"

/** What became of a source. */
export interface Added {
  readonly library: Library.Indexed
  readonly isChanged: boolean
}

/** Adds a source. Fails if it has no documentation. */
export const add = Effect.fnUntraced(function* (
  source: Source,
  known: ReadonlyArray<Library.Indexed>,
): Effect.fn.Return<Added, DocsIndex.DocsIndexError | SourceError, DocsIndex.DocsIndex | Extractor.Extractor> {
  const same = known.find(
    ({ name, stamp, version }) => name === source.name && version === source.version && stamp === source.stamp,
  )
  if (same !== undefined) return { library: same, isChanged: false }
  const { leftOut, pages } = yield* source.read
  if (pages.length === 0)
    return yield* new SourceError({ message: `${Library.label(source)} has no documentation that can be read.` })
  const index = yield* DocsIndex.DocsIndex
  const details = {
    name: source.name,
    version: source.version,
    source: source.source,
    stamp: source.stamp,
    indexed_at: DateTime.formatIso(yield* DateTime.now),
    left_out: leftOut,
  }
  return { library: yield* index.put(details, pages), isChanged: true }
})
