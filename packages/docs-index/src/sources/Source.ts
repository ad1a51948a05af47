/**
 * A source of documentation: it names a library, tells whether it has changed, and reads its pages. Nothing of a source
 * is ever loaded or run.
 */
import type { Extractor, Library } from "@porthole/core"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** Why a source can't be read, and what to do. */
export class SourceError extends Schema.TaggedError<SourceError>()("SourceError", {
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect()),
}) {}

/** The pages of a source, and what of it was left out. */
export interface Contents {
  readonly pages: ReadonlyArray<Library.Page>
  readonly leftOut: ReadonlyArray<Library.LeftOut>
  /** The source's stamp, if it is known only now. */
  readonly stamp?: string | undefined
  /** Sentences about what else there is to say of the reading; empty if there is nothing. */
  readonly notes?: string | undefined
}

/** A source. */
export interface Source extends Library.Library {
  /** A folder, a file, a package or a URL, for a person. */
  readonly source: string
  /** Changes when the source does. If that is known only when it is read, its contents have the stamp. */
  readonly stamp: string
  /** The web address of its pages, where the source itself says it. */
  readonly base?: string | undefined
  readonly read: Effect.Effect<Contents, SourceError, Extractor.Extractor>
}

/** How the pages of a library are named and addressed. */
export interface Naming {
  readonly library: Library.Library
  /** The web address of the pages, if they have one. */
  readonly base?: string | undefined
}

/** How a folder is read: how its pages are named, and which files count. */
export interface Options extends Naming {
  /** Whether it is a package: then its declarations count, and its tests don't. */
  readonly isPackage: boolean
}
