/** Each step from a text to its passages, so that programs and tests can watch them. */
import { Blocks, ChunkIndex, Outline, Paging, Question, Quote, Sharing } from "@porthole/core"
import * as Effect from "effect/Effect"
import * as BareText from "../../src/passages/BareText.ts"
import * as Chunks from "../../src/passages/Chunks.ts"
import * as Excerpt from "../../src/passages/Excerpt.ts"
import * as Ranking from "../../src/passages/Ranking.ts"
import * as Selection from "../../src/passages/Selection.ts"

/** Watches a step, by its name. */
export type Watch = <A>(name: string, step: Effect.Effect<A>) => Effect.Effect<A>

/** Takes all steps from a text to its passages for a question. */
export const take = (text: string, question: string, watch: Watch): Effect.Effect<void> =>
  Effect.gen(function* () {
    const page = { text, mainLength: text.length }
    const bare = yield* watch("targets", BareText.make(page))
    const blocks = yield* watch("parse", Blocks.parse(bare.text, bare.mainLength))
    const chunks = yield* watch("chunks", Chunks.cut(bare.text, blocks, bare.mainLength))
    const index = yield* watch("index", ChunkIndex.makeIndex(bare.text, chunks, blocks.headings))
    const read = yield* watch("question", Question.readQuestion(question, index))
    const ranking = yield* watch("rank", Ranking.rank(chunks, index, read))
    const order = yield* watch("order", Selection.orderOf(chunks, ranking))
    const ranked = { ...bare, chunks, blocks, index, ranking, order, markLength: Excerpt.markLengthOf(bare) }
    yield* watch("select", Selection.select(ranked, 20_000))
    yield* watch("share", Sharing.byRelevance([ranked, ranked], 20_000))
    yield* watch(
      "outline",
      Effect.sync(() => Outline.make(blocks.headings, page.mainLength)),
    )
    yield* watch("section", Outline.section(blocks.headings, page.mainLength, `${text.slice(2, 90)}x`))
    const end = { start: Math.floor(bare.text.length / 2), end: bare.text.length }
    yield* watch("cut", Paging.pageAt(bare.text, blocks, end, 20_000))
    yield* watch("quote", Quote.find(text, `${text.slice(0, 1_000)}no${text.slice(0, 900)}`))
  })
