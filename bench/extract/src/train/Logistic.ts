/** Logistic regression by Adam (Kingma and Ba, 2015) over rows of answers, each standardised; the same for the same seed. */
import { bound } from "../../../../packages/extract/src/blocks/Judge.ts"
import type { Model } from "../../../../packages/extract/src/blocks/Weights.ts"

/** What is learnt from: rows, the share of each that is true, and how much each counts. */
export interface Lesson {
  readonly rows: ReadonlyArray<ArrayLike<number>>
  readonly shares: ReadonlyArray<number>
  readonly counts: ReadonlyArray<number>
}

/** How it is learnt. */
export interface Ways {
  readonly epochs: number
  readonly rate: number
  /** What a squared weight costs, for each row of mean count. */
  readonly decay: number
}

/** Fits a model. */
export const fit = ({ counts, rows, shares }: Lesson, { decay, epochs, rate }: Ways): Model => {
  const width = rows[0]?.length ?? 0
  const { means, scales } = standard(rows, width)
  const data = new Float32Array(rows.length * width)
  rows.forEach((row, at) => {
    for (let k = 0; k < width; k++) {
      const value = ((row[k] ?? 0) - (means[k] ?? 0)) / (scales[k] ?? 1)
      data[at * width + k] = Math.min(Math.max(value, -bound), bound)
    }
  })
  const mean = counts.reduce((sum, count) => sum + count, 0) / Math.max(1, counts.length)
  const weights = new Float64Array(width + 1)
  const [first, second, gradient] = [
    new Float64Array(width + 1),
    new Float64Array(width + 1),
    new Float64Array(width + 1),
  ]
  const order = Uint32Array.from(rows, (_, at) => at)
  const random = randomly(20_261_122)
  let step = 0
  const steps = Math.ceil(rows.length / batch) * epochs
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random)
    for (let from = 0; from < order.length; from += batch) {
      gradient.fill(0)
      const to = Math.min(from + batch, order.length)
      for (let index = from; index < to; index++) {
        const at = order[index] ?? 0
        const start = at * width
        let sum = weights[width] ?? 0
        for (let k = 0; k < width; k++) sum += (weights[k] ?? 0) * (data[start + k] ?? 0)
        const error = ((1 / (1 + Math.exp(-sum)) - (shares[at] ?? 0)) * (counts[at] ?? 0)) / mean
        for (let k = 0; k < width; k++) gradient[k] = (gradient[k] ?? 0) + error * (data[start + k] ?? 0)
        gradient[width] = (gradient[width] ?? 0) + error
      }
      step++
      const pace = rate * (1 - (step - 1) / steps)
      for (let k = 0; k <= width; k++) {
        const slope = (gradient[k] ?? 0) / (to - from) + (k < width ? decay * (weights[k] ?? 0) : 0)
        first[k] = 0.9 * (first[k] ?? 0) + 0.1 * slope
        second[k] = 0.999 * (second[k] ?? 0) + 0.001 * slope * slope
        const [one, two] = [(first[k] ?? 0) / (1 - 0.9 ** step), (second[k] ?? 0) / (1 - 0.999 ** step)]
        weights[k] = (weights[k] ?? 0) - (pace * one) / (Math.sqrt(two) + 1e-8)
      }
    }
  }
  return {
    bias: weights[width] ?? 0,
    weights: means.map((own, k) => [own, scales[k] ?? 1, weights[k] ?? 0]),
  }
}

// --- private --------------------------------------------------------------------------

const batch = 256

const standard = (rows: ReadonlyArray<ArrayLike<number>>, width: number) => {
  const columns = Array.from({ length: width }, (_, k) => k)
  const means = columns.map((k) => rows.reduce((sum, row) => sum + (row[k] ?? 0), 0) / rows.length)
  const scales = columns.map((k) => {
    const mean = means[k] ?? 0
    const variance = rows.reduce((sum, row) => sum + ((row[k] ?? 0) - mean) ** 2, 0) / rows.length
    return variance < 1e-9 ? 1 : Math.sqrt(variance)
  })
  return { means, scales }
}

/** Mulberry32: small, seeded, good enough to shuffle. */
const randomly = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}

const shuffle = (order: Uint32Array, random: () => number): void => {
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const own = order[at] ?? 0
    order[at] = order[other] ?? 0
    order[other] = own
  }
}
