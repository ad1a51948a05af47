/**
 * Selects the passages of a page that answer a question, without a model and without a network. It is deterministic.
 * Several pages share one budget of characters.
 */
import * as Effect from "effect/Effect"
import * as Blocks from "./Blocks.ts"
import * as Chunks from "./Chunks.ts"
import * as Words from "./Words.ts"
import * as Ranking from "./Ranking.ts"
import * as Selection from "./Selection.ts"

// --- several pages ---------------------------------------------------------------------

/** Shares a budget evenly; the others get the unused part of a short page's share. */
export const evenly = (lengths: ReadonlyArray<number>, maxLength: number): ReadonlyArray<number> => {
  const budgets = lengths.map(() => 0)
  const shortestFirst = Array.from(lengths.keys()).toSorted((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0) || a - b)
  let rest = Math.max(0, maxLength)
  for (const [done, page] of shortestFirst.entries()) {
    const share = Math.floor(rest / (lengths.length - done))
    budgets[page] = Math.min(lengths[page] ?? 0, share)
    rest -= budgets[page] ?? 0
  }
  return budgets
}

/**
 * Shares a budget by how well the pages answer a question: each page gets as much as its chunks take among the best
 * chunks of all pages. A quarter of the budget, and every unused part, is shared evenly, so that every page is shown.
 */
export const byRelevance = (pages: ReadonlyArray<Selection.Ranked>, maxLength: number): ReadonlyArray<number> => {
  const budgets = [
    ...evenly(
      pages.map(({ text }) => text.length),
      Math.floor(maxLength / 4),
    ),
  ]
  let rest = maxLength - budgets.reduce((sum, budget) => sum + budget, 0)
  const candidates = pages
    .flatMap((page, at) => Selection.valuesOf(page).map(({ cost, value }) => ({ at, cost, value })))
    .toSorted((a, b) => b.value - a.value || a.at - b.at)
  const free = [...budgets]
  for (const { at, cost } of candidates) {
    // The even share is used first.
    const own = Math.min(free[at] ?? 0, cost)
    if (cost - own > rest) continue
    free[at] = (free[at] ?? 0) - own
    budgets[at] = (budgets[at] ?? 0) + cost - own
    rest -= cost - own
  }
  const more = evenly(
    pages.map(({ text }, at) => Math.max(0, text.length - (budgets[at] ?? 0))),
    rest,
  )
  return budgets.map((budget, at) => budget + (more[at] ?? 0))
}

// --- one page --------------------------------------------------------------------------

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
  const index = yield* Words.makeIndex(text, chunks, blocks.headings)
  const ranking = yield* Ranking.rank(chunks, index, yield* Words.readQuestion(question, index))
  return { text, chunks, blocks, index, ranking, order: yield* Selection.orderOf(chunks, ranking) }
})

/**
 * The passages that answer a question, in document order, shown in at most `maxLength` characters. There are none if
 * the page has neither a word of the question nor one that may stand for it.
 */
export const select = (page: PageText, question: string, maxLength: number): Effect.Effect<Selection.Selection> =>
  Effect.flatMap(rank(page, question), (ranked) => Selection.select(ranked, maxLength))
