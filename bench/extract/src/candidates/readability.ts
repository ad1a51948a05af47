/** Our reader with Readability's choice of the content and Turndown's Markdown. */
import * as Result from "effect/Result"
import { read as readDocument } from "../../../../packages/extract/src/formats/ReadabilityFormat.ts"
import type { Read } from "../Candidates.ts"

export const read: Read = async ({ bytes, url }) => {
  const options = { timeout: 60_000, isTimedOut: () => false, isTimeRunningOut: () => false }
  const extracted = await readDocument({ url, contentType: "text/html", bytes, mode: "markdown" }, options)
  return { markdown: Result.getOrThrow(extracted).content }
}
