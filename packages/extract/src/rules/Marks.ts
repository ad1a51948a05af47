/** Marks without a word. */
import type { UnitRule } from "../phases/Rule.ts"

/** Drops a mark with its block. */
export const marks: UnitRule = {
  name: "marks",
  case: "A table's ✔ says nothing without the name of its row.",
  phase: "unit",
  reads: {},
  run: ({ kept, page, wordless }) => {
    for (const { at, nodes } of page.marks) if (kept[at] === false) wordless.push(...nodes)
  },
}
