/**
 * Selects the passages of a page that answer a question, without a model and without a network. It is deterministic.
 */
import * as Effect from "effect/Effect"
import * as Blocks from "./Blocks.ts"
import * as Chunks from "./Chunks.ts"
import * as ChunkIndex from "./ChunkIndex.ts"
import * as Question from "./Question.ts"
import * as Ranking from "./Ranking.ts"
import * as Selection from "./Selection.ts"

export type { Passage } from "../domain/page/Page.ts"
export type { Selection } from "./Selection.ts"

/** A page's text: the main content, then from `mainLength` on the text outside it. Lengths are in UTF-16 units. */
export interface PageText {
  readonly text: string
  readonly mainLength: number
}

/** Cuts, indexes and ranks a page for a question, in slices of time. */
export const rank = Effect.fnUntraced(function* (page: PageText, question: string): Effect.fn.Return<Selection.Ranked> {
  const { mainLength, text } = page
  const blocks = yield* Blocks.parse(text, mainLength)
  const chunks = yield* Chunks.cut(text, blocks, mainLength)
  const index = yield* ChunkIndex.makeIndex(text, chunks, blocks.headings)
  const ranking = yield* Ranking.rank(chunks, index, yield* Question.readQuestion(question, index))
  return { text, chunks, blocks, index, ranking, order: yield* Selection.orderOf(chunks, ranking) }
})

/**
 * The passages that answer a question, in document order, shown in at most `maxLength` characters. There are none if
 * the page has neither a word of the question nor one that may stand for it.
 */
export const select = (page: PageText, question: string, maxLength: number): Effect.Effect<Selection.Selection> =>
  Effect.flatMap(rank(page, question), (ranked) => Selection.select(ranked, maxLength))
