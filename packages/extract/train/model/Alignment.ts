/**
 * Finds the words of a page that are in its reviewed content, in order: a patience diff.
 *
 * Runs of words that occur once in both texts are matched first, along the longest chain in order; between two matches
 * shorter runs follow. So a menu's word that also occurs in the content doesn't count as content.
 */

/** For each word whether it was matched. */
export const aligned = (page: ReadonlyArray<string>, content: ReadonlyArray<string>): ReadonlyArray<boolean> => {
  const matched: Array<boolean> = page.map(() => false)
  const open: Array<Span> = [{ from: 0, to: page.length, start: 0, end: content.length, run: longestRun }]
  for (let span = open.pop(); span !== undefined; span = open.pop()) {
    const { end, from, run, start, to } = span
    if (from >= to || start >= end || run === 0) continue
    const pairs = inOrder(commonRuns(page, content, span))
    if (pairs.length === 0) {
      open.push({ ...span, run: run - 1 })
      continue
    }
    let [at, other] = [from, start]
    for (const [one, two] of pairs) {
      if (one < at || two < other) continue
      open.push({ from: at, to: one, start: other, end: two, run })
      for (let k = 0; k < run; k++) matched[one + k] = true
      at = one + run
      other = two + run
    }
    open.push({ from: at, to, start: other, end, run })
  }
  return matched
}

// --- private --------------------------------------------------------------------------

const longestRun = 4

interface Span {
  readonly from: number
  readonly to: number
  readonly start: number
  readonly end: number
  /** The length of the compared runs, in words. */
  readonly run: number
}

type Pair = readonly [inPage: number, inContent: number]

const commonRuns = (
  page: ReadonlyArray<string>,
  content: ReadonlyArray<string>,
  { end, from, run, start, to }: Span,
): ReadonlyArray<Pair> => {
  const single = (words: ReadonlyArray<string>, low: number, high: number): ReadonlyMap<string, number> => {
    const found = new Map<string, number>()
    for (let at = low; at + run <= high; at++) {
      const key = words.slice(at, at + run).join(" ")
      found.set(key, found.has(key) ? -1 : at)
    }
    return found
  }
  const there = single(content, start, end)
  return [...single(page, from, to)].flatMap(([key, at]): ReadonlyArray<Pair> => {
    const other = there.get(key) ?? -1
    return at >= 0 && other >= 0 ? [[at, other]] : []
  })
}

/** The longest chain of pairs that is in order on both sides. */
const inOrder = (pairs: ReadonlyArray<Pair>): ReadonlyArray<Pair> => {
  const sorted = pairs.toSorted((a, b) => a[0] - b[0])
  const ends: Array<number> = []
  const before: Array<number> = []
  sorted.forEach(([, other], at) => {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sorted[ends[middle] ?? 0]?.[1] ?? 0) < other) low = middle + 1
      else high = middle
    }
    before[at] = low === 0 ? -1 : (ends[low - 1] ?? -1)
    ends[low] = at
  })
  const row: Array<Pair> = []
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const pair = sorted[at]
    if (pair !== undefined) row.push(pair)
  }
  return row.toReversed()
}
