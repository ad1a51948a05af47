/**
 * A document's way through the reader, step by step, for an operator who asks why a page was read as it was. The model
 * doesn't see it. While no {@link Listener} is set, nothing is counted.
 */
import type { DocumentFormat } from "@porthole/core"
import * as Context from "effect/Context"
import { childrenOf, isElement, isText } from "./tree/Dom.ts"
import type { Reading } from "./Stage.ts"

/** How one document was read, as far as that went. */
export interface ReaderTrace {
  /** The document's final URL. */
  readonly url: string
  /** First `parse`, which includes all that came before it, and last `render`. Empty for formats without stages. */
  readonly stages: ReadonlyArray<DocumentFormat.StageTrace>
  /** How the content was found. */
  readonly path?: string
}

/** Receives the trace of each document that is read, once that is done or has failed. Default: none. */
export const Listener: Context.Reference<((trace: ReaderTrace) => void) | undefined> = Context.Reference<
  ((trace: ReaderTrace) => void) | undefined
>("@porthole/extract/ReaderTrace/Listener", { defaultValue: () => undefined })

/** Makes what measures each stage of a document and sends its trace. */
export const record = (
  send: (stage: DocumentFormat.StageTrace) => void,
): ((name: string, reading: Reading, note: string | undefined) => void) => {
  let since = performance.now()
  return (name, reading, note) => {
    const ms = performance.now() - since
    send({ name, ...(note === undefined ? {} : { note }), ...sizeOf(reading.content), ms })
    // The time for counting isn't the next stage's.
    since = performance.now()
  }
}

// --- private --------------------------------------------------------------------------

interface Size {
  readonly elements: number
  readonly characters: number
}

const sizeOf = (parent: Element): Size => {
  let [elements, characters] = [0, 0]
  for (const child of childrenOf(parent)) {
    if (isText(child)) characters += child.data.replace(/\s+/g, "").length
    else if (isElement(child)) {
      const within = silent.has(child.localName) ? nothing : sizeOf(child)
      elements += 1 + within.elements
      characters += within.characters
    }
  }
  return { elements, characters }
}

const nothing: Size = { elements: 0, characters: 0 }

const silent: ReadonlySet<string> = new Set(["script", "style", "template"])
