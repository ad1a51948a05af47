/**
 * A document's way through the reader, told stage by stage: for an operator who asks why a page was
 * read as it was. Nothing of it is for a model.
 *
 * Whoever listens sets {@link Listener}; while nobody does, nothing is counted.
 */
import * as Context from "effect/Context"
import { childrenOf, isElement, isText } from "./tree/Dom.ts"
import type { Reading } from "./Stage.ts"

/** What a stage left of a document. */
export interface StageTrace {
  readonly name: string
  /** A few words of the stage's own. */
  readonly note?: string
  /** Elements within what was held for the content after the stage. */
  readonly elements: number
  /** Characters of its text; white space, scripts and styles aren't counted. */
  readonly characters: number
  /** What the stage took, in milliseconds. */
  readonly ms: number
}

/** How one document was read, as far as that went. Text, which is no markup, goes through no stage. */
export interface ReaderTrace {
  /** The document's final URL. */
  readonly url: string
  /** First `parse`, which includes all that came before it, and last `render`, if it came so far. */
  readonly stages: ReadonlyArray<StageTrace>
  /** How the content was found. */
  readonly path?: string
  /** What sort of page it was taken for. */
  readonly kind?: string
}

/** Who is told of each document that is read, once that is done or has failed. Nobody, unless set. */
export const Listener: Context.Reference<((trace: ReaderTrace) => void) | undefined> = Context.Reference<
  ((trace: ReaderTrace) => void) | undefined
>("@porthole/extract/ReaderTrace/Listener", { defaultValue: () => undefined })

/** Follows one document. */
export interface Recorder {
  readonly onStage: (name: string, reading: Reading, note: string | undefined) => void
  /** The trace, with `render` in it if the document `isRead` to the end. */
  readonly end: (isRead: boolean) => ReaderTrace
}

/** Starts to follow the document of a URL; `now` tells nanoseconds. */
export const record = (url: string, now: () => bigint): Recorder => {
  const stages: Array<StageTrace> = []
  let last: Reading | undefined
  let since = now()
  const onStage: Recorder["onStage"] = (name, reading, note) => {
    const ms = Number(now() - since) / 1e6
    stages.push({ name, ...(note === undefined ? {} : { note }), ...sizeOf(reading.content), ms })
    last = reading
    // Counting isn't the next stage's work.
    since = now()
  }
  return {
    onStage,
    end: (isRead) => {
      if (isRead && last !== undefined) onStage("render", last, last.fetched.mode)
      return { url, stages, ...(last === undefined ? {} : waysOf(last)) }
    },
  }
}

/** How the content was found and what sort of page it is, as far as a reading says. */
export const waysOf = (reading: Reading): Pick<ReaderTrace, "path" | "kind"> => {
  const { kind, path } = reading
  return { path, ...(kind === undefined ? {} : { kind }) }
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
