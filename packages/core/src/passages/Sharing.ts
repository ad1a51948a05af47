/** Shares one budget of characters among several pages. */
import * as Selection from "./Selection.ts"

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
