/**
 * Units that are likelier content than not, but below the page's threshold, which likely prose raises. Between kept
 * texts they belong to them: a line that is missing there tears the text.
 */
import type { Piece } from "../records/Cells.ts"
import { levelOf, textLevel } from "../model/Levels.ts"
import type { Unit } from "../phases/Joining.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Fills the gaps of kept texts. */
export const gaps: UnitRule = {
  name: "gaps",
  case: "A line between kept texts stays if it is likelier content than not.",
  phase: "unit",
  reads: { elements: ["h1", "h2", "h3", "h4", "h5", "h6"] },
  run: ({ kept, page, units }) => {
    for (const at of gapsIn(page.blocks, units, kept)) kept[at] = true
  },
}

/** The indexes of the blocks of such units. */
export const gapsIn = (
  pieces: ReadonlyArray<Piece>,
  units: ReadonlyArray<Unit>,
  kept: ReadonlyArray<boolean>,
): ReadonlyArray<number> => {
  const stepsToText = (from: number, step: 1 | -1): number => {
    let at = from + step
    const isText = (): boolean => pieces[at] === undefined || (kept[at] === true && levelOf(pieces[at]) >= textLevel)
    while (Math.abs(at - from) <= maxSteps && !isText()) at += step
    return Math.abs(at - from)
  }
  const isGap = ({ chance, core, members }: Unit): boolean =>
    chance >= minChance &&
    core === undefined &&
    stepsToText(members[0] ?? 0, -1) + stepsToText(members.at(-1) ?? 0, 1) <= maxSteps
  return units.filter(isGap).flatMap(({ members }) => members)
}

// --- private --------------------------------------------------------------------------

/** The chance from which a unit is likelier content than not. */
const minChance = 0.5
/** How many blocks the kept texts before and behind a gap, or the ends of the page, may be away from it in all. */
const maxSteps = 3
