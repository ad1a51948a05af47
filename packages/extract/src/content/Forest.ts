/**
 * Gradient-boosted decision trees: a row of features goes down each tree, and the values of its leaves are summed up.
 */

/**
 * A tree. Inner node `n` compares the row's value in `columns[n]` with `thresholds[n]`: up to it the row goes to
 * `lefts[n]`, else to `rights[n]`. A negative number is a leaf: `-1 - number` is its place in `values`.
 */
export interface Tree {
  readonly columns: ReadonlyArray<number>
  readonly thresholds: ReadonlyArray<number>
  readonly lefts: ReadonlyArray<number>
  readonly rights: ReadonlyArray<number>
  readonly values: ReadonlyArray<number>
}

/** Trees, and the sum that they start with. */
export interface Forest {
  readonly bias: number
  readonly trees: ReadonlyArray<Tree>
}

/** A forest laid out for speed: all nodes of all trees one after the other. */
export interface Planted {
  readonly bias: number
  readonly roots: Int32Array
  readonly columns: Uint16Array
  readonly thresholds: Float32Array
  readonly lefts: Int32Array
  readonly rights: Int32Array
  readonly values: Float32Array
}

/** Lays out a forest. */
export const planted = ({ bias, trees }: Forest): Planted => {
  const roots: Array<number> = []
  const lefts: Array<number> = []
  const rights: Array<number> = []
  let [node, leaf] = [0, 0]
  for (const tree of trees) {
    const place = (to: number): number => (to < 0 ? to - leaf : to + node)
    roots.push(tree.columns.length === 0 ? -1 - leaf : node)
    for (let at = 0; at < tree.columns.length; at++) {
      lefts.push(place(tree.lefts[at] ?? 0))
      rights.push(place(tree.rights[at] ?? 0))
    }
    node += tree.columns.length
    leaf += tree.values.length
  }
  return {
    bias,
    roots: Int32Array.from(roots),
    columns: Uint16Array.from(trees.flatMap(({ columns }) => columns)),
    thresholds: Float32Array.from(trees.flatMap(({ thresholds }) => thresholds)),
    lefts: Int32Array.from(lefts),
    rights: Int32Array.from(rights),
    values: Float32Array.from(trees.flatMap(({ values }) => values)),
  }
}

/** The chance, from 0 to 1, that a forest gives the row of features at `from`. */
export const chanceOf = (forest: Planted, features: Float32Array, from = 0): number => {
  const { columns, lefts, rights, roots, thresholds, values } = forest
  let sum = forest.bias
  for (let tree = 0; tree < roots.length; tree++) {
    let node = roots[tree] ?? 0
    while (node >= 0)
      node =
        (features[from + (columns[node] ?? 0)] ?? 0) <= (thresholds[node] ?? 0)
          ? (lefts[node] ?? 0)
          : (rights[node] ?? 0)
    sum += values[-1 - node] ?? 0
  }
  return 1 / (1 + Math.exp(-sum))
}
