/**
 * The text outside of a page's main content. A page without a question says how much there is where it is the larger
 * part of the page: on a home page, a list or a shop the reader's choice may leave out what the caller looks for. A
 * page with a question shows what answers it better than the main content does, and where it is the larger part all
 * that does, below the whole main content.
 */
import * as Effect from "effect/Effect"
import type * as Page from "../domain/page/Page.ts"
import type { StoredPage } from "../domain/page/StoredPage.ts"
import * as TimeSlice from "../domain/time/TimeSlice.ts"
import * as BareText from "../passages/BareText.ts"
import * as Selection from "../passages/Selection.ts"
import { rerankPassages } from "./rerankPassages.ts"

/** The sentence about it, for the model; none for a page of which it is the smaller part. */
export const note = (page: StoredPage): Effect.Effect<ReadonlyArray<string>> =>
  Effect.map(lengthOf(page), (length) =>
    length === 0 ? [] : [`${length.toLocaleString("en")} characters outside the main content; ask with query.`],
  )

/**
 * The whole main content, and in the room beside it the passages outside of it that answer the question; `undefined` if
 * there are none. Without room a note says so.
 */
export const answer = Effect.fnUntraced(function* (
  page: StoredPage,
  query: string,
  ranked: Selection.Ranked,
  room: number,
): Effect.fn.Return<Page.Part | undefined> {
  const { content } = page
  const isLarger = (yield* lengthOf(page)) > 0
  if ((yield* outsideIn(ranked, isLarger)).length === 0) return undefined
  if (room < minAnswer)
    return (yield* outsideIn(ranked, false)).length === 0 ? undefined : { content, isCut: false, notes: [noRoom] }
  const { notes, ranked: best } = yield* rerankPassages(ranked, query)
  const found = yield* Selection.select({ ...best, order: yield* outsideIn(best, isLarger) }, Math.min(maxAnswer, room))
  if (found.passages.length === 0) return undefined
  const main = content === "" ? [] : [{ start: 0, end: content.length }]
  return {
    content: content === "" ? found.content : `${content}${mark}${found.content}`,
    isCut: false,
    passages: [...main, ...found.passages],
    notes: [...notes, "Below the main content are passages outside of it that match the query."],
  }
})

/** The characters that fit within both limits below a main content that fits: one has at most three bytes. */
export const roomBeside = (
  { content }: StoredPage,
  {
    maxBytes = Number.POSITIVE_INFINITY,
    maxLength,
  }: { readonly maxLength: number; readonly maxBytes?: number | undefined },
): number => {
  const bytes = maxBytes < 3 * maxLength ? new TextEncoder().encode(content).length : 0
  return Math.min(maxLength - content.length, Math.floor((maxBytes - bytes) / 3)) - mark.length
}

/** What stands between the main content and the text outside of it. */
export const separator = "\n\n"

// --- private --------------------------------------------------------------------------

const mark = "\n\n[…]\n\n"

const noRoom = "The best match is outside the main content; a larger max_length shows it."

/** Most pages have a menu and a footer of less than this, in which no caller looks for an answer. */
const minLength = 2_000
/** The text outside is this much longer than the main content where the choice of the main content is in doubt. */
const minRatio = 2
/** The most that passages outside add to a main content that the caller gets whole. */
const maxAnswer = 4_000
const minAnswer = 200

/** The chunks outside, in their order: all, or those that are before the first of the main content. */
const outsideIn = Effect.fnUntraced(function* (
  { chunks, order }: Selection.Ranked,
  isLarger: boolean,
): Effect.fn.Return<ReadonlyArray<number>> {
  const isOutside = (at: number): boolean => chunks[at]?.isOutside === true
  if (isLarger) return yield* TimeSlice.filter(order, unitsOfChunk, isOutside)
  const firstMain = yield* TimeSlice.find(order, unitsOfChunk, (at) => !isOutside(at))
  return firstMain === undefined ? order : order.slice(0, order.indexOf(firstMain))
})

/** The cost of looking at a chunk. */
const unitsOfChunk = 4

/** The length of the text outside without the targets of links, if it is the larger part; else 0. */
const lengthOf = ({ content, outside = "" }: StoredPage): Effect.Effect<number> => {
  const least = Math.max(minLength, content.length * minRatio)
  if (outside.length < least) return Effect.succeed(0)
  return Effect.map(BareText.make({ text: outside, mainLength: 0 }), ({ text }) =>
    text.length < least ? 0 : text.length,
  )
}
