/**
 * The content model: how likely each block of a page is main content. Two forests, one after the other: the first sees
 * each block in its position, the second also the first one's scores of the blocks around. `bench/extract/train.ts`
 * learns them from pages with reviewed content and writes them to `weights.json`.
 */
import type { Blocks } from "./Block.ts"
import { contextNames, contextOf, rangesOf } from "./Context.ts"
import { featureNames, featuresOf } from "./Features.ts"
import { chancesOf, type Forest, type Planted, planted } from "./Forest.ts"
import { type Known, type Page, pageOf } from "./Page.ts"
import weights from "./weights.json" with { type: "json" }

/** Both forests. */
export interface Model {
  readonly first: Planted
  readonly second: Planted
}

/** Stored forests, with the names of their features. */
export interface Weights {
  readonly features: ReadonlyArray<string>
  readonly first: Forest
  readonly second: Forest
}

/** A page and the chance of each of its blocks, from 0 to 1. */
export interface Judged extends Page {
  readonly chances: Float64Array
}

/** The names of all features, in the order in which the forests number them. */
export const names: ReadonlyArray<string> = [...featureNames, ...contextNames]

/** Lays out forests. */
export const modelOf = ({ first, second }: Weights): Model => ({ first: planted(first), second: planted(second) })

/** Scores the blocks of a page; by this package's model unless another is given. */
export const judge = (found: Blocks, known: Known, model: Model = standard()): Judged => {
  const page = pageOf(found, known)
  const width = names.length
  const rows = featuresOf(page, width)
  const { blocks } = page
  const words = new Float64Array(blocks.length)
  for (const [at, block] of blocks.entries()) words[at] = block.words
  const context = contextOf(words, chancesOf(model.first, rows, width), rangesOf(blocks))
  for (let at = 0; at < blocks.length; at++)
    for (let column = 0; column < contextNames.length; column++)
      rows[at * width + featureNames.length + column] = context[at * contextNames.length + column] ?? 0
  return { ...page, chances: chancesOf(model.second, rows, width) }
}

// --- private --------------------------------------------------------------------------

let laidOut: Model | undefined

const standard = (): Model => (laidOut ??= modelOf(weights))
