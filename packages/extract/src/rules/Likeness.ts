/** Lists whose records differ: the columns of a page may contain an article here and links there. */
import { areCommon, type Cell, spreadOf, wordsOf } from "../records/Cells.ts"
import type { ColumnRule } from "../phases/Rule.ts"

/** Finds that records differ. */
export const likeness: ColumnRule = {
  name: "likeness",
  case: "The columns of a page are no records: one is an article, and another has links.",
  phase: "column",
  reads: {},
  run: (parts) => {
    parts.areUnlike = !parts.arePosts && !areAlike(parts.columns, parts.cells, parts.records)
  },
}

// --- private --------------------------------------------------------------------------

/**
 * The share of a list's text that must be in positions that most of its records have; otherwise they aren't similar.
 */
const minCommonShare = 0.45
/** The spread of chances above which records differ. */
const maxSpread = 0.7
/**
 * Whether records have the same positions and similar chances: the columns of a page may contain an article here and
 * links there.
 */
const areAlike = (
  columns: ReadonlyMap<string, ReadonlyArray<Cell>>,
  cells: ReadonlyArray<Cell>,
  records: number,
): boolean => {
  const common = [...columns.values()].filter((column) => areCommon(column, records))
  return wordsOf(common.flat()) >= wordsOf(cells) * minCommonShare && spreadOf(cells) <= maxSpread
}
