/** A part of a page that a rule of the phase `unit` may keep: all blocks of a holder. */
import type { Block, Holder } from "../model/Block.ts"
import type { Choice } from "./Choice.ts"

/** The mean chance of a part's words. */
export const chanceWithin = ({ blocks, first, words }: Holder, { chances, page }: Choice): number => {
  let likely = 0
  for (let at = first; at < first + blocks; at++) likely += (chances[at] ?? 0) * (page.blocks[at]?.words ?? 0)
  return likely / words
}

/** Whether a part is in a card or a post, whose parts were judged with those of its list. */
export const isInCard = ({ element }: Holder, { records }: Choice): boolean =>
  records.recordsAt(element).some(({ list }) => list.areCards || list.arePosts)

/** Keeps a part, except blocks without a chance or below a minimum one. */
export const keepPart = ({ blocks, first }: Holder, { chances, kept }: Choice, least = 0): void => {
  for (let at = first; at < first + blocks; at++) kept[at] ||= chances[at] !== 0 && (chances[at] ?? 0) >= least
}

/** For each block the number of words of the kept ones before it, and at last of all. */
export const keptWordsBefore = (blocks: ReadonlyArray<Block>, kept: ReadonlyArray<boolean>): Float64Array => {
  const sums = new Float64Array(blocks.length + 1)
  blocks.forEach(({ words }, at) => {
    sums[at + 1] = (sums[at] ?? 0) + (kept[at] === true ? words : 0)
  })
  return sums
}
