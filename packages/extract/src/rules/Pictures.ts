/** Pictures without text. */
import type { UnitRule } from "../phases/Rule.ts"

/** Drops pictures, unless both their neighbours stay; at the page's ends there is only one. */
export const pictures: UnitRule = {
  name: "pictures",
  case: "A picture goes with the text before or after it.",
  phase: "unit",
  reads: { elements: ["img"] },
  run: ({ kept, page, wordless }) => {
    for (const { at, nodes } of page.pictures) if (kept[at - 1] === false || kept[at] === false) wordless.push(...nodes)
  },
}
