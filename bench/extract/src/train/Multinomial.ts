/** Multinomial logistic regression without a bias, by gradient descent with momentum over all rows at once. */

/** What is learnt from: rows of answers from 0 to 1, and which of the classes each is of. */
export interface Lesson {
  readonly rows: ReadonlyArray<ReadonlyArray<number>>
  readonly classes: ReadonlyArray<number>
  readonly count: number
}

/** How it is learnt. */
export interface Ways {
  readonly steps: number
  readonly rate: number
  /** What a squared weight costs a row. */
  readonly decay: number
}

/** What each answer counts for each class. */
export type Weights = ReadonlyArray<ReadonlyArray<number>>

/** Fits weights. */
export const fit = ({ classes, count, rows }: Lesson, { decay, rate, steps }: Ways): Weights => {
  const width = rows[0]?.length ?? 0
  const weights = Array.from({ length: width }, () => new Float64Array(count))
  const speeds = Array.from({ length: width }, () => new Float64Array(count))
  for (let step = 0; step < steps; step++) {
    const slopes = weights.map((own) => own.map((weight) => decay * weight))
    rows.forEach((row, at) => {
      const errors = sharesOf(sumsOf(weights, row, count))
      const own = classes[at] ?? 0
      errors[own] = (errors[own] ?? 0) - 1
      row.forEach((answer, k) => {
        const slope = slopes[k]
        if (answer === 0 || slope === undefined) return
        for (let c = 0; c < count; c++) slope[c] = (slope[c] ?? 0) + (answer * (errors[c] ?? 0)) / rows.length
      })
    })
    weights.forEach((own, k) => {
      const speed = speeds[k]
      if (speed === undefined) return
      for (let c = 0; c < count; c++) {
        speed[c] = 0.9 * (speed[c] ?? 0) - rate * (slopes[k]?.[c] ?? 0)
        own[c] = (own[c] ?? 0) + (speed[c] ?? 0)
      }
    })
  }
  return weights.map((own) => Array.from(own))
}

/** The class whose weighted answers are the largest sum. */
export const likeliest = (weights: Weights, row: ReadonlyArray<number>): number => {
  const sums = sumsOf(weights, row, weights[0]?.length ?? 0)
  return sums.indexOf(Math.max(...sums))
}

// --- private --------------------------------------------------------------------------

const sumsOf = (
  weights: ReadonlyArray<ArrayLike<number>>,
  row: ReadonlyArray<number>,
  count: number,
): ReadonlyArray<number> => {
  const sums = Array.from({ length: count }, () => 0)
  row.forEach((answer, k) => {
    const own = weights[k]
    if (answer !== 0 && own !== undefined)
      for (let c = 0; c < count; c++) sums[c] = (sums[c] ?? 0) + answer * (own[c] ?? 0)
  })
  return sums
}

const sharesOf = (sums: ReadonlyArray<number>): Array<number> => {
  const highest = Math.max(...sums)
  const powers = sums.map((sum) => Math.exp(sum - highest))
  const total = powers.reduce((sum, power) => sum + power, 0)
  return powers.map((power) => power / total)
}
