/** Our reader without its service: the pure function from a document to Markdown. */
import * as Result from "effect/Result"
import { read as readDocument, stages } from "../../../../packages/extract/src/html/Pipeline.ts"
import type { Stage } from "../../../../packages/extract/src/html/Stage.ts"
import type { Answer, Input, Read } from "../Candidates.ts"

export const read: Read = (input) => readBy(input, stages)

/** Reads a page with a list of stages; `spent` is the processor time used so far, by default the thread's own. */
export const readBy = (
  { bytes, url }: Input,
  by: ReadonlyArray<Stage>,
  spent: { readonly spent?: () => number } = {},
): Answer => {
  let path: string | undefined
  const extracted = Result.getOrThrow(
    readDocument(
      { url, contentType: "text/html", bytes, mode: "markdown" },
      {
        isTimedOut: () => false,
        ...spent,
        stages: by,
        onStage: (_, reading) => {
          path = reading.foundBy
        },
      },
    ),
  )
  return { markdown: extracted.content, path, title: extracted.title }
}
