/** Reads HTML: the pipeline with its standard stages, or with others. */
import type { DocumentFormat } from "@porthole/core"
import { select, weightOf } from "@porthole/visibility/dom"
import * as Pipeline from "../html/Pipeline.ts"
import type { Reading, Stage } from "../html/Stage.ts"

export const stages = Pipeline.stages

/** Makes a function that reads with these stages, and writes Markdown by `markdownOf` instead of our own writer. */
export const readWith =
  (stages: ReadonlyArray<Stage>, markdownOf?: (content: Element) => string): DocumentFormat.Read =>
  (fetched, { annotate, isTimedOut, timeout, trace }) => {
    const recorder = trace === undefined ? undefined : recorderOf(trace)
    let foundBy: string | undefined
    // Set for a trace only: a page's tree survives garbage collections while something refers to it.
    let traced: Reading | undefined
    const outcome = Pipeline.read(fetched, {
      isTimedOut,
      maxProcessorTime: timeout,
      stages,
      ...(markdownOf === undefined ? {} : { markdownOf }),
      onStage: (name, reading, note) => {
        foundBy = reading.foundBy
        if (recorder === undefined) return
        traced = reading
        recorder(name, reading, note)
      },
    })
    if (foundBy !== undefined) annotate?.({ path: foundBy })
    if (traced !== undefined && outcome._tag === "Success") recorder?.("render", traced, fetched.mode)
    return outcome
  }

/** Reads an HTML document. */
export const read: DocumentFormat.Read = readWith(stages)

// --- private --------------------------------------------------------------------------

/** Makes a recorder that measures each stage of a document and sends its trace. */
const recorderOf = (
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

const sizeOf = (content: Element): Pick<DocumentFormat.StageTrace, "elements" | "characters"> => ({
  elements: select(content, "*").length,
  characters: weightOf(content),
})
