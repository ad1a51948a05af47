/** The port that turns fetched bytes into text. */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type { Extracted } from "../domain/page/Extracted.ts"
import type { ExtractMode } from "../domain/page/FetchRequest.ts"
import type { Format } from "../domain/page/MediaType.ts"
import type { WebError } from "../domain/WebError.ts"

/** A fetched document: decompressed bytes, and the Content-Type as declared or sniffed. */
export interface Fetched {
  /**
   * The final URL, against which relative links are resolved. `about:blank` if it is unknown: relative links are then
   * dropped.
   */
  readonly url: string
  readonly contentType: string
  /** May be a view of a larger buffer. */
  readonly bytes: Uint8Array
  readonly mode: ExtractMode
  /** Whether the text around the main content is also requested. */
  readonly withOutside?: boolean
  /**
   * Whether the page is known to have no clutter within its text, as documentation has none: then nothing within it is
   * left out, such as a heading between two sections or a list of terms.
   */
  readonly hasNoClutter?: boolean
}

export { Extracted } from "../domain/page/Extracted.ts"

/**
 * Maximum wait of a document for a worker. The wait counts neither for `extract_timeout`, nor for `fetch_timeout`,
 * which is for the site.
 */
export const maxWait = Duration.seconds(30)

/** Reads documents. */
export class Extractor extends Context.Service<
  Extractor,
  {
    /** The supported formats; by default the basic ones of `MediaType`. A transport requests and accepts no others. */
    readonly formats?: ReadonlyArray<Format>
    /**
     * Reads one document. It never fetches anything and never runs anything. Fragments, empty documents and plain text
     * are normal cases with an empty or short result. It fails with `timeout` after `extract_timeout`, which counts
     * from the start of the reading; with `unsupported_content_type` if no format fits; with `extraction_failed` if it
     * gives up; with `rate_limited` as `overloaded` if it gets no worker, at once or after {@link maxWait}.
     */
    readonly extract: (fetched: Fetched) => Effect.Effect<Extracted, WebError>
  }
>()("@porthole/core/Extractor") {}
