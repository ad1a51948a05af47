/** Traces how a document is read, stage by stage, for the operator. Without a {@link Listener} nothing is counted. */
import type { DocumentFormat } from "@porthole/core"
import * as Context from "effect/Context"

/** How one document was read, as far as the reading went. */
export interface ExtractionTrace {
  /** The document's final URL. */
  readonly url: string
  /**
   * The first is `parse`, which includes everything before it, and the last `render`. Empty for formats without stages.
   */
  readonly stages: ReadonlyArray<DocumentFormat.StageTrace>
  /** How the content was found. */
  readonly path?: string
}

/** Receives the trace of each document when its reading ends. Default: none. */
export const Listener: Context.Reference<((trace: ExtractionTrace) => void) | undefined> = Context.Reference<
  ((trace: ExtractionTrace) => void) | undefined
>("@porthole/extract/ExtractionTrace/Listener", { defaultValue: () => undefined })
