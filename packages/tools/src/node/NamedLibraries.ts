/** An index as those see it for whom an operator has named its libraries. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { DocsIndex, Library } from "@porthole/core"

/** A library that was named, and isn't indexed. */
export class NotIndexed extends Schema.TaggedError<NotIndexed>()("NotIndexed", { library: Schema.String }) {
  override get message(): string {
    return `No documentation of ${this.library} is indexed. Add it with \`porthole docs add\`.`
  }
}

/**
 * The index with these libraries alone, each a `name` or `name@version`; it can't be written. Fails for a library that
 * isn't indexed, and if the index can't be read.
 */
export const only = Effect.fnUntraced(function* (
  index: DocsIndex.DocsIndex["Service"],
  names: ReadonlyArray<string>,
): Effect.fn.Return<DocsIndex.DocsIndex["Service"], DocsIndex.DocsIndexError | NotIndexed> {
  const wanted = names.flatMap((name) => Option.toArray(Library.parse(name)))
  const isNamed = (library: Library.Library): boolean =>
    wanted.some(({ name, version }) => name === library.name && (version ?? library.version) === library.version)
  const list = Effect.map(index.list, ({ failed, libraries }) => ({
    libraries: libraries.filter(isNamed),
    failed: failed.filter(({ library = "" }) => Option.exists(libraryOf(library), isNamed)),
  }))
  const { failed, libraries } = yield* list
  const known = [...libraries, ...failed.flatMap(({ library = "" }) => Option.toArray(libraryOf(library)))]
  for (const text of names) {
    const named = Option.getOrUndefined(Library.parse(text))
    const isKnown = known.some(({ name, version }) => name === named?.name && (named.version ?? version) === version)
    if (!isKnown) return yield* new NotIndexed({ library: text })
  }
  return DocsIndex.DocsIndex.of({
    list,
    find: (library, search) => (isNamed(library) ? index.find(library, search) : Effect.succeed([])),
    get: (library, pathOrUrl) => (isNamed(library) ? index.get(library, pathOrUrl) : Effect.succeedNone),
    put: ({ name, version }) =>
      new DocsIndex.DocsIndexError({ reason: "failed", library: Library.label({ name, version }) }),
    remove: (library) => new DocsIndex.DocsIndexError({ reason: "failed", library: Library.label(library) }),
  })
})

// --- private --------------------------------------------------------------------------

const libraryOf = (label: string): Option.Option<Library.Library> =>
  Option.flatMap(Library.parse(label), ({ name, version }) =>
    version === undefined ? Option.none() : Option.some({ name, version }),
  )
