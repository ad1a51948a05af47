/** The port to whatever turns fetched bytes into something to read. */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type { Extracted } from "../domain/Extracted.ts"
import type { ExtractMode } from "../domain/FetchRequest.ts"
import type { Format } from "../domain/MediaType.ts"
import type { WebError } from "../domain/WebError.ts"

/** A fetched document: decompressed bytes, and the Content-Type as declared or sniffed. */
export interface Fetched {
  /**
   * The final URL; relative links are resolved against it. `about:blank` if it is unknown: relative links are then
   * dropped.
   */
  readonly url: string
  readonly contentType: string
  /** May be a view of a larger buffer. */
  readonly bytes: Uint8Array
  readonly mode: ExtractMode
  /** Whether what stands around the main content is wanted, too. */
  readonly withOutside?: boolean
}

export { Extracted } from "../domain/Extracted.ts"

/**
 * How long a document may wait for its reader. The wait is no part of `extract_timeout`, nor of `fetch_timeout`, which
 * is the site's.
 */
export const longestWait = Duration.seconds(30)

/** Reads documents. */
export class Extractor extends Context.Service<
  Extractor,
  {
    /** The formats that are read; absent, the basic ones of `MediaType`. A transport requests and accepts no other. */
    readonly formats?: ReadonlyArray<Format>
    /**
     * Reads one document. Never fetches anything, never runs anything. Fragments, empty documents and plain text are
     * normal cases with an empty or short result. It fails with `timeout` after `extract_timeout`, which counts from
     * when the reading begins; with `unsupported_content_type` if no format fits; with `extraction_failed` if it gives
     * up, or at once or after {@link longestWait} if it is overloaded.
     */
    readonly extract: (fetched: Fetched) => Effect.Effect<Extracted, WebError>
  }
>()("@porthole/core/Extractor") {}
