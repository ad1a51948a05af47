/** Orders several short documents by how well they answer a question, with the ranking of a page's passages. */
import * as Effect from "effect/Effect"
import * as TimeSlice from "../domain/time/TimeSlice.ts"
import * as Passages from "./Passages.ts"

/**
 * The indices of the documents that match the question, the best first. A document is judged by its best passage, and
 * words count by their rarity in all documents.
 */
export const order = Effect.fnUntraced(function* (
  documents: ReadonlyArray<string>,
  question: string,
): Effect.fn.Return<ReadonlyArray<number>> {
  const joined = (yield* TimeSlice.map(
    documents,
    ({ length }) => unitsOfDocument + length,
    (document) => heading + plain(document),
  )).join("")
  const { chunks, order, text } = yield* Passages.rank({ text: joined, mainLength: joined.length }, question)
  const documentOf: Array<number> = []
  let document = -1
  let next = text.indexOf(heading)
  const slice = TimeSlice.begin()
  for (const { start } of chunks) {
    if (slice.spend(unitsOfChunk)) yield* TimeSlice.next
    while (next >= 0 && next <= start) {
      document++
      next = text.indexOf(heading, next + heading.length)
    }
    documentOf.push(document)
  }
  const found = new Set<number>()
  for (const chunk of order) {
    if (slice.spend(unitsOfChunk)) yield* TimeSlice.next
    const at = documentOf[chunk] ?? -1
    if (at >= 0) found.add(at)
  }
  return Array.from(found)
})

// --- private --------------------------------------------------------------------------

/** The costs of a document beside that of its characters, and of finding the document of a chunk. */
const unitsOfDocument = 16
const unitsOfChunk = 4

/** Begins a document: no passage goes beyond a heading, and this one has no word. */
const heading = "\n\n# ·\n\n"

/** A document as one paragraph, so that it neither begins another block nor contains a heading. */
const plain = (document: string): string =>
  document
    .replaceAll(/\s+/g, " ")
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .trimEnd()
