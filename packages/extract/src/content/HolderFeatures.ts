/** The features of the elements around a block: their texts, their place among their like and what they hold. */
import type { Block, Holder } from "./Block.ts"
import { ratio } from "./Counts.ts"
import type { Page } from "./Page.ts"
import { log, type Named } from "./TextFeatures.ts"

/** Holders of one page that were asked for: their features, and the wider holders around each. */
export interface Known {
  readonly rows: Map<Holder, Float32Array>
  readonly wider: Map<Holder, ReadonlyArray<Holder>>
}

/** Nothing is known yet. */
export const knownOf = (): Known => ({ rows: new Map(), wider: new Map() })

/** Writes the features of the holders around a block from `start` on, and returns the index behind them. */
export const writeHolders = (rows: Float32Array, start: number, block: Block, page: Page, known: Known): number => {
  let index = start
  const holders = widerOf(block.holder, known.wider)
  const from = holders[0]?.words === block.words ? 1 : 0
  for (let level = 0; level < levels; level++) {
    const row = holderRow(holders[from + level] ?? page.root, page, known.rows)
    for (let column = 0; column < columnsAt(level); column++) rows[index++] = row[column] ?? 0
  }
  return index
}

// --- private --------------------------------------------------------------------------

const levels = 4

/** The first of these are asked of all holders around a block, the others of the {@link nearLevels} nearest alone. */
const holderFeatures: ReadonlyArray<Named<[Holder, Page]>> = [
  ["words", ({ words }) => log(words)],
  ["linked", ({ linked, words }) => ratio(linked, words)],
  ["sentences", ({ sentences, words }) => ratio(sentences, words)],
  ["words a block", ({ blocks, words }) => log(ratio(words, blocks))],
  ["share", ({ words }, { root }) => ratio(words, root.words)],
  ["prose", ({ prose }, { root }) => ratio(prose, root.prose)],
  ["prose share", ({ prose, words }) => ratio(prose, words)],
  ["like", ({ like }) => log(like)],
  ["place", ({ place }) => log(place)],
  ["score", (holder, { best, scores }) => ratio(scores.get(holder) ?? 0, scores.get(best) ?? 0)],
  ["headings", ({ blocks, children }) => ratio(children.filter(({ heading }) => heading > 0).length, blocks)],
  ["commas", ({ commas, words }) => ratio(commas, words)],
  ["prices", ({ prices, words }) => ratio(prices, words)],
  ["images", ({ blocks, images }) => Math.min(5, ratio(images, blocks))],
  ["controls", ({ blocks, controls }) => Math.min(5, ratio(controls, blocks))],
]
const nearLevels = 2
const farColumns = 11

const columnsAt = (level: number): number => (level < nearLevels ? holderFeatures.length : farColumns)

const holderRow = (holder: Holder, page: Page, rows: Map<Holder, Float32Array>): Float32Array => {
  const known = rows.get(holder)
  if (known !== undefined) return known
  const row = new Float32Array(holderFeatures.length)
  for (let column = 0; column < row.length; column++) row[column] = holderFeatures[column]?.[1](holder, page) ?? 0
  rows.set(holder, row)
  return row
}

/** The holders around a block, each with more words than the one before. */
const widerOf = (holder: Holder, known: Map<Holder, ReadonlyArray<Holder>>): ReadonlyArray<Holder> => {
  const before = known.get(holder)
  if (before !== undefined) return before
  const above = holder.parent === undefined ? [] : widerOf(holder.parent, known)
  const own = above[0]?.words === holder.words ? above : [holder, ...above.slice(0, levels)]
  known.set(holder, own)
  return own
}

/** The names of the features, in order. */
export const holderNames: ReadonlyArray<string> = Array.from({ length: levels }, (_, level) =>
  holderFeatures.slice(0, columnsAt(level)).map(([name]) => `around ${level} ${name}`),
).flat()
