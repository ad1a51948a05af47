/** Gradient-boosted decision trees: a row of features goes down each tree, and the values of its leaves are added. */

/**
 * A tree with its nodes in preorder: an inner node comes before all nodes of its left child, and these before all nodes
 * of its right child. An inner node compares the row's value in its column with its number, the threshold: a value up
 * to it goes left. A node with column -1 is a leaf, and its number is its value.
 */
export interface Tree {
  readonly columns: ReadonlyArray<number>
  readonly numbers: ReadonlyArray<number>
}

/** Trees, and the start of their sum. */
export interface Forest {
  readonly bias: number
  readonly trees: ReadonlyArray<Tree>
}

/**
 * A forest laid out for speed. A node's numbers are adjacent, so that one memory access loads all of them: its
 * threshold (in `thresholds`, which shares memory with `nodes`), its column and the positions of its left and right
 * node.
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
  const inner = trees.reduce((sum, { columns }) => sum + columns.filter((column) => column >= 0).length, 0)
  const nodes = new Int32Array(inner * nodeSize)
  const thresholds = new Float32Array(nodes.buffer)
  const roots: Array<number> = []
  const values: Array<number> = []
  let next = 0
  for (const tree of trees) {
    // The positions in `nodes` where a child's position is still missing, that of the next child last.
    const open: Array<number> = []
    for (const [at, column] of tree.columns.entries()) {
      const number = tree.numbers[at] ?? 0
      const place = column < 0 ? -1 - values.length : next
      const side = open.pop()
      if (side === undefined) roots.push(place)
      else nodes[side] = place
      if (column < 0) values.push(number)
      else {
        thresholds[next] = number
        nodes[next + 1] = column
        open.push(next + 3, next + 2)
        next += nodeSize
      }
    }
  }
  return { bias, roots: Int32Array.from(roots), nodes, thresholds, values: Float32Array.from(values) }
}

/** The chance, from 0 to 1, of the row of features at `from`. */
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

/** How many numbers of `nodes` a node takes. */
const nodeSize = 4
