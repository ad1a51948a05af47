/**
 * The blocks that went from inside of the kept text. The model drops what reads like clutter; where that is a good part
 * of a text's own container, a reader should know that something is missing.
 */
import { type Block, type Holder, regionsOf } from "../model/Block.ts"
import { isApart } from "../model/Hints.ts"

/** Such blocks, and the words that are kept of the text and those that it has. */
export interface LostWithin {
  readonly blocks: ReadonlyArray<Block>
  readonly read: number
  readonly of: number
}

/** Finds them; `undefined` if they have too small a share of the text's words. */
export const lostWithin = (blocks: ReadonlyArray<Block>, kept: ReadonlyArray<boolean>): LostWithin | undefined => {
  const container = containerOf(blocks, kept)
  if (container === undefined) return undefined
  const members = Array.from({ length: container.blocks }, (_, index) => container.first + index)
  const taken = members.filter((at) => kept[at] === true)
  const lost = members
    .slice((taken[0] ?? 0) - container.first, (taken.at(-1) ?? -1) + 1 - container.first)
    .flatMap((at) => (kept[at] === true || !readsLikeText(blocks[at]) ? [] : (blocks[at] ?? [])))
  const read = taken.reduce((sum, at) => sum + (blocks[at]?.words ?? 0), 0)
  const of = lost.reduce((sum, { words }) => sum + words, read)
  return of - read > Math.max(minWords, of * minShare) ? { blocks: lost, read, of } : undefined
}

// --- private --------------------------------------------------------------------------

/** The share of its words that a text lost, and the words, above which that counts. */
const minShare = 0.1
const minWords = 40
/** The share of the kept words that the text's own container has. */
const minKept = 0.8

const apartRegions = regionsOf("nav", "header", "footer", "aside", "form", "dialog", "label")

/** The narrowest element with most of the kept words. */
const containerOf = (blocks: ReadonlyArray<Block>, kept: ReadonlyArray<boolean>): Holder | undefined => {
  const sums = new Map<Holder, number>()
  let all = 0
  for (const [at, { holder, words }] of blocks.entries()) {
    if (kept[at] !== true) continue
    all += words
    for (let around: Holder | undefined = holder; around !== undefined; around = around.parent)
      sums.set(around, (sums.get(around) ?? 0) + words)
  }
  let found: Holder | undefined
  for (const [holder, words] of sums)
    if (words >= all * minKept && (found === undefined || holder.blocks < found.blocks)) found = holder
  return found
}

/** Whether a block isn't a link, a control, or in a part that is none of the text by its name. */
const readsLikeText = (block: Block | undefined): boolean =>
  block !== undefined &&
  block.linked * 3 < block.words &&
  block.controls === 0 &&
  (block.prose > 0 || block.holder.name === "pre") &&
  (block.holder.regions & apartRegions) === 0 &&
  !isApart(block.holder)
