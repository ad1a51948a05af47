/** `DocsIndex` over files of SQLite, one a library and version, in a folder. */
import { DocsIndex, Library, Sections } from "@porthole/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { rm } from "node:fs/promises"
import * as DatabaseThread from "./DatabaseThread.ts"
import { matchOf } from "./Query.ts"
import { fileOf } from "./worker/Files.ts"

/** Indexes in a folder, which is made at the first `put`. Searches share a thread; each `put` has one of its own. */
export const layer = (folder: string): Layer.Layer<DocsIndex.DocsIndex> =>
  Layer.effect(DocsIndex.DocsIndex, make(folder))

/** The service of {@link layer}. */
export const make = Effect.fnUntraced(function* (
  folder: string,
): Effect.fn.Return<DocsIndex.DocsIndex["Service"], never, Scope.Scope> {
  const read = yield* DatabaseThread.make
  return DocsIndex.DocsIndex.of({
    put: (details, pages) => Effect.scoped(put(folder, details, pages)),
    find: (library, { maxPages, query }) =>
      Effect.flatMap(read({ op: "find", place: { folder, library }, match: matchOf(query), maxPages }), readFound),
    get: (library, pathOrUrl) =>
      Effect.flatMap(read({ op: "get", place: { folder, library }, pathOrUrl }), (page) =>
        page === undefined ? Effect.succeedNone : Effect.map(readPage(page), Option.some),
      ),
    list: Effect.flatMap(read({ op: "list", folder }), readListing),
    remove: (library) =>
      Effect.matchEffect(
        Effect.tryPromise(() => rm(fileOf({ folder, library }))),
        {
          onFailure: ({ cause }) =>
            isMissing(cause)
              ? Effect.succeed(false)
              : Effect.fail(new DocsIndex.DocsIndexError({ reason: "failed", library: Library.label(library), cause })),
          onSuccess: () => Effect.succeed(true),
        },
      ),
  })
})

// --- private --------------------------------------------------------------------------

const put = Effect.fnUntraced(function* (folder: string, details: Library.Details, pages: ReadonlyArray<Library.Page>) {
  const { name, version } = details
  const write = yield* DatabaseThread.make
  yield* write({ op: "begin", place: { folder, library: { name, version } } })
  for (const page of pages) yield* write({ op: "add", page, sections: yield* Sections.cut(page.text) })
  return yield* Effect.flatMap(write({ op: "finish", details }), readIndexed)
})

const isMissing = (cause: unknown): boolean =>
  cause instanceof Error && "code" in cause && (cause.code === "ENOENT" || cause.code === "ENOTDIR")

const pageFields = { path: Schema.String, url: Schema.String, title: Schema.String }
const Page = Schema.Struct({ ...pageFields, text: Schema.String })
const Found = Schema.Struct({
  ...pageFields,
  score: Schema.Finite,
  units: Schema.Array(
    Schema.Struct({
      start: Schema.Natural,
      end: Schema.Natural,
      trail: Schema.Array(Schema.String),
      text: Schema.String,
    }),
  ),
})
const Listing = Schema.Struct({
  libraries: Schema.Array(Schema.Struct({ label: Schema.String, details: Schema.Unknown })),
  failed: Schema.Array(
    Schema.Struct({
      reason: DocsIndex.Reason,
      library: Schema.optionalKey(Schema.String),
      detail: Schema.String,
    }),
  ),
})

/** Reads an answer of the thread, whose files another program may have written. */
const reader = <A>(schema: Schema.ConstraintDecoder<A>) => {
  const decode = Schema.decodeUnknownEffect(schema)
  return (value: unknown): Effect.Effect<A, DocsIndex.DocsIndexError> =>
    Effect.mapError(decode(value), (cause) => new DocsIndex.DocsIndexError({ reason: "damaged", cause }))
}

const readPage = reader(Page)
const readFound = reader(Schema.Array(Found))
const readIndexed = reader(Library.Indexed)

const decodeIndexed = Schema.decodeUnknownOption(Library.Indexed)

/** A file with details that no release writes, or of another library than its name says, is one of the failed. */
const readListing = Effect.fnUntraced(function* (value: unknown) {
  const { failed, libraries } = yield* reader(Listing)(value)
  const errors = failed.map(DatabaseThread.errorOf)
  const readable = libraries.flatMap(({ details, label }) => {
    const library = Option.filter(decodeIndexed(details), (indexed) => Library.label(indexed) === label)
    if (Option.isNone(library)) errors.push(new DocsIndex.DocsIndexError({ reason: "damaged", library: label }))
    return Option.toArray(library)
  })
  return { libraries: readable, failed: errors }
})
