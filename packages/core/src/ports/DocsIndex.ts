/**
 * The port to indexes of documentation, one for each library and version. It is optional; `@porthole/docs-index` has an
 * adapter over SQLite. A model or tenant only searches: programs of the user put and remove.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as Library from "../domain/docs/Library.ts"

/**
 * `damaged`: the file isn't whole. `newer`: a later release wrote it. `unsupported`: this Node can't open it. `full`:
 * nothing more can be written. `failed`: anything else.
 */
export const Reason = Schema.Literals(["damaged", "newer", "unsupported", "full", "failed"])
export type Reason = typeof Reason.Type

/** An index that can't be read or written. */
export class DocsIndexError extends Schema.TaggedError<DocsIndexError>()("DocsIndexError", {
  reason: Reason,
  /** The library as `name@version`, if one is concerned. */
  library: Schema.optionalKey(Schema.String),
  cause: Schema.optionalKey(Schema.Defect()),
}) {
  override get message(): string {
    const which = this.library === undefined ? "The documentation" : `The documentation of ${this.library}`
    return `${which} ${sentences[this.reason]}`
  }
}

/** A question, as it is searched. */
export interface Search {
  readonly query: string
  /** Maximum number of pages. */
  readonly maxPages: number
}

/** Indexes of documentation. */
export class DocsIndex extends Context.Service<
  DocsIndex,
  {
    /**
     * Replaces a version of a library by these pages. Searches see the old pages until the new ones are complete. A
     * failure, or the end of the program, leaves the old ones.
     */
    readonly put: (
      details: Library.Details,
      pages: ReadonlyArray<Library.Page>,
    ) => Effect.Effect<Library.Indexed, DocsIndexError>
    /** The pages of a library that match, the best first; none if there is no such library. */
    readonly find: (
      library: Library.Library,
      search: Search,
    ) => Effect.Effect<ReadonlyArray<Library.Found>, DocsIndexError>
    /** A page, by its path or its URL. */
    readonly get: (
      library: Library.Library,
      pathOrUrl: string,
    ) => Effect.Effect<Option.Option<Library.Page>, DocsIndexError>
    /** The libraries by name and version. A file that isn't readable is an entry of `failed`. */
    readonly list: Effect.Effect<Listing, DocsIndexError>
    /** Removes a version of a library, also an unreadable one; `false` if there was none. */
    readonly remove: (library: Library.Library) => Effect.Effect<boolean, DocsIndexError>
  }
>()("@porthole/core/DocsIndex") {}

/** The readable libraries, and the others. */
export interface Listing {
  readonly libraries: ReadonlyArray<Library.Indexed>
  readonly failed: ReadonlyArray<DocsIndexError>
}

/** The version of a library that the user's project has installed now; `undefined` if it has none. */
export const InstalledVersion: Context.Reference<(name: string) => Effect.Effect<string | undefined>> =
  Context.Reference<(name: string) => Effect.Effect<string | undefined>>("@porthole/core/InstalledVersion", {
    defaultValue: () => () => Effect.undefined,
  })

// --- private --------------------------------------------------------------------------

const sentences: Readonly<Record<Reason, string>> = {
  damaged: "is damaged. Add it again with `porthole docs add`.",
  newer: "was indexed by a newer release of Porthole. Update Porthole, or add it again with `porthole docs add`.",
  unsupported: "needs node:sqlite, which is part of Node 24 and later. Use a newer Node.",
  full: "can't be written, because no space is left on the disk.",
  failed: "can't be opened. Check the folder of the indexes and its permissions.",
}
