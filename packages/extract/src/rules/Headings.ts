/** Headings of kept text. */
import { levelOf, textLevel } from "../model/Levels.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Keeps a heading with the text after it, and with a lower heading. So it goes from the end to the beginning. */
export const headings: UnitRule = {
  name: "headings",
  case: "A heading has few words, but the text under it needs it.",
  phase: "unit",
  reads: { elements: ["h1", "h2", "h3", "h4", "h5", "h6"] },
  run: ({ kept, page: { blocks } }) => {
    let keptLevel = 0
    for (let at = blocks.length - 1; at >= 0; at--) {
      const block = blocks[at]
      if (block === undefined) continue
      const level = levelOf(block)
      if (level < keptLevel) kept[at] = true
      if (level < textLevel || block.words > 2) keptLevel = kept[at] === true ? level : 0
    }
  },
}
