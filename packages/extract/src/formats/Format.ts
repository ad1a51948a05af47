/**
 * A kind of document that the reader reads. Each is a file of this folder, named in the list of
 * `Formats.ts`; what it needs to read is loaded with its first document.
 */
import type { Extractor, MediaType, WebError } from "@porthole/core"
import type * as Result from "effect/Result"
import type { ReadOptions } from "../Pipeline.ts"

/** What reading a document comes to. */
export type Outcome = Result.Result<Extractor.Extracted, WebError.WebError>

/** How a document of any kind is read. */
export interface FormatOptions extends ReadOptions {
  /** Whether most of the time is over: what consists of parts, as pages or entries, ends with those that are read by then. */
  readonly isLate: () => boolean
}

/** Reads a document of one kind. Never throws or rejects, and looks at the deadline now and then. */
export type Read = (fetched: Extractor.Fetched, options: FormatOptions) => Outcome | Promise<Outcome>

/** A kind of document. */
export interface Format extends MediaType.Format {
  /** The media types under which documents of this kind are often sent; one that looks like it is read as what it is. */
  readonly sentAs?: ReadonlyArray<string>
  /** Loads what reads it. */
  readonly load: () => Promise<Read>
}
