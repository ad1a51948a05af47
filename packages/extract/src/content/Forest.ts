/**
 * Gradient-boosted decision trees: a row of features goes down each tree, and the values of its leaves are added. All
 * rows go down a tree together, as sets of bits: a node divides the set of its rows with a few operations.
 */

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

/** A forest laid out for speed: the nodes of all trees, one tree after the other, in preorder. */
export interface Planted {
  readonly bias: number
  /** The different thresholds, column by column and in rising order; those of a column begin at its start. */
  readonly thresholds: Float32Array
  readonly starts: Int32Array
  /** The index of each node's threshold; -1 for a leaf. */
  readonly tests: Int32Array
  /** The values of leaves. */
  readonly values: Float32Array
  /** For each node, the number of inner nodes whose left side contains it. */
  readonly levels: Uint8Array
  /** The index of the first node after each node and those below it. */
  readonly ends: Int32Array
  /** Working memory: for each threshold the rows up to it, and for each level the rows of a node. */
  readonly passing: Int32Array
  readonly members: Int32Array
}

/** Lays out a forest. */
export const planted = ({ bias, trees }: Forest): Planted => {
  const [columns, numbers] = [trees.flatMap((tree) => tree.columns), trees.flatMap((tree) => tree.numbers)]
  const distinct = Array.from({ length: Math.max(-1, ...new Set(columns)) + 1 }, () => new Set<number>())
  for (const [node, column] of columns.entries()) distinct[column]?.add(Math.fround(numbers[node] ?? 0))
  const sorted = distinct.map((set) => Float32Array.from(set).toSorted())
  const starts = new Int32Array(sorted.length + 1)
  for (const [column, { length }] of sorted.entries()) starts[column + 1] = (starts[column] ?? 0) + length
  const tests = Int32Array.from(columns, (column, node) =>
    column < 0 ? -1 : (starts[column] ?? 0) + (sorted[column]?.indexOf(Math.fround(numbers[node] ?? 0)) ?? 0),
  )
  const levels = new Uint8Array(columns.length)
  const ends = new Int32Array(columns.length)
  // Backwards, because a node ends where its right child ends, and that one begins where its left child ends.
  for (let node = columns.length - 1; node >= 0; node--)
    ends[node] = tests[node] === -1 ? node + 1 : (ends[ends[node + 1] ?? 0] ?? 0)
  for (const [node, test] of tests.entries()) {
    if (test === -1) continue
    levels[node + 1] = (levels[node] ?? 0) + 1
    levels[ends[node + 1] ?? 0] = levels[node] ?? 0
  }
  return {
    bias,
    thresholds: Float32Array.from(sorted.flatMap((column) => Array.from(column))),
    starts,
    tests,
    values: Float32Array.from(numbers),
    levels,
    ends,
    passing: new Int32Array((starts.at(-1) ?? 0) * words),
    members: new Int32Array((levels.reduce((most, level) => Math.max(most, level), 0) + 1) * words),
  }
}

/** The chance of each row, from 0 to 1; rows of `width` features follow one another. */
export const chancesOf = (forest: Planted, rows: Float32Array, width: number): Float64Array => {
  const sums = new Float64Array(rows.length / width).fill(forest.bias)
  for (let from = 0; from < sums.length; from += batch) {
    const to = Math.min(sums.length, from + batch)
    compare(forest, rows.subarray(from * width, to * width), width)
    descend(forest, sums.subarray(from, to))
  }
  return sums.map((sum) => 1 / (1 + Math.exp(-sum)))
}

// --- private --------------------------------------------------------------------------

/** The rows that go down a tree together, and the words of 32 bits for them. */
const batch = 512
const words = batch / 32

/** Finds the rows up to each threshold. */
const compare = ({ passing, starts, thresholds }: Planted, rows: Float32Array, width: number): void => {
  passing.fill(0)
  for (let first = 0; first * width < rows.length; first += 32)
    for (let column = 0; column + 1 < starts.length; column++) {
      const [start, end] = [starts[column] ?? 0, starts[column + 1] ?? 0]
      if (start === end) continue
      // Often a row has the value of the row before.
      let last = Number.NaN
      let at = end
      for (let row = 0, index = first * width + column; row < 32 && index < rows.length; row++, index += width) {
        const value = rows[index] ?? 0
        if (value !== last) at = firstFrom(thresholds, value, start, end)
        last = value
        if (at < end) passing[at * words + first / 32] = (passing[at * words + first / 32] ?? 0) | (1 << row)
      }
    }
  for (let column = 0; column + 1 < starts.length; column++) {
    const end = (starts[column + 1] ?? 0) * words
    for (let at = ((starts[column] ?? 0) + 1) * words; at < end; at++)
      passing[at] = (passing[at] ?? 0) | (passing[at - words] ?? 0)
  }
}

/** The index of the first threshold, from one up to (not including) another, that is at least a value. */
const firstFrom = (thresholds: Float32Array, value: number, start: number, end: number): number => {
  let [low, high] = [start, end]
  while (low < high) {
    const middle = (low + high) >> 1
    if (value <= (thresholds[middle] ?? 0)) high = middle
    else low = middle + 1
  }
  return low
}

/** Adds to each row's sum the values of its leaves, tree by tree. */
const descend = ({ ends, levels, members, passing, tests, values }: Planted, sums: Float64Array): void => {
  const used = Math.ceil(sums.length / 32)
  for (let root = 0; root < tests.length; root = ends[root] ?? 0) {
    for (let word = 0; word < used; word++) members[word] = -1
    members[used - 1] = -1 >>> (used * 32 - sums.length)
    for (let node = root, end = ends[root] ?? 0; node < end;) {
      const test = tests[node] ?? 0
      const here = (levels[node] ?? 0) * words
      if (test < 0) {
        addTo(sums, members, here, used, values[node] ?? 0)
        node++
        continue
      }
      let left = 0
      for (let word = 0; word < used; word++) {
        const own = members[here + word] ?? 0
        const passed = own & (passing[test * words + word] ?? 0)
        members[here + words + word] = passed
        members[here + word] = own ^ passed
        left |= passed
      }
      node = left === 0 ? (ends[node + 1] ?? 0) : node + 1
    }
  }
}

/** Adds a value to the sums of the rows in a set. */
const addTo = (sums: Float64Array, members: Int32Array, from: number, used: number, value: number): void => {
  for (let word = 0; word < used; word++)
    for (let left = members[from + word] ?? 0; left !== 0; left &= left - 1) {
      const row = word * 32 + 31 - Math.clz32(left & -left)
      sums[row] = (sums[row] ?? 0) + value
    }
}
