/**
 * The content model: how likely each block of a page is main content. Two forests, one after the other: the first sees
 * each block in its position, the second also the first one's scores of the blocks around. `train/` learns
 * them from pages with reviewed content and writes them to `weights.json`.
 */
import type { Blocks } from "./Block.ts"
import { contextNames, rangesOf, writeContext } from "./Context.ts"
import { featureNames, featuresOf } from "./Features.ts"
import { chancesOf, type Forest, type CompiledForests, compile, rowsOf } from "./Forest.ts"
import { type PageFacts, type Page, pageOf } from "./Page.ts"
import weights from "./weights.json" with { type: "json" }

/** Both forests. */
export type Model = CompiledForests

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
export const modelOf = ({ first, second }: Weights): Model => compile(first, second)

/** Scores the blocks of a page; by this package's model unless another is given. */
export const judge = (found: Blocks, known: PageFacts, model: Model = standard()): Judged => {
  const page = pageOf(found, known)
  const { blocks } = page
  const [width, own] = [names.length, featureNames.length]
  const values = featuresOf(page, width)
  const rows = rowsOf(model, values, width)
  const words = Float64Array.from(blocks, (block) => block.words)
  writeContext(values, width, words, chancesOf(model, 0, rows, own), rangesOf(blocks))
  return { ...page, chances: chancesOf(model, 1, rows) }
}

// --- private --------------------------------------------------------------------------

let laidOut: Model | undefined

const standard = (): Model => (laidOut ??= modelOf(weights))
