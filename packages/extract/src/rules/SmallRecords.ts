/** Records of a few words. */
import { isConstant } from "../records/Cells.ts"
import { otherColumns } from "../records/Parts.ts"
import type { ColumnRule } from "../phases/Rule.ts"

/** Makes all columns the core, but buttons that are the same in all records. */
export const smallRecords: ColumnRule = {
  name: "smallRecords",
  case: "All that varies in a record of a few words is its core.",
  phase: "column",
  reads: {},
  run: (parts) => {
    if (parts.words > parts.records * maxSmallWords) return
    for (const [key, column] of otherColumns(parts)) if (!isConstant(column, parts.records)) parts.core.add(key)
  },
}

// --- private --------------------------------------------------------------------------

/** Words up to which everything that varies in a record is its core. */
const maxSmallWords = 60
