/** Headings of kept text. */
import type { Block } from "../model/Block.ts"
import { levelOf, textLevel } from "../model/Levels.ts"
import type { UnitRule } from "../phases/Rule.ts"

/**
 * Keeps a heading with the text after it, with a lower heading, and with the rest of itself. So it goes from the end to
 * the beginning.
 */
export const headings: UnitRule = {
  name: "headings",
  case: "A heading has few words, but the text under it needs it.",
  phase: "unit",
  reads: { elements: ["aside", "h1", "h2", "h3", "h4", "h5", "h6"] },
  run: ({ kept, page: { blocks } }) => {
    let [keptLevel, keptAt] = [0, blocks.length]
    for (let at = blocks.length - 1; at >= 0; at--) {
      const block = blocks[at]
      if (block === undefined) continue
      const level = levelOf(block)
      if (level < textLevel && kept[at + 1] === true && areSiblings(block, blocks[at + 1])) kept[at] = true
      const isApart = level < keptLevel && keptAt >= endOfAside(block)
      if ((level < keptLevel && !isApart) || (kept[at + 1] === true && areOneHeading(block, blocks[at + 1], at)))
        kept[at] = true
      if (kept[at] !== true && isApart) continue
      if (level >= textLevel && block.words <= 2) continue
      keptLevel = kept[at] === true ? level : 0
      keptAt = at
    }
  },
}

// --- private --------------------------------------------------------------------------

/** Whether the next block, even of a word, stands under a heading: without it, it joins the text before. */
const areSiblings = ({ holder }: Block, next: Block | undefined): boolean =>
  holder.heading > 0 &&
  next?.holder.heading === 0 &&
  holder.parent !== undefined &&
  holder.parent === next.holder.parent

/** The index behind the last block of the aside around a block: its headings are none of the text behind it. */
const endOfAside = ({ holder }: Block): number => {
  for (let around = holder.parent; around !== undefined; around = around.parent)
    if (around.name === "aside") return around.first + around.blocks
  return Infinity
}

/** Whether a block and the next one are in one heading, as a box in it and the text beside the box. */
const areOneHeading = ({ holder }: Block, next: Block | undefined, at: number): boolean =>
  holder.heading > 0 &&
  next !== undefined &&
  next.holder.heading === holder.heading &&
  (at + 1 < holder.first + holder.blocks || next.holder.first <= at)
