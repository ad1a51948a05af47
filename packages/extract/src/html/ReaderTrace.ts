/** Traces how a document is read, stage by stage, for the operator. Without a {@link Listener} nothing is counted. */
import type { DocumentFormat } from "@porthole/core"
import * as Context from "effect/Context"
import { weightOf } from "../tree/Dom.ts"
import { select } from "../tree/Select.ts"
import type { Reading } from "./Stage.ts"

/** How one document was read, as far as the reading went. */
export interface ReaderTrace {
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
export const Listener: Context.Reference<((trace: ReaderTrace) => void) | undefined> = Context.Reference<
  ((trace: ReaderTrace) => void) | undefined
>("@porthole/extract/ReaderTrace/Listener", { defaultValue: () => undefined })

/** Makes a recorder that measures each stage of a document and sends its trace. */
export const record = (
  send: (stage: DocumentFormat.StageTrace) => void,
): ((name: string, reading: Reading, note: string | undefined) => void) => {
  let since = performance.now()
  return (name, reading, note) => {
    const ms = performance.now() - since
    send({ name, ...(note === undefined ? {} : { note }), ...sizeOf(reading.content), ms })
    // The time for counting doesn't belong to the next stage.
    since = performance.now()
  }
}

// --- private --------------------------------------------------------------------------

const sizeOf = (content: Element): Pick<DocumentFormat.StageTrace, "elements" | "characters"> => ({
  elements: select(content, "*").length,
  characters: weightOf(content),
})
