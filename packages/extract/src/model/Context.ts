/**
 * Features of a block after a first scoring of all blocks: the scores of the blocks around it, and of its holders.
 * Content is adjacent to content, and clutter to clutter.
 */
import type { Block, Holder } from "./Block.ts"
import { signed } from "./TextFeatures.ts"

/** The number of holders per block that are known, and of those that are features; the innermost first. */
export const levels = 8
const featureLevels = 4

/**
 * For each block the range of block indexes of its holders (the end is exclusive), each holder wider than the one
 * before.
 */
export const rangesOf = (blocks: ReadonlyArray<Block>): Int32Array => {
  const ranges = new Int32Array(blocks.length * levels * 2)
  blocks.forEach(({ holder }, at) => {
    let level = 0
    let known = 1
    for (
      let ancestor: Holder | undefined = holder;
      ancestor !== undefined && level < levels;
      ancestor = ancestor.parent
    ) {
      if (ancestor.blocks <= known) continue
      known = ancestor.blocks
      const index = (at * levels + level++) * 2
      ranges[index] = ancestor.first
      ranges[index + 1] = ancestor.first + ancestor.blocks
    }
  })
  return ranges
}

/** From which block to which one, relative to a block, the mean chance is a feature. */
const windows = [
  [-1, -1],
  [1, 1],
  [-2, -2],
  [2, 2],
  [-5, -1],
  [1, 5],
  [-3, 3],
  [-8, 8],
  [-20, 20],
] as const

/** The names of the features, in order. */
export const contextNames: ReadonlyArray<string> = [
  "chance",
  ...windows.map(([from, to]) => `chance ${from} to ${to}`),
  ...["before", "after"].map((side) => `chance all ${side}`),
  ...["0", "1", "2", "3"].map((level) => `chance around ${level}`),
  "mean chance",
  "likely words",
  "highest chance",
  "likely behind",
  "likely before",
  ...["narrow", "wide"].flatMap((name) => [`in ${name} main`, `chance in ${name} main`]),
]

/** Writes the features to the ends of rows of `width` numbers, one for each block: from word counts and chances. */
export const writeContext = (
  rows: Float32Array,
  width: number,
  words: Float64Array,
  chances: Float64Array,
  ranges: Int32Array,
): void => {
  const { length } = words
  const [all, likely] = [new Float64Array(length + 1), new Float64Array(length + 1)]
  let highest = 0
  let from = -1
  let to = -1
  for (let at = 0; at < length; at++) {
    const own = words[at] ?? 0
    const chance = chances[at] ?? 0
    // A short line also counts: a heading marks the beginning of content.
    const weight = own + 2
    all[at + 1] = (all[at] ?? 0) + weight
    likely[at + 1] = (likely[at] ?? 0) + weight * chance
    if (chance > highest) highest = chance
    if (chance > 0.5 && own >= 5) {
      if (from < 0) from = at
      to = at
    }
  }
  const sums = { all, likely }
  const mains = shares.map((share) => mainOf(ranges, likely, share))
  for (let at = 0; at < length; at++) {
    let column = (at + 1) * width - contextNames.length
    rows[column++] = chances[at] ?? 0
    for (const window of windows) rows[column++] = mean(sums, at + window[0], at + window[1] + 1)
    rows[column++] = mean(sums, 0, at)
    rows[column++] = mean(sums, at + 1, length)
    for (let level = 0; level < featureLevels; level++) {
      const index = (at * levels + level) * 2
      rows[column++] = mean(sums, ranges[index] ?? 0, ranges[index + 1] ?? 0)
    }
    rows[column++] = mean(sums, 0, length)
    rows[column++] = Math.log1p(likely[length] ?? 0)
    rows[column++] = highest
    rows[column++] = signed(at - from)
    rows[column++] = signed(to - at)
    for (const main of mains) {
      rows[column++] = signed(at < main[0] ? at - main[0] : Math.max(0, at + 1 - main[1]))
      rows[column++] = mean(sums, main[0], main[1])
    }
  }
}

// --- private --------------------------------------------------------------------------

/** Prefix sums of the blocks' weights, and of the weights times their chances. */
interface Sums {
  readonly all: Float64Array
  readonly likely: Float64Array
}

/** The mean chance of the blocks from one up to (not including) another; -1 for none. */
const mean = ({ all, likely }: Sums, low: number, high: number): number => {
  const end = all.length - 1
  const first = Math.min(Math.max(low, 0), end)
  const last = Math.min(Math.max(high, 0), end)
  const weight = (all[last] ?? 0) - (all[first] ?? 0)
  return weight <= 0 ? -1 : ((likely[last] ?? 0) - (likely[first] ?? 0)) / weight
}

/** Minimum shares of the likely words in a main holder. */
const shares = [0.6, 0.9]

/** The block range of the narrowest holder with this share of the likely words. */
const mainOf = (ranges: Int32Array, likely: Float64Array, share: number): readonly [from: number, to: number] => {
  const last = likely.length - 1
  const least = (likely[last] ?? 0) * share
  let from = 0
  let to = last
  for (let index = 0; index < ranges.length; index += 2) {
    const low = ranges[index] ?? 0
    const high = ranges[index + 1] ?? 0
    if (high - low >= to - from || (likely[high] ?? 0) - (likely[low] ?? 0) < least) continue
    from = low
    to = high
  }
  return [from, to]
}
