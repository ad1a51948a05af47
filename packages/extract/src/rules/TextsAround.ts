/** Doubtful lists between likely texts. */
import { levelOf, textLevel } from "../model/Levels.ts"
import type { Piece } from "../records/Cells.ts"
import type { BlockRule } from "../phases/Rule.ts"

/** Makes the items of a list as likely as the texts before and after it. */
export const textsAround: BlockRule = {
  name: "textsAround",
  case: "A doubtful list between likely texts is as likely as they are.",
  phase: "block",
  reads: { elements: ["h1", "h2", "h3", "h4", "h5", "h6"] },
  run: ({ blocks, chances, units }) => {
    for (const unit of units) {
      if (unit.kind !== "items" || unit.chance < minItems) continue
      const between = chanceBetween(unit.members, blocks, chances)
      if (between >= minText) unit.chance = Math.max(unit.chance, between)
    }
  },
}

// --- private --------------------------------------------------------------------------

/** The chance from which a list between likely texts belongs to them. */
const minItems = 0.5
/** The minimum chance of such a text, and the maximum number of headings between a text and a list. */
const minText = 0.75
const maxDistance = 8

/** The lower chance of the blocks of prose before and after a list, between which only headings may be. */
const chanceBetween = (
  members: ReadonlyArray<number>,
  pieces: ReadonlyArray<Piece>,
  chances: ReadonlyArray<number>,
): number => {
  const proseFrom = (start: number, step: number): number => {
    let at = start
    for (let left = maxDistance; left > 1 && levelOf(pieces[at]) < textLevel; left--) at += step
    return (pieces[at]?.prose ?? 0) > 0 ? (chances[at] ?? 0) : 0
  }
  return Math.min(proseFrom((members[0] ?? 0) - 1, -1), proseFrom((members.at(-1) ?? 0) + 1, 1))
}
