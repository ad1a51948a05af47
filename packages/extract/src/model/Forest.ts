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

/** Forests laid out for speed: the nodes of all trees, one tree after the other, in preorder. */
export interface CompiledForests {
  readonly biases: ReadonlyArray<number>
  /** The first node of each forest, and the end of the last one. */
  readonly bounds: ReadonlyArray<number>
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
}

/** Rows that go down the trees together. */
export interface Rows {
  /** The features, row by row, and their number in a row. */
  readonly values: Float32Array
  readonly width: number
  /** The number of words of 32 bits that a set of rows takes. */
  readonly words: number
  /** For each threshold the set of the rows up to it, and for each level, which is a byte, that of a node. */
  readonly passing: Int32Array
  readonly members: Int32Array
  /** The number of columns that `passing` covers so far. */
  compared: number
}

/** Lays out forests that judge the same rows, one after the other. */
export const compile = (...forests: ReadonlyArray<Forest>): CompiledForests => {
  const trees = forests.flatMap((forest) => forest.trees)
  const columns = trees.flatMap((tree) => tree.columns)
  const values = Float32Array.from(trees.flatMap((tree) => tree.numbers))
  const distinct = Array.from({ length: Math.max(-1, ...new Set(columns)) + 1 }, () => new Set<number>())
  for (let node = 0; node < columns.length; node++) distinct[columns[node] ?? -1]?.add(values[node] ?? 0)
  const sorted = distinct.map((set) => Float32Array.from(set).toSorted())
  const starts = new Int32Array(sorted.length + 1)
  for (const [column, { length }] of sorted.entries()) starts[column + 1] = (starts[column] ?? 0) + length
  const thresholds = new Float32Array(starts.at(-1) ?? 0)
  for (const [column, own] of sorted.entries()) thresholds.set(own, starts[column])
  const tests = Int32Array.from(columns, (column, node) =>
    column < 0 ? -1 : firstFrom(thresholds, values[node] ?? 0, starts[column] ?? 0, starts[column + 1] ?? 0),
  )
  const levels = new Uint8Array(columns.length)
  const ends = new Int32Array(columns.length)
  // Backwards, because a node ends where its right child ends, and that one begins where its left child ends.
  for (let node = columns.length - 1; node >= 0; node--)
    ends[node] = tests[node] === -1 ? node + 1 : (ends[ends[node + 1] ?? 0] ?? 0)
  for (let node = 0; node < columns.length; node++) {
    if (tests[node] === -1) continue
    levels[node + 1] = (levels[node] ?? 0) + 1
    levels[ends[node + 1] ?? 0] = levels[node] ?? 0
  }
  const bounds = [0]
  for (const forest of forests)
    bounds.push(forest.trees.reduce((sum, tree) => sum + tree.columns.length, bounds.at(-1) ?? 0))
  return {
    biases: forests.map(({ bias }) => bias),
    bounds,
    thresholds,
    starts,
    tests,
    values,
    levels,
    ends,
  }
}

/** Rows of `width` features each, which follow one another. */
export const rowsOf = ({ thresholds }: CompiledForests, values: Float32Array, width: number): Rows => {
  const words = Math.ceil(values.length / width / 32)
  const sets = (count: number) => new Int32Array(count * words)
  return { values, width, words, passing: sets(thresholds.length), members: sets(256), compared: 0 }
}

/**
 * The chance of each row, from 0 to 1, by one of the forests, which looks at the first `columns` only. Columns that an
 * earlier forest looked at must be unchanged.
 */
export const chancesOf = (
  compiled: CompiledForests,
  forest: number,
  rows: Rows,
  columns = rows.width,
): Float64Array => {
  compare(compiled, rows, Math.min(columns, compiled.starts.length - 1))
  const sums = new Float64Array(rows.values.length / rows.width).fill(compiled.biases[forest] ?? 0)
  for (
    let root = compiled.bounds[forest] ?? 0;
    root < (compiled.bounds[forest + 1] ?? 0);
    root = compiled.ends[root] ?? 0
  )
    descend(compiled, root, rows, sums)
  return sums.map((sum) => 1 / (1 + Math.exp(-sum)))
}

// --- private --------------------------------------------------------------------------

/** Finds the rows up to each threshold of the columns that aren't compared yet. */
const compare = ({ starts, thresholds }: CompiledForests, rows: Rows, to: number): void => {
  const { compared: from, passing, values, width, words } = rows
  rows.compared = to
  for (let word = 0; word < words; word++)
    for (let column = from; column < to; column++) {
      const start = starts[column] ?? 0
      const end = starts[column + 1] ?? 0
      if (start === end) continue
      let at = end
      let last = Number.NaN
      for (let row = 0, index = word * 32 * width + column; row < 32 && index < values.length; row++, index += width) {
        const value = values[index] ?? 0
        // Often a row has the value of the row before, or lies between the same thresholds.
        if (value !== last) {
          const isUpTo = at === end || value <= (thresholds[at] ?? 0)
          if (!isUpTo || (at > start && value <= (thresholds[at - 1] ?? 0)))
            at = firstFrom(thresholds, value, start, end)
          last = value
        }
        if (at < end) passing[at * words + word] = (passing[at * words + word] ?? 0) | (1 << row)
      }
    }
  for (let column = from; column < to; column++) {
    const end = (starts[column + 1] ?? 0) * words
    for (let at = ((starts[column] ?? 0) + 1) * words; at < end; at++)
      passing[at] = (passing[at] ?? 0) | (passing[at - words] ?? 0)
  }
}

/** The index of the first threshold, from one up to (not including) another, that is at least a value. */
const firstFrom = (thresholds: Float32Array, value: number, start: number, end: number): number => {
  let low = start
  let high = end
  while (low < high) {
    const middle = (low + high) >> 1
    if (value <= (thresholds[middle] ?? 0)) high = middle
    else low = middle + 1
  }
  return low
}

/** Adds to each row's sum the value of its leaf in a tree. */
const descend = (
  { ends, levels, tests, values }: CompiledForests,
  root: number,
  { members, passing, words }: Rows,
  sums: Float64Array,
): void => {
  members.fill(-1, 0, words)
  members[words - 1] = -1 >>> (words * 32 - sums.length)
  for (let node = root, end = ends[root] ?? 0; node < end;) {
    const test = tests[node] ?? 0
    const here = (levels[node] ?? 0) * words
    if (test < 0) {
      addTo(sums, members, here, words, values[node] ?? 0)
      node++
      continue
    }
    let any = 0
    let left = 0
    for (let word = 0; word < words; word++) {
      const own = members[here + word] ?? 0
      const passed = own & (passing[test * words + word] ?? 0)
      members[here + words + word] = passed
      members[here + word] = own ^ passed
      any |= own
      left |= passed
    }
    node = left !== 0 ? node + 1 : (ends[any === 0 ? node : node + 1] ?? 0)
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
