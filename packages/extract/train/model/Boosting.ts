/**
 * Gradient-boosted decision trees for shares from 0 to 1, over histograms of binned features; logistic loss. The same
 * data, options and seed give the same trees, bit for bit.
 */
import type { Forest, Tree } from "../../src/model/Forest.ts"
import { randomOf } from "../../test/hazards/Mutation.ts"

/** Rows of features in bins, one row after the other. */
export interface Binned {
  readonly rows: number
  readonly columns: number
  readonly bins: Uint8Array
  /** For each column the upper edges of its bins, in order: a value is in the first bin whose edge isn't below it. */
  readonly edges: ReadonlyArray<Float32Array>
}

/** The target of the trees; rows with a weight of 0 are ignored. */
export interface Target {
  readonly shares: Float64Array
  readonly weights: Float64Array
  /** The probability of each row to be drawn for a tree; a drawn row's weight is divided by it. */
  readonly draws: Float64Array
}

/** How the trees grow. */
export interface Growth {
  readonly trees: number
  readonly leaves: number
  readonly rate: number
  /** Shares of rows and of columns that each tree sees. */
  readonly rowShare: number
  readonly columnShare: number
  /** The least sum of weights in a leaf, and the penalty of leaf values. */
  readonly leastWeight: number
  readonly penalty: number
}

/** The largest number of bins of a column. */
export const maxBins = 64

/** Puts features into bins of about equal numbers of rows. */
export const binned = (features: Float32Array, columns: number): Binned => {
  const rows = features.length / columns
  const bins = new Uint8Array(features.length)
  const step = Math.max(1, Math.floor(rows / 40_000))
  const edges = Array.from({ length: columns }, (_, column) => {
    const sample = new Float32Array(Math.ceil(rows / step))
    for (let at = 0; at < sample.length; at++) sample[at] = features[at * step * columns + column] ?? 0
    const own = edgesOf(sample.toSorted())
    for (let row = 0; row < rows; row++)
      bins[row * columns + column] = binOf(own, features[row * columns + column] ?? 0)
    return own
  })
  return { rows, columns, bins, edges }
}

/** Learns trees. `rows` are the numbers of the training rows. */
export const boost = (data: Binned, target: Target, rows: Int32Array, growth: Growth, seed = 1): Forest => {
  const random = randomOf(seed)
  let [weight, sum] = [0, 0]
  for (const row of rows) {
    weight += target.weights[row] ?? 0
    sum += (target.weights[row] ?? 0) * (target.shares[row] ?? 0)
  }
  const bias = Math.log(sum / (weight - sum))
  const scores = new Float64Array(data.rows).fill(bias)
  const trees: Array<Tree> = []
  for (let count = 0; count < growth.trees; count++) {
    const some = rows.filter((row) => random() < growth.rowShare * (target.draws[row] ?? 1))
    const columns = Int32Array.from({ length: data.columns }, (_, column) => column).filter(
      () => random() < growth.columnShare,
    )
    const root = grow({ ...packed(data, target, scores, some, columns), columns, growth })
    trees.push(treeOf(root, data.edges))
    for (let at = 0; at < rows.length; at++) scores[rows[at]!]! += valueIn(root, data, rows[at]!)
  }
  return { bias, trees }
}

// --- private --------------------------------------------------------------------------

/** The rows and columns that a tree sees, packed: histograms read nothing else. */
interface Packed {
  readonly bins: Uint8Array
  readonly slopes: Float64Array
  readonly curves: Float64Array
}

interface Growing extends Packed {
  readonly columns: Int32Array
  readonly growth: Growth
}

/**
 * A node. The number of a leaf is its value. An inner node has two children and a column, and its number is the last
 * bin of the left child: the code compares bins and not edges, which lose digits when they are written down.
 */
interface Node {
  column: number
  number: number
  left: Node | undefined
  right: Node | undefined
}

/** A leaf that may be split. */
interface Leaf {
  /** Positions of its rows in {@link Packed}. */
  readonly places: Int32Array
  readonly slope: number
  readonly curve: number
  /** Sums of gradients and Hessians for each bin of each column. */
  readonly histogram: Float64Array
  /** The column is its index among the columns that the tree sees. */
  readonly split: { readonly gain: number; readonly column: number; readonly bin: number }
  readonly node: Node
}

const packed = (
  { bins, columns: width }: Binned,
  { draws, shares, weights }: Target,
  scores: Float64Array,
  rows: Int32Array,
  columns: Int32Array,
): Packed => {
  const own = new Uint8Array(rows.length * columns.length)
  const [slopes, curves] = [new Float64Array(rows.length), new Float64Array(rows.length)]
  let to = 0
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place]!
    const chance = 1 / (1 + Math.exp(-scores[row]!))
    const weight = weights[row]! / draws[row]!
    slopes[place] = weight * (chance - shares[row]!)
    curves[place] = weight * Math.max(chance * (1 - chance), 1e-6)
    const from = row * width
    for (let index = 0; index < columns.length; index++) own[to++] = bins[from + columns[index]!]!
  }
  return { bins: own, slopes, curves }
}

