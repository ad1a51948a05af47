/**
 * Compares two texts word by word. Words that occur once in both anchor the alignment; the words between two anchors
 * are aligned in turn. A word of both texts that can't be aligned is `elsewhere`. The metric counts `same` and
 * `elsewhere` as found; only `alone` costs precision or recall.
 */
import { wordsOf } from "../../../packages/extract/train/scores/Scores.ts"

/** The result for one word. */
export type Fate = "same" | "elsewhere" | "alone"

/** The result for each word of both texts, in their order. */
export interface Fates {
  readonly left: ReadonlyArray<Fate>
  readonly right: ReadonlyArray<Fate>
}

/** Compares two texts. The cost is bounded: ranges without an anchor that are long on both sides aren't aligned. */
export const compare = (leftText: string, rightText: string): Fates => {
  const [left, right] = [wordsOf(leftText), wordsOf(rightText)]
  const [leftFates, rightFates] = [left.map((): Fate => "alone"), right.map((): Fate => "alone")]
  const open: Array<Range> = [{ from: 0, to: left.length, rightFrom: 0, rightTo: right.length }]
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    const pairs = pairsOf(left, right, range)
    let { from, rightFrom } = range
    for (const [at, rightAt] of pairs.list) {
      leftFates[at] = rightFates[rightAt] = "same"
      if (!pairs.isFinal) open.push({ from, to: at, rightFrom, rightTo: rightAt })
      from = at + 1
      rightFrom = rightAt + 1
    }
    if (!pairs.isFinal) open.push({ ...range, from, rightFrom })
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

/** Pairs of words in the order of both texts; final when the words between them need no further alignment. */
interface Pairs {
  readonly list: ReadonlyArray<Pair>
  readonly isFinal: boolean
}

/** The most cells of a table of common words. */
const affordable = 250_000

const pairsOf = (left: ReadonlyArray<string>, right: ReadonlyArray<string>, range: Range): Pairs => {
  const { from, rightFrom, rightTo, to } = range
  if (from >= to || rightFrom >= rightTo) return { list: [], isFinal: true }
  if ((to - from) * (rightTo - rightFrom) <= affordable)
    return { list: longestCommon(left, right, range), isFinal: true }
  const anchors = rising(uniquePairs(left, right, range))
  return { list: anchors, isFinal: anchors.length === 0 }
}

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

/** The longest common subsequence, by dynamic programming. */
const longestCommon = (
  left: ReadonlyArray<string>,
  right: ReadonlyArray<string>,
  { from, rightFrom, rightTo, to }: Range,
): ReadonlyArray<Pair> => {
  const width = rightTo - rightFrom + 1
  const lengths = new Uint32Array((to - from + 1) * width)
  const lengthAt = (at: number, rightAt: number) => lengths[(at - from) * width + (rightAt - rightFrom)]!
  for (let at = to - 1; at >= from; at--) {
    for (let rightAt = rightTo - 1; rightAt >= rightFrom; rightAt--) {
      lengths[(at - from) * width + (rightAt - rightFrom)] =
        left[at] === right[rightAt]
          ? lengthAt(at + 1, rightAt + 1) + 1
          : Math.max(lengthAt(at + 1, rightAt), lengthAt(at, rightAt + 1))
    }
  }
  const list: Array<Pair> = []
  let [at, rightAt] = [from, rightFrom]
  while (at < to && rightAt < rightTo) {
    if (left[at] === right[rightAt]) list.push([at++, rightAt++])
    else if (lengthAt(at + 1, rightAt) >= lengthAt(at, rightAt + 1)) at++
    else rightAt++
  }
  return list
}

const findElsewhere = (
  left: ReadonlyArray<string>,
  leftFates: Array<Fate>,
  right: ReadonlyArray<string>,
  rightFates: Array<Fate>,
): void => {
  const free = new Map<string, Array<number>>()
  for (const [at, word] of right.entries()) {
    if (rightFates[at] !== "alone") continue
    const places = free.get(word)
    if (places === undefined) free.set(word, [at])
    else places.push(at)
  }
  for (const [at, word] of left.entries()) {
    if (leftFates[at] !== "alone") continue
    const rightAt = free.get(word)?.pop()
    if (rightAt === undefined) continue
    leftFates[at] = rightFates[rightAt] = "elsewhere"
  }
}
