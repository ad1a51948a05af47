/** The port to whatever turns fetched bytes into something to read. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { ExtractMode } from "../domain/FetchRequest.ts"
import type { Obstacle } from "../domain/Obstacle.ts"
import type { Removed } from "../domain/Removed.ts"
import type { WebError } from "../domain/WebError.ts"

/** A fetched document: decompressed bytes, and the Content-Type as declared or sniffed. */
export interface Fetched {
  /** The final URL; relative links are resolved against it. */
  readonly url: string
  readonly contentType: string
  /** May be a view of a larger buffer: whoever hands its memory on copies it first. */
  readonly bytes: Uint8Array
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
}

/** Reads documents. */
export class Extractor extends Context.Service<
  Extractor,
  {
    /**
     * Reads one document. Never fetches anything, never runs anything. Fragments, empty documents
     * and plain text are normal cases with an empty or short result; only a reader that gave up
     * fails, with `extraction_failed`.
     */
    readonly extract: (fetched: Fetched) => Effect.Effect<Extracted, WebError>
  }
>()("@porthole/core/Extractor") {}
