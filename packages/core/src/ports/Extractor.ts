/** The port to whatever turns fetched bytes into something to read. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { ExtractMode } from "../domain/FetchRequest.ts"
import type { Format } from "../domain/MediaType.ts"
import type { Obstacle } from "../domain/Obstacle.ts"
import type { Reduced } from "../domain/Reduced.ts"
import type { Removed } from "../domain/Removed.ts"
import type { WebError } from "../domain/WebError.ts"

/** A fetched document: decompressed bytes, and the Content-Type as declared or sniffed. */
export interface Fetched {
  /** The final URL; relative links are resolved against it. */
  readonly url: string
  readonly contentType: string
  /** May be a view of a larger buffer. */
  readonly bytes: Uint8Array
  /** Whether the extractor may hand the memory of `bytes` on, which leaves them empty; else it makes a copy where it must. */
  readonly mayTake?: boolean
  readonly mode: ExtractMode
}

/** What was read out of a document. */
export interface Extracted {
  /** The title only: no byline, site or date. Empty when there is none. */
  readonly title: string
  /** The main content in the mode asked for. Empty when there is none. */
  readonly content: string
  /** Absolute http(s) URLs of the content's links, without fragment, deduplicated, in order of appearance. */
  readonly links: ReadonlyArray<string>
  /** Length of the readable text in characters, whatever the mode. */
  readonly text_length: number
  /** What was taken out because nobody sees it; absent where nothing was. */
  readonly removed?: Removed
  /** What keeps the content from being read; absent where it was. */
  readonly obstacle?: Obstacle
  /** What was simplified or left out so that the document could be read; absent where nothing was. */
  readonly reduced?: ReadonlyArray<Reduced>
}

/** Reads documents. */
export class Extractor extends Context.Service<
  Extractor,
  {
    /** The kinds of documents that are read; absent, the basic ones of `MediaType`. A transport asks for and lets through no other. */
    readonly formats?: ReadonlyArray<Format>
    /**
     * Reads one document. Never fetches anything, never runs anything. Fragments, empty documents
     * and plain text are normal cases with an empty or short result; only a reader that gave up
     * fails: with `extraction_failed`, with `timeout` after `extract_timeout`, which it keeps itself, or with
     * `unsupported_content_type` for a type that is of none of its formats.
     */
    readonly extract: (fetched: Fetched) => Effect.Effect<Extracted, WebError>
  }
>()("@porthole/core/Extractor") {}
