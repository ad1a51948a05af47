/** How likely the core of a list is. Without the rule whole threads are lost in silence. */
import type { ColumnRule } from "../phases/Rule.ts"

/** Judges the core by its likely columns, if there are any. */
export const sureParts: ColumnRule = {
  name: "sureParts",
  case: "Names and dates look like clutter, and say nothing about how likely a list is.",
  phase: "column",
  reads: {},
  run: (parts) => {
    parts.areJudgedBySure = true
  },
}
