/** A reader that takes 10 ms for each document, and puts its process id in the title. */
import type { DocumentFormat } from "@porthole/core"
import * as Result from "effect/Result"

export const read: DocumentFormat.Read = async ({ bytes }) => {
  // clock: a reader that waits, so that documents queue up
  await new Promise((resolve) => setTimeout(resolve, 10))
  const content = new TextDecoder().decode(bytes)
  return Result.succeed({ title: String(process.pid), content, links: [], text_length: content.length })
}
