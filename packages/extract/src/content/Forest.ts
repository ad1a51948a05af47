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

/**
 * A forest laid out for speed. A node's numbers stand side by side, so that one read from memory brings all of them:
 * its threshold (in `thresholds`, which is the same memory as `nodes`), its column and where its left and its right
 * begin.
 */
export interface Planted {
  readonly bias: number
  readonly roots: Int32Array
  readonly nodes: Int32Array
  readonly thresholds: Float32Array
  readonly values: Float32Array
}

/** Lays out a forest. */
export const planted = ({ bias, trees }: Forest): Planted => {
  const nodes = new Int32Array(trees.reduce((sum, { columns }) => sum + columns.length, 0) * numbers)
  const thresholds = new Float32Array(nodes.buffer)
  const roots: Array<number> = []
  let [first, leaf] = [0, 0]
  for (const tree of trees) {
    const place = (to: number): number => (to < 0 ? to - leaf : first + to * numbers)
    roots.push(tree.columns.length === 0 ? -1 - leaf : first)
    for (const [at, column] of tree.columns.entries()) {
      const node = first + at * numbers
      thresholds[node] = tree.thresholds[at] ?? 0
      nodes[node + 1] = column
      nodes[node + 2] = place(tree.lefts[at] ?? 0)
      nodes[node + 3] = place(tree.rights[at] ?? 0)
    }
    first += tree.columns.length * numbers
    leaf += tree.values.length
  }
  const values = Float32Array.from(trees.flatMap((tree) => tree.values))
  return { bias, roots: Int32Array.from(roots), nodes, thresholds, values }
}

/** The chance, from 0 to 1, that a forest gives the row of features at `from`. */
export const chanceOf = (forest: Planted, features: Float32Array, from = 0): number => {
  const { nodes, roots, thresholds, values } = forest
  let sum = forest.bias
  for (let tree = 0; tree < roots.length; tree++) {
    let node = roots[tree] ?? 0
    while (node >= 0) {
      const value = features[from + (nodes[node + 1] ?? 0)] ?? 0
      node = nodes[value <= (thresholds[node] ?? 0) ? node + 2 : node + 3] ?? 0
    }
    sum += values[-1 - node] ?? 0
  }
  return 1 / (1 + Math.exp(-sum))
}

// --- private --------------------------------------------------------------------------

/** Numbers of a node. */
const numbers = 4
