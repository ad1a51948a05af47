/**
 * Selects the passages of a page that answer a question, without a model and without a network. It is deterministic.
 */
import * as Effect from "effect/Effect"
import * as TimeSlice from "../domain/time/TimeSlice.ts"
import * as BareText from "./BareText.ts"
import * as Blocks from "./Blocks.ts"
import * as Chunks from "./Chunks.ts"
import * as ChunkIndex from "./ChunkIndex.ts"
import * as Excerpt from "./Excerpt.ts"
import * as English from "./English.ts"
import * as Question from "./Question.ts"
import * as Ranking from "./Ranking.ts"
import * as PageIndex from "./PageIndex.ts"
import * as Selection from "./Selection.ts"
import * as TextWork from "./TextWork.ts"
import type { WebError } from "../domain/WebError.ts"

export type { Passage } from "../domain/page/Page.ts"
export type { PageText } from "./BareText.ts"
export type { Excerpt } from "./Excerpt.ts"

/**
 * Cuts, indexes and ranks a page for a question, in slices of time. The targets of its links are left out, unless
 * `withTargets`. Its memory grows with the page, so callers hold permits (`TextWork.hold`) until they drop the result.
 */
export const rank = (page: BareText.PageText, question: string, withTargets = false): Effect.Effect<Selection.Ranked> =>
  PageIndex.use(page, withTargets, (parts) => rankWith(parts, page, question, withTargets))

/**
 * The passages that answer a question, in document order, shown in at most `maxLength` characters without the targets
 * of links. There are none if the page has neither a word of the question nor one that may stand for it. The page may
 * be a part of a longer text, which begins at `from` there; offsets count in that. Fails as `overloaded` if too much
 * such work is under way.
 */
export const select = (
  page: BareText.PageText,
  question: string,
  maxLength: number,
  from = 0,
): Effect.Effect<Excerpt.Excerpt, WebError> =>
  rank(page, question).pipe(
    Effect.map((ranked) => (from === 0 ? ranked : shifted(ranked, from))),
    Effect.flatMap((ranked) => Selection.select(ranked, maxLength)),
    TextWork.hold(page.text.length),
  )

// --- private --------------------------------------------------------------------------

/** A ranking with offsets in the longer text of which the page is a part. */
const shifted = (ranked: Selection.Ranked, from: number): Selection.Ranked => {
  const offsetOf = (offset: number): number => from + ranked.offsetOf(offset)
  return { ...ranked, offsetOf, markLength: Excerpt.markLengthOf({ ...ranked, offsetOf }) }
}

const rankWith = Effect.fnUntraced(function* (
  parts: PageIndex.Shared,
  page: BareText.PageText,
  question: string,
  withTargets: boolean,
): Effect.fn.Return<Selection.Ranked> {
  const shown = withTargets ? BareText.whole(page) : yield* parts.shown(BareText.make(page))
  const { text } = shown
  // Each step of a long page begins a turn, so that the end of one and the beginning of the next don't share one.
  const turn = text.length > TimeSlice.length ? TimeSlice.next : Effect.void
  const rate = yield* English.open(text, question)
  const { blocks, chunks, index } = yield* rate === undefined
    ? parts.other(indexOf(shown, turn))
    : parts.english(indexOf(shown, turn, English.lengths))
  const read = yield* Question.readQuestion(question, index)
  yield* turn
  const ranking = yield* rate === undefined
    ? Ranking.rank(chunks, index, read)
    : English.rank({ text, chunks, index, question: read }, rate)
  yield* turn
  const order = yield* Selection.orderOf(chunks, ranking)
  return { ...shown, chunks, blocks, index, ranking, order, markLength: Excerpt.markLengthOf(shown) }
})

const indexOf = Effect.fnUntraced(function* (
  { mainLength, text }: BareText.BareText,
  turn: Effect.Effect<void>,
  lengths?: Chunks.Lengths,
): Effect.fn.Return<PageIndex.PageIndex> {
  const blocks = yield* Blocks.parse(text, mainLength)
  yield* turn
  const chunks = yield* Chunks.cut(text, blocks, mainLength, lengths)
  yield* turn
  const index = yield* ChunkIndex.makeIndex(text, chunks, blocks.headings)
  yield* turn
  return { blocks, chunks, index }
})