const grow = (growing: Growing): Node => {
  const { columns, growth, slopes } = growing
  const all = Int32Array.from(slopes.keys())
  const root = leafOf(growing, all, histogramOf(growing, all))
  const open = [root]
  const done: Array<Leaf> = []
  while (open.length > 0) {
    const at = open.reduce((best, leaf, index) => (leaf.split.gain > open[best]!.split.gain ? index : best), 0)
    const [leaf] = open.splice(at, 1)
    if (leaf === undefined) break
    if (leaf.split.gain <= 0 || open.length + done.length + 2 > growth.leaves) {
      done.push(leaf)
      continue
    }
    const places = parted(growing, leaf)
    const isLeftSmaller = places[0].length < places[1].length
    const smaller = histogramOf(growing, places[isLeftSmaller ? 0 : 1])
    const larger = leaf.histogram
    for (let index = 0; index < larger.length; index++) larger[index]! -= smaller[index]!
    const left = leafOf(growing, places[0], isLeftSmaller ? smaller : larger)
    const right = leafOf(growing, places[1], isLeftSmaller ? larger : smaller)
    const { bin, column } = leaf.split
    Object.assign(leaf.node, { column: columns[column], number: bin, left: left.node, right: right.node })
    open.push(left, right)
  }
  for (const { curve, node, slope } of done) node.number = short((-growth.rate * slope) / (curve + growth.penalty))
  return root.node
}

/** The positions of a leaf's rows before and after its split. */
const parted = ({ bins, columns }: Growing, { places, split }: Leaf): readonly [Int32Array, Int32Array] => {
  const sorted = new Int32Array(places.length)
  let [low, high] = [0, places.length]
  for (let at = 0; at < places.length; at++) {
    const place = places[at]!
    if (bins[place * columns.length + split.column]! <= split.bin) sorted[low++] = place
    else sorted[--high] = place
  }
  return [sorted.subarray(0, low), sorted.subarray(low).toReversed()]
}

const histogramOf = ({ bins, columns, curves, slopes }: Growing, places: Int32Array): Float64Array => {
  const width = columns.length
  const histogram = new Float64Array(width * maxBins * 2)
  for (let at = 0; at < places.length; at++) {
    const place = places[at]!
    const [slope, curve] = [slopes[place]!, curves[place]!]
    const from = place * width
    for (let index = 0; index < width; index++) {
      const bin = (index * maxBins + bins[from + index]!) * 2
      histogram[bin]! += slope
      histogram[bin + 1]! += curve
    }
  }
  return histogram
}

const leafOf = (growing: Growing, places: Int32Array, histogram: Float64Array): Leaf => {
  const { columns, growth } = growing
  let [slope, curve] = [0, 0]
  for (let bin = 0; bin < maxBins; bin++) {
    slope += histogram[bin * 2] ?? 0
    curve += histogram[bin * 2 + 1] ?? 0
  }
  const worth = (sum: number, weight: number): number => (sum * sum) / (weight + growth.penalty)
  let split = { gain: 0, column: 0, bin: 0 }
  const before = worth(slope, curve)
  for (let index = 0; index < columns.length; index++) {
    let [left, weight] = [0, 0]
    const from = index * maxBins * 2
    for (let bin = 0; bin < maxBins - 1; bin++) {
      left += histogram[from + bin * 2]!
      weight += histogram[from + bin * 2 + 1]!
      if (weight < growth.leastWeight) continue
      if (curve - weight < growth.leastWeight) break
      const gain = worth(left, weight) + worth(slope - left, curve - weight) - before
      if (gain > split.gain + 1e-9) split = { gain, column: index, bin }
    }
  }
  const node = { column: -1, number: 0, left: undefined, right: undefined }
  return { places, slope, curve, histogram, split, node }
}

const valueIn = (root: Node, { bins, columns }: Binned, row: number): number => {
  const from = row * columns
  let node = root
  while (node.left !== undefined && node.right !== undefined)
    node = bins[from + node.column]! <= node.number ? node.left : node.right
  return node.number
}

/** Writes a tree in preorder. */
const treeOf = (root: Node, edges: Binned["edges"]): Tree => {
  const columns: Array<number> = []
  const numbers: Array<number> = []
  const open = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const { column, left, number, right } = node
    columns.push(column)
    numbers.push(column < 0 ? number : short(edges[column]?.[number] ?? 0))
    if (left !== undefined && right !== undefined) open.push(right, left)
  }
  return { columns, numbers }
}

/** A number with few digits, so that the weights stay small. */
const short = (value: number): number => Number(value.toPrecision(4))

/** The edges of bins: every distinct value if there are few, else quantiles; the last edge is infinite. */
const edgesOf = (sorted: Float32Array): Float32Array => {
  const distinct = sorted.filter((value, at) => at === 0 || value !== sorted[at - 1])
  const inner =
    distinct.length <= maxBins
      ? distinct.map((value, at) => (at + 1 < distinct.length ? (value + distinct[at + 1]!) / 2 : value))
      : Float32Array.from(
          { length: maxBins },
          (_, at) => sorted[Math.floor(((at + 1) / maxBins) * (sorted.length - 1))]!,
        )
  const rounded = inner.map(short)
  const edges = rounded.filter((value, at) => at === 0 || value > rounded[at - 1]!)
  edges[edges.length - 1] = Number.POSITIVE_INFINITY
  return edges
}

const binOf = (edges: Float32Array, value: number): number => {
  let [low, high] = [0, edges.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (value <= edges[middle]!) high = middle
    else low = middle + 1
  }
  return low
}
