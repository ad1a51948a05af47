/**
 * The two forests of the reader's content model, learnt from samples; the second learns from the first's out-of-fold
 * chances.
 */
import { contextNames, writeContext } from "../../src/model/Context.ts"
import { featureNames } from "../../src/model/Features.ts"
import { chancesOf, type Forest, type CompiledForests, compile, rowsOf } from "../../src/model/Forest.ts"
import { foldOf } from "../corpora/Corpus.ts"
import { type Binned, binned, boost, type Growth, type Target } from "./Boosting.ts"
import type { Sample } from "./Samples.ts"

/** Both forests. */
export interface Models {
  readonly first: Forest
  readonly second: Forest
}

/** The growth options of both, the seed of their random choices, and the number of folds. */
export interface Plan {
  readonly first: Growth
  readonly second: Growth
  readonly seed: number
  readonly folds: number
}

/** For each block of a page its weight, and its probability to be drawn for a tree. */
export type Weighed = Pick<Target, "weights" | "draws">

/**
 * For each sample the chances of its blocks by models that didn't see its fold, these models by fold, and models learnt
 * from all samples.
 */
export interface Learnt {
  readonly chances: ReadonlyArray<Float64Array>
  readonly folds: ReadonlyArray<Models>
  readonly models: () => Models
}

/** Learns from samples. */
export const learn = (
  samples: ReadonlyArray<Sample>,
  weigh: (sample: Sample) => Weighed,
  plan: Plan,
  onProgress: (text: string) => void = () => {},
): Learnt => {
  const learning = learningOf(samples, weigh, plan, onProgress)
  const numbers = Array.from({ length: plan.folds }, (_, number) => number)
  const data = binned(concat32(samples.map(({ features }) => features)), featureNames.length)
  const firsts = numbers.map((number) => grown(learning, data, [number], plan.first))
  const chances: Array<Float64Array> = []
  const pairs = new Map<string, Forest>()
  const folds = numbers.map((left): Models => {
    // The training data for a fold's second forest comes from models that never saw the fold.
    const before = numbers.map((number) => {
      if (number === left) return firsts[left]!
      const without = [Math.min(number, left), Math.max(number, left)]
      const pair = pairs.get(without.join()) ?? grown(learning, data, without, plan.first)
      pairs.set(without.join(), pair)
      return pair
    })
    const wider = widenedBy(learning, before)
    const second = grown(learning, binned(concat32(wider), widerWidth), [left], plan.second)
    const laid = compile(second)
    wider.forEach((rows, at) => {
      if (learning.fold[at] === left) chances[at] = alone(laid, rows, widerWidth)
    })
    return { first: firsts[left]!, second }
  })
  return {
    chances,
    folds,
    models: () => ({
      first: grown(learning, data, [], plan.first),
      second: grown(learning, binned(concat32(widenedBy(learning, firsts)), widerWidth), [], plan.second),
    }),
  }
}

// --- private --------------------------------------------------------------------------

/** The samples, and what all forests learn from alike. */
interface Learning {
  readonly samples: ReadonlyArray<Sample>
  /** The fold of each sample, and of each block of all samples. */
  readonly fold: ReadonlyArray<number>
  readonly rowFolds: Uint8Array
  readonly target: Target
  readonly seed: number
  readonly onProgress: (text: string) => void
}

const learningOf = (
  samples: ReadonlyArray<Sample>,
  weigh: (sample: Sample) => Weighed,
  { folds, seed }: Plan,
  onProgress: (text: string) => void,
): Learning => {
  const fold = samples.map(({ entry }) => foldOf(entry, folds))
  const weighed = samples.map(weigh)
  return {
    samples,
    fold,
    rowFolds: Uint8Array.from(samples.flatMap(({ words }, at) => Array.from(words, () => fold[at] ?? 0))),
    target: {
      shares: concat(samples.map(({ shares }) => shares)),
      weights: concat(weighed.map(({ weights }) => weights)),
      draws: concat(weighed.map(({ draws }) => draws)),
    },
    seed,
    onProgress,
  }
}

/** A forest that is learnt without some folds. */
const grown = (
  { onProgress, rowFolds, seed, target }: Learning,
  data: Binned,
  without: ReadonlyArray<number>,
  growth: Growth,
): Forest => {
  onProgress(`${growth.trees} trees, folds left out: ${without.join(" and ") || "none"}`)
  const rows = Int32Array.from(rowFolds.keys()).filter(
    (row) => !without.includes(rowFolds[row] ?? 0) && (target.weights[row] ?? 0) > 0,
  )
  if (rows.length === 0) throw new Error("The corpus has too few sites: all of its pages are in the folds left out.")
  return shortened(boost(data, target, rows, growth, seed))
}

/** The features of the second forest, in number. */
const widerWidth = featureNames.length + contextNames.length

/** The training data of the second forest: each page with the judgement of its fold's first forest. */
const widenedBy = ({ fold, samples }: Learning, forests: ReadonlyArray<Forest>): ReadonlyArray<Float32Array> => {
  const laid = forests.map((forest) => compile(forest))
  return samples.map((sample, at) => widened(sample, alone(laid[fold[at] ?? 0]!, sample.features, featureNames.length)))
}

/** The chances by a single forest. */
const alone = (forest: CompiledForests, values: Float32Array, width: number): Float64Array =>
  chancesOf(forest, 0, rowsOf(forest, values, width))

/** The forest with leaf values of three decimals, which keep the weights small. */
const shortened = ({ bias, trees }: Forest): Forest => ({
  bias,
  trees: trees.map(({ columns, numbers }) => ({
    columns,
    numbers: numbers.map((number, at) => (columns[at] === -1 ? Number(number.toFixed(3)) : number)),
  })),
})

const widened = ({ features, ranges, words }: Sample, chances: Float64Array): Float32Array => {
  const own = featureNames.length
  const rows = new Float32Array(words.length * widerWidth)
  for (let at = 0; at < words.length; at++) rows.set(features.subarray(at * own, (at + 1) * own), at * widerWidth)
  writeContext(rows, widerWidth, words, chances, ranges)
  return rows
}

const concat = (parts: ReadonlyArray<Float64Array>): Float64Array => {
  const all = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0))
  let from = 0
  for (const part of parts) {
    all.set(part, from)
    from += part.length
  }
  return all
}

const concat32 = (parts: ReadonlyArray<Float32Array>): Float32Array => {
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let from = 0
  for (const part of parts) {
    all.set(part, from)
    from += part.length
  }
  return all
}
