/** The reader of HTML: the pipeline with its standard stages, or with others. */
import type { DocumentFormat } from "@porthole/core"
import * as Pipeline from "../html/Pipeline.ts"
import * as ReaderTrace from "../html/ReaderTrace.ts"
import type { Reading, Stage } from "../html/Stage.ts"

export const stages = Pipeline.stages

/** Makes a reader with these stages. */
export const readWith =
  (stages: ReadonlyArray<Stage>): DocumentFormat.Read =>
  (fetched, { annotate, isTimedOut, timeout, trace }) => {
    const recorder = trace === undefined ? undefined : ReaderTrace.record(trace)
    let reached: Reading | undefined
    const outcome = Pipeline.read(fetched, {
      isTimedOut,
      processor: timeout,
      stages,
      onStage: (name, reading, note) => {
        reached = reading
        recorder?.(name, reading, note)
      },
    })
    if (reached !== undefined) {
      annotate?.({ path: reached.path })
      if (outcome._tag === "Success") recorder?.("render", reached, fetched.mode)
    }
    return outcome
  }

/** Reads an HTML document. */
export const read: DocumentFormat.Read = readWith(stages)
