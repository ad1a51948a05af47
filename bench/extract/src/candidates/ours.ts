/** Our reader, without its service: the pure way of a document, in Markdown. */
import * as Result from "effect/Result"
import { read as readDocument } from "../../../../packages/extract/src/Pipeline.ts"
import type { Read } from "../Candidate.ts"

export const read: Read = ({ bytes, url }) => {
  let path: string | undefined
  const extracted = Result.getOrThrow(
    readDocument(
      { url, contentType: "text/html", bytes, mode: "markdown" },
      {
        isOverdue: () => false,
        onStage: (_, reading) => {
          path = reading.path
        },
      },
    ),
  )
  return { markdown: extracted.content, path, title: extracted.title }
}
