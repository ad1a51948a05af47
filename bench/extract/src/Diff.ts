/**
 * Compares two texts word by word: equal words at both ends of a range are the same, and the words that occur once in
 * both anchor the alignment of the rest; the ranges between two anchors are aligned in turn. A word of both texts that
 * can't be aligned is `elsewhere`. The metric counts `same` and `elsewhere` as found; only `alone` costs precision or
 * recall.
 */
import { Scores } from "./Corpora.ts"

/** The result for one word. */
export type Fate = "same" | "elsewhere" | "alone"

/** The result for each word of both texts, in their order. */
export interface Fates {
  readonly left: ReadonlyArray<Fate>
  readonly right: ReadonlyArray<Fate>
}

/** Compares two texts. */
export const compare = (leftText: string, rightText: string): Fates => {
  const [left, right] = [Scores.wordsOf(leftText), Scores.wordsOf(rightText)]
  const [leftFates, rightFates] = [left.map((): Fate => "alone"), right.map((): Fate => "alone")]
  const open: Array<Range> = [{ from: 0, to: left.length, rightFrom: 0, rightTo: right.length }]
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    let { from, rightFrom, rightTo, to } = range
    const align = (at: number, rightAt: number) => (leftFates[at] = rightFates[rightAt] = "same")
    while (from < to && rightFrom < rightTo && left[from] === right[rightFrom]) align(from++, rightFrom++)
    while (from < to && rightFrom < rightTo && left[to - 1] === right[rightTo - 1]) align(--to, --rightTo)
    const anchors = rising(uniquePairs(left, right, { from, to, rightFrom, rightTo }))
    for (const [at, rightAt] of anchors) {
      open.push({ from, to: at + 1, rightFrom, rightTo: rightAt + 1 })
      ;[from, rightFrom] = [at + 1, rightAt + 1]
    }
    if (anchors.length > 0) open.push({ from, to, rightFrom, rightTo })
  }
  findElsewhere(left, leftFates, right, rightFates)
  return { left: leftFates, right: rightFates }
}

// --- private --------------------------------------------------------------------------

interface Range {
  readonly from: number
  readonly to: number
  readonly rightFrom: number
  readonly rightTo: number
}

type Pair = readonly [left: number, right: number]

const uniquePairs = (
  left: ReadonlyArray<string>,
  right: ReadonlyArray<string>,
  { from, rightFrom, rightTo, to }: Range,
): ReadonlyArray<Pair> => {
  const places = onceIn(right, rightFrom, rightTo)
  return [...onceIn(left, from, to)].flatMap(([word, at]) => {
    const rightAt = places.get(word)
    return rightAt === undefined ? [] : [[at, rightAt] as const]
  })
}

/** The positions of the words that occur once in a range, in order. */
const onceIn = (words: ReadonlyArray<string>, from: number, to: number): ReadonlyMap<string, number> => {
  const places = new Map<string, number>()
  const repeated = new Set<string>()
  for (let at = from; at < to; at++) {
    const word = words[at]!
    if (places.has(word)) repeated.add(word)
    else places.set(word, at)
  }
  for (const word of repeated) places.delete(word)
  return places
}

/** The longest run of pairs whose right positions rise; the left positions rise already. */
const rising = (pairs: ReadonlyArray<Pair>): ReadonlyArray<Pair> => {
  const ends: Array<number> = []
  const before: Array<number> = []
  for (const [index, [, rightAt]] of pairs.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (pairs[ends[middle]!]![1] < rightAt) low = middle + 1
      else high = middle
    }
    before.push(low === 0 ? -1 : ends[low - 1]!)
    ends[low] = index
  }
  const run: Array<Pair> = []
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at]!) run.push(pairs[at]!)
  return run.toReversed()
}

const findElsewhere = (
  left: ReadonlyArray<string>,
  leftFates: Array<Fate>,
  right: ReadonlyArray<string>,
  rightFates: Array<Fate>,
): void => {
  const isFree = (at: number) => rightFates[at] === "alone"
  const free = Map.groupBy([...right.keys()].filter(isFree), (at) => right[at])
  for (const [at, word] of left.entries()) {
    const rightAt = leftFates[at] === "alone" ? free.get(word)?.pop() : undefined
    if (rightAt !== undefined) leftFates[at] = rightFates[rightAt] = "elsewhere"
  }
}
