/** Shares one budget of characters among several pages. */
import * as Effect from "effect/Effect"
import * as TimeSlice from "../domain/time/TimeSlice.ts"
import * as Selection from "./Selection.ts"
import { sorted } from "./SlicedSort.ts"

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
 * Shares a budget by how well the pages answer a question, in slices of time: each page gets as much as its chunks take
 * among the best chunks of all pages. A quarter of the budget, and every unused part, is shared evenly, so that every
 * page is shown.
 */
export const byRelevance = Effect.fnUntraced(function* (
  pages: ReadonlyArray<Selection.Ranked>,
  maxLength: number,
): Effect.fn.Return<ReadonlyArray<number>> {
  const budgets = [
    ...evenly(
      pages.map(({ text }) => text.length),
      Math.floor(maxLength / 4),
    ),
  ]
  let rest = maxLength - budgets.reduce((sum, budget) => sum + budget, 0)
  const candidates = yield* candidatesOf(pages)
  const free = [...budgets]
  // There are at most `Selection.maxValues` of each page.
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
})

// --- private --------------------------------------------------------------------------

/** The cost of a chunk's value: of computing and sorting it. */
const unitsOfValue = 32

interface Candidate {
  readonly at: number
  readonly cost: number
  readonly value: number
}

/** The best chunks of all pages, the best first; of equal ones those of the first page come first. */
const candidatesOf = Effect.fnUntraced(function* (
  pages: ReadonlyArray<Selection.Ranked>,
): Effect.fn.Return<ReadonlyArray<Candidate>> {
  const candidates: Array<Candidate> = []
  const slice = TimeSlice.begin()
  for (const [at, page] of pages.entries()) {
    const values = Selection.valuesOf(page)
    for (const { cost, value } of values) candidates.push({ at, cost, value })
    if (slice.spend(unitsOfValue * values.length)) yield* TimeSlice.next
  }
  const order = yield* sorted(
    Array.from(candidates.keys()),
    (a, b) => (candidates[b]?.value ?? 0) - (candidates[a]?.value ?? 0),
  )
  return order.flatMap((at) => candidates[at] ?? [])
})
