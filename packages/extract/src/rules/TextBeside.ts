/**
 * Cells and code beside a likely text, which read like clutter on their own. Without the rule tables are lost
 * in silence.
 */
import type { Piece } from "../records/Cells.ts"
import type { BlockRule } from "../phases/Rule.ts"

/** Makes tables and code as likely as the text before or after them, unless they are unlikely. */
export const textBeside: BlockRule = {
  name: "textBeside",
  case: "A table or code beside a likely text is as likely as the text.",
  phase: "block",
  reads: {},
  run: ({ blocks, chances, units }) => {
    for (const unit of units) {
      if (unit.kind !== "data" || unit.chance < minAdded) continue
      const beside = chanceBeside(unit.members, blocks, chances)
      if (beside >= minText) unit.chance = Math.max(unit.chance, beside)
    }
  },
}

// --- private --------------------------------------------------------------------------

/** The chance below which a table or code doesn't belong to an adjacent text, and the minimum chance of such a text. */
const minAdded = 0.25
const minText = 0.75
/** Maximum number of blocks between a text and a table or code. */
const maxDistance = 8

/** The chance of the nearest prose before or after some blocks, whichever is higher; 0 if none is near. */
const chanceBeside = (
  members: ReadonlyArray<number>,
  pieces: ReadonlyArray<Piece>,
  chances: ReadonlyArray<number>,
): number => {
  const isProse = (at: number) => (pieces[at]?.prose ?? 0) > 0
  const distances = Array.from({ length: maxDistance }, (_, index) => index + 1)
  const before = distances.map((by) => (members[0] ?? 0) - by).find(isProse)
  const behind = distances.map((by) => (members.at(-1) ?? 0) + by).find(isProse)
  return Math.max(chances[before ?? -1] ?? 0, chances[behind ?? -1] ?? 0)
}
