/**
 * Selects the passages of a page that answer a question, without a model and without a network. The same input gives
 * the same answer.
 */
import * as Effect from "effect/Effect"
import * as Blocks from "./Blocks.ts"
import * as ChunkIndex from "./ChunkIndex.ts"
import * as Chunks from "./Chunks.ts"
import * as Question from "./Question.ts"
import * as Ranking from "./Ranking.ts"
import * as Selection from "./Selection.ts"

export type { Passage } from "../domain/Page.ts"
export type { Selection } from "./Selection.ts"

/** A page's text: the main content, then from `mainLength` on what lies outside of it. Lengths are in UTF-16 units. */
export interface PageText {
  readonly text: string
  readonly mainLength: number
}

/** Cuts, indexes and ranks a page for a question. Long pages are read in turns with whatever else goes on. */
export const rank = Effect.fnUntraced(function* (page: PageText, question: string): Effect.fn.Return<Selection.Ranked> {
  const { mainLength, text } = page
  const blocks = yield* Blocks.parse(text, mainLength)
  const chunks = yield* Chunks.cut(text, blocks, mainLength)
  const index = yield* ChunkIndex.make(text, chunks, blocks.headings)
  const ranking = yield* Ranking.rank(chunks, index, yield* Question.read(question, index))
  return { text, chunks, blocks, index, ranking }
})

/**
 * The passages that answer a question, in the order of the page, shown in at most `maxLength` characters. There are
 * none if no part of the page has a word of the question or one that may stand for it.
 */
export const select = (page: PageText, question: string, maxLength: number): Effect.Effect<Selection.Selection> =>
  Effect.map(rank(page, question), (ranked) => Selection.select(ranked, maxLength))
