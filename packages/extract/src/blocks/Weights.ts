/** The weights of the two models of `Judge.ts`, and how they are made of `Tables.ts`. */

/** Weights in the order of a model's features: the mean and the deviation of the answers, and the weight. */
export interface Model {
  readonly bias: number
  readonly weights: ReadonlyArray<readonly [mean: number, scale: number, weight: number]>
}

/** A model as it is written down: by the names of the features. */
export interface Table {
  readonly bias: number
  readonly weights: Readonly<Record<string, readonly [mean: number, scale: number, weight: number]>>
}

/** A model of a table; a feature that the table doesn't name counts nothing. */
export const modelOf = (table: Table, names: ReadonlyArray<string>): Model => ({
  bias: table.bias,
  weights: names.map((name) => table.weights[name] ?? [0, 1, 0]),
})
