/**
 * The two forests of the reader's content model, learnt from samples; the second learns from first chances of pages
 * unseen.
 */
import { contextNames, contextOf } from "../../../../packages/extract/src/content/Context.ts"
import { featureNames } from "../../../../packages/extract/src/content/Features.ts"
import { chanceOf, type Forest, planted } from "../../../../packages/extract/src/content/Forest.ts"
import { foldOf } from "../Corpus.ts"
import { type Binned, binned, boost, type Growth, type Target } from "./Boosting.ts"
import type { Sample } from "./Samples.ts"

/** Both forests. */
export interface Models {
  readonly first: Forest
  readonly second: Forest
}

/** How both grow, each as the mean of so many forests of different seeds, and how pages are split. */
export interface Plan {
  readonly first: Growth
  readonly second: Growth
  readonly seeds: number
  readonly folds: number
}

/** For each block of a page its weight, and the chance to be drawn for a tree. */
export type Weighed = Pick<Target, "weights" | "draws">

/**
 * For each sample the chances of its blocks by models that haven't seen its fold, and models learnt from all samples.
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
  const width = featureNames.length
  const fold = samples.map(({ entry }) => foldOf(entry, plan.folds))
  const rowFolds = Uint8Array.from(samples.flatMap(({ words }, at) => Array.from(words, () => fold[at] ?? 0)))
  const weighed = samples.map(weigh)
  const target: Target = {
    shares: concat(samples.map(({ shares }) => shares)),
    weights: concat(weighed.map(({ weights }) => weights)),
    draws: concat(weighed.map(({ draws }) => draws)),
  }
  const rowsBut = (left: number): Int32Array => {
    const rows: Array<number> = []
    for (let row = 0; row < rowFolds.length; row++)
      if (rowFolds[row] !== left && (target.weights[row] ?? 0) > 0) rows.push(row)
    return Int32Array.from(rows)
  }
  const features = concat32(samples.map((sample) => sample.features))
  const numbers = Array.from({ length: plan.folds }, (_, number) => number)
  const forest = (data: Binned, left: number, growth: Growth): Forest =>
    mean(Array.from({ length: plan.seeds }, (_, seed) => boost(data, target, rowsBut(left), growth, seed + 1)))
  const grown = (data: Binned, growth: Growth, name: string) =>
    numbers.map((number) => {
      onProgress(`${name} ${number}`)
      return forest(data, number, growth)
    })
  const data = binned(features, width)
  const firsts = grown(data, plan.first, "first")
  const before = chancesIn(samples, fold, firsts, (sample) => sample.features, width)
  const wider = samples.map((sample, at) => widened(sample, before[at] ?? new Float64Array()))
  const widerWidth = width + contextNames.length
  const widerData = binned(concat32(wider), widerWidth)
  const seconds = grown(widerData, plan.second, "second")
  const widerOf = new Map(samples.map((sample, at) => [sample, wider[at] ?? new Float32Array()]))
  return {
    chances: chancesIn(samples, fold, seconds, (sample) => widerOf.get(sample) ?? new Float32Array(), widerWidth),
    folds: numbers.map((number) => ({ first: firsts[number]!, second: seconds[number]! })),
    models: () => ({
      first: forest(data, -1, plan.first),
      second: forest(widerData, -1, plan.second),
    }),
  }
}

// --- private --------------------------------------------------------------------------

/** The forest whose sum is the mean of the sums of some forests. */
const mean = (forests: ReadonlyArray<Forest>): Forest => ({
  bias: forests.reduce((sum, { bias }) => sum + bias, 0) / forests.length,
  trees: forests.flatMap(({ trees }) =>
    trees.map(({ columns, numbers }) => ({
      columns,
      numbers: numbers.map((number, at) =>
        columns[at] === -1 ? Number((number / forests.length).toFixed(valueDigits)) : number,
      ),
    })),
  ),
})

/** Decimals of a leaf's value. */
const valueDigits = 3

const chancesIn = (
  samples: ReadonlyArray<Sample>,
  fold: ReadonlyArray<number>,
  forests: ReadonlyArray<Forest>,
  rowsOf: (sample: Sample) => Float32Array,
  width: number,
): ReadonlyArray<Float64Array> => {
  const laid = forests.map(planted)
  return samples.map((sample, at) => {
    const rows = rowsOf(sample)
    return Float64Array.from(sample.words, (_, block) => chanceOf(laid[fold[at] ?? 0]!, rows, block * width))
  })
}

const widened = ({ features, ranges, words }: Sample, chances: Float64Array): Float32Array => {
  const [width, more] = [featureNames.length, contextNames.length]
  const context = contextOf(words, chances, ranges)
  const rows = new Float32Array(words.length * (width + more))
  for (let at = 0; at < words.length; at++) {
    rows.set(features.subarray(at * width, (at + 1) * width), at * (width + more))
    rows.set(context.subarray(at * more, (at + 1) * more), at * (width + more) + width)
  }
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
