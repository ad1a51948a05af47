/**
 * Gradient-boosted decision trees for shares from 0 to 1, over histograms of binned features; logistic loss. The same
 * data, options and seed give the same trees, bit for bit.
 */
import type { Forest, Tree } from "../../../../packages/extract/src/content/Forest.ts"
import { randomOf } from "../../../../packages/extract/test/hazards/Mutation.ts"

/** Rows of features in bins, one row after the other. */
export interface Binned {
  readonly rows: number
  readonly columns: number
  readonly bins: Uint8Array
  /** For each column the upper edges of its bins, in order: a value is in the first bin whose edge isn't below it. */
  readonly edges: ReadonlyArray<Float32Array>
}

/** What the trees should learn: rows with a weight of 0 are ignored. */
export interface Target {
  readonly shares: Float64Array
  readonly weights: Float64Array
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

/** The most bins a column. */
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

/** Learns trees. `rows` are the numbers of the rows to learn from. */
export const boost = (data: Binned, target: Target, rows: Int32Array, growth: Growth, seed = 1): Forest => {
  const random = randomOf(seed)
  const scores = new Float64Array(data.rows)
  let [weight, sum] = [0, 0]
  for (const row of rows) {
    weight += target.weights[row] ?? 0
    sum += (target.weights[row] ?? 0) * (target.shares[row] ?? 0)
  }
  const bias = Math.log(sum / (weight - sum))
  for (const row of rows) scores[row] = bias
  const [slopes, curves] = [new Float64Array(data.rows), new Float64Array(data.rows)]
  const trees: Array<Tree> = []
  for (let count = 0; count < growth.trees; count++) {
    for (const row of rows) {
      const chance = 1 / (1 + Math.exp(-(scores[row] ?? 0)))
      slopes[row] = (target.weights[row] ?? 0) * (chance - (target.shares[row] ?? 0))
      curves[row] = (target.weights[row] ?? 0) * Math.max(chance * (1 - chance), 1e-6)
    }
    const some = rows.filter(() => random() < growth.rowShare)
    const columns = Int32Array.from({ length: data.columns }, (_, column) => column).filter(
      () => random() < growth.columnShare,
    )
    const tree = grow({ ...packed(data, some, columns), edges: data.edges, slopes, curves, columns, growth })
    trees.push(tree)
    for (const row of rows) scores[row] = (scores[row] ?? 0) + valueIn(tree, data, row)
  }
  return { bias, trees }
}

// --- private --------------------------------------------------------------------------

/** The rows and columns that a tree sees, close together: histograms read nothing else. */
interface Packed {
  readonly rows: Int32Array
  readonly bins: Uint8Array
}

interface Growing extends Packed {
  readonly edges: Binned["edges"]
  readonly slopes: Float64Array
  readonly curves: Float64Array
  readonly columns: Int32Array
  readonly growth: Growth
}

/** A leaf that may be split. */
interface Leaf {
  /** Places of its rows in {@link Packed.rows}. */
  readonly places: Int32Array
  readonly slope: number
  readonly curve: number
  /** Sums of slopes and curves a bin, for each of the columns. */
  readonly histogram: Float64Array
  /** The column is its place among the columns that the tree sees. */
  readonly split: { readonly gain: number; readonly column: number; readonly bin: number }
  /** Where its number goes: an inner node's number and side, or nowhere for the root. */
  readonly node: number
  readonly isLeft: boolean
}

const packed = ({ bins, columns: width }: Binned, rows: Int32Array, columns: Int32Array): Packed => {
  const own = new Uint8Array(rows.length * columns.length)
  let to = 0
  for (let place = 0; place < rows.length; place++) {
    const from = rows[place]! * width
    for (let index = 0; index < columns.length; index++) own[to++] = bins[from + columns[index]!]!
  }
  return { rows, bins: own }
}

const grow = (growing: Growing): Tree => {
  const { bins, edges, growth, rows } = growing
  const columns: Array<number> = []
  const thresholds: Array<number> = []
  const lefts: Array<number> = []
  const rights: Array<number> = []
  const values: Array<number> = []
  const link = ({ isLeft, node }: Leaf, to: number): void => {
    if (node >= 0) (isLeft ? lefts : rights)[node] = to
  }
  const all = Int32Array.from(rows, (_, place) => place)
  const open: Array<Leaf> = [leafOf(growing, all, histogramOf(growing, all), -1, false)]
  const done: Array<Leaf> = []
  while (open.length > 0) {
    const at = open.reduce((best, leaf, index) => (leaf.split.gain > open[best]!.split.gain ? index : best), 0)
    const [leaf] = open.splice(at, 1)
    if (leaf === undefined) break
    if (leaf.split.gain <= 0 || open.length + done.length + 2 > growth.leaves) {
      done.push(leaf)
      continue
    }
    const { bin, column } = leaf.split
    const node = columns.length
    const number = growing.columns[column]!
    columns.push(number)
    thresholds.push(short(edges[number]?.[bin] ?? 0))
    lefts.push(0)
    rights.push(0)
    link(leaf, node)
    const inLeft = (place: number): boolean => bins[place * growing.columns.length + column]! <= bin
    const [left, right] = [leaf.places.filter(inLeft), leaf.places.filter((place) => !inLeft(place))]
    const smaller = histogramOf(growing, left.length < right.length ? left : right)
    const larger = leaf.histogram
    for (let index = 0; index < larger.length; index++) larger[index]! -= smaller[index]!
    const [ofLeft, ofRight] = left.length < right.length ? [smaller, larger] : [larger, smaller]
    open.push(leafOf(growing, left, ofLeft, node, true), leafOf(growing, right, ofRight, node, false))
  }
  for (const leaf of done) {
    link(leaf, -1 - values.length)
    values.push(short((-growth.rate * leaf.slope) / (leaf.curve + growth.penalty)))
  }
  return { columns, thresholds, lefts, rights, values }
}

const histogramOf = ({ bins, columns, curves, rows, slopes }: Growing, places: Int32Array): Float64Array => {
  const histogram = new Float64Array(columns.length * maxBins * 2)
  const width = columns.length
  for (let at = 0; at < places.length; at++) {
    const place = places[at]!
    const row = rows[place]!
    const [slope, curve] = [slopes[row]!, curves[row]!]
    const from = place * width
    for (let index = 0; index < width; index++) {
      const bin = (index * maxBins + bins[from + index]!) * 2
      histogram[bin]! += slope
      histogram[bin + 1]! += curve
    }
  }
  return histogram
}

const leafOf = (growing: Growing, places: Int32Array, histogram: Float64Array, node: number, isLeft: boolean): Leaf => {
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
  return { places, slope, curve, histogram, split, node, isLeft }
}

const valueIn = ({ columns, lefts, rights, thresholds, values }: Tree, data: Binned, row: number): number => {
  let node = columns.length === 0 ? -1 : 0
  while (node >= 0) {
    const column = columns[node]!
    const value = data.edges[column]![data.bins[row * data.columns + column]!]!
    node = value <= thresholds[node]! ? lefts[node]! : rights[node]!
  }
  return values[-1 - node] ?? 0
}

/** A number with so few digits that the weights stay small. */
const short = (value: number): number => Number(value.toPrecision(4))

/** The edges of bins: every different value where there are few, else quantiles; the last is infinite. */
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
