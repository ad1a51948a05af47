/**
 * The features of a page's blocks: numbers from which the model computes the chance that a block is main content. They
 * describe the block's own text, its position on the page and the names around it.
 */
import { type Block, type Holder, regionNames } from "./Block.ts"
import { ratio } from "./Counts.ts"
import { pairOf } from "./WordNumbers.ts"
import { hintNames } from "./Hints.ts"
import type { Page } from "./Page.ts"
import { unlikeliness } from "./Paragraphs.ts"
import type { Template } from "./Template.ts"
import { type Feature, flag, log, signed, textFeatures } from "./TextFeatures.ts"
import type { WordSet } from "./WordSet.ts"

/**
 * Computes the features of all blocks of a page, in the order of {@link featureNames}: the row of block `n` begins at
 * `n * width`, and a wider row ends with zeros.
 */
export const featuresOf = (page: Page, width = featureNames.length): Float32Array => {
  const rows = new Float32Array(page.blocks.length * width)
  const ofPage = Float32Array.from(pageFeatures, ([, of]) => of(page))
  page.blocks.forEach((block, at) => {
    writeText(rows, at * width, block)
  })
  page.blocks.forEach((block, at) => {
    const place = { page, block, at, own: page.words[at] ?? [] }
    const index = writePlace(rows, at * width + textFeatures.length, place)
    rows.set(ofPage, writeElements(rows, index, block.holder))
  })
  return rows
}

/** The share of pairs of neighbouring words that are in `pairs`; -1 if that is empty. */
export const pairShare = (own: ReadonlyArray<number>, pairs: Page["describedPairs"]): number => {
  if (pairs.size === 0) return -1
  let common = 0
  for (let at = 1; at < own.length; at++) if (pairs.has(pairOf(own[at - 1] ?? 0, own[at] ?? 0))) common++
  return ratio(common, Math.max(own.length - 1, 0))
}

// --- private --------------------------------------------------------------------------

// Each of these writes features from `start` on, and all but the first return the index after them. None makes a
// function, because V8 discards the optimised code of functions that don't outlive a page, and none destructures a
// pair, which takes memory.

const writeText = (rows: Float32Array, start: number, block: Block): void => {
  let index = start
  for (const feature of textFeatures) rows[index++] = feature[1](block)
}

const writePlace = (rows: Float32Array, start: number, place: Place): number => {
  let index = start
  for (const feature of placeFeatures) rows[index++] = feature[1](place)
  const template = place.page.templates[place.at]
  for (const feature of templateFeatures) rows[index++] = template === undefined ? 0 : feature[1](template)
  return index
}

const writeElements = (rows: Float32Array, start: number, holder: Holder): number => {
  let index = start
  for (let bit = 0; bit < regionNames.length; bit++) rows[index++] = (holder.regions >> bit) & 1
  for (let bit = 0; bit < hintNames.length; bit++) {
    const hinted = holder.hinted[bit]
    rows[index++] = hinted === undefined ? 0 : 1 / (1 + holder.depth - hinted.depth)
  }
  return index
}

interface Place {
  readonly page: Page
  readonly block: Block
  readonly at: number
  /** Its words. */
  readonly own: ReadonlyArray<number>
}

const placeFeatures: ReadonlyArray<Feature<[Place]>> = [
  ["title share", ({ own, page }) => shareIn(own, page.titleWords)],
  ["described", ({ own, page }) => pairShare(own, page.describedPairs)],
  ["copies", ({ at, page }) => Math.min(page.copies[at] ?? 1, 20)],
  ["depth", ({ block }) => block.holder.depth],
  ["words before", ({ block }) => log(block.before)],
  ["words after", ({ block, page }) => log(page.root.words - block.before)],
  ["share before", ({ block, page }) => ratio(block.before, page.root.words)],
  ["blocks behind title", ({ at, page }) => (page.titleAt < 0 ? 0 : signed(at - page.titleAt))],
  ["words behind title", ({ block, page }) => signed(block.before - (page.blocks[page.titleAt]?.before ?? 0))],
  ["steps to title", ({ block, page }) => stepsTo(block.holder, page.titleHolders)],
  ["is title", ({ at, page }) => flag(at === page.titleAt)],
  ["steps to best", ({ block, page }) => stepsTo(block.holder, page.bestAndAncestors)],
  ["in best", ({ at, page }) => flag(page.inBest[at] === true)],
  ["score around", ({ at, page }) => page.scores[at] ?? 0],
  ["behind first prose", ({ at, page }) => signed(at - page.proseFrom)],
  ["behind last prose", ({ at, page }) => signed(at - page.proseTo)],
  ["prose before", ({ at, page }) => log(at - (page.proseBefore[at] ?? -1))],
  ["prose after", ({ at, page }) => log((page.proseAfter[at] ?? page.blocks.length) - at)],
  ["unlikely", ({ block }) => unlikeliness(block.holder)],
]

const templateFeatures: ReadonlyArray<Feature<[Template]>> = [
  ["blocks", ({ blocks }) => log(blocks)],
  ["words a block", ({ blocks, words }) => Math.log1p(words / blocks)],
  ["linked", ({ linked, words }) => ratio(linked, words)],
  ["in best", ({ inBest, words }) => ratio(inBest, words)],
  ["prose", ({ prose, words }) => ratio(prose, words)],
  ["places", ({ places }) => log(places.size)],
]

const shareIn = (own: ReadonlyArray<number>, all: WordSet): number => {
  if (all.size === 0) return -1
  let common = 0
  for (const one of own) if (all.has(one)) common++
  return ratio(common, own.length)
}

/** Steps up from a holder to the first one in `some`; -1 if that is empty. */
const stepsTo = (holder: Holder, some: ReadonlySet<Holder>): number => {
  if (some.size === 0) return -1
  let steps = 0
  for (let at: Holder | undefined = holder; at !== undefined && !some.has(at); at = at.parent) steps++
  return steps
}

const declared = (name: string, pattern: RegExp): Feature<[Page]> => [
  `declares ${name}`,
  ({ declaredTypes }) => flag([...declaredTypes].some((type) => pattern.test(type))),
]

const pageFeatures: ReadonlyArray<Feature<[Page]>> = [
  declared("article", /article|blogposting|og:blog/),
  declared("product", /product|offer/),
  declared("discussion", /discussion|qapage|question/),
  declared("list", /collection|itemlist|searchresult/),
]

const names = (features: ReadonlyArray<readonly [name: string, of: unknown]>): ReadonlyArray<string> =>
  features.map(([name]) => name)

/** The names of the features, in order. */
export const featureNames: ReadonlyArray<string> = [
  ...names(textFeatures),
  ...names(placeFeatures),
  ...names(templateFeatures).map((name) => `template ${name}`),
  ...regionNames.map((name) => `in ${name}`),
  ...hintNames.map((name) => `hint ${name}`),
  ...names(pageFeatures),
]
