/**
 * Kept headings whose text was rejected: with nothing left under them they promise what isn't there. Where nothing else
 * is left of the page, they are what it says: a link that people discuss is little more than its title.
 */
import type { Piece } from "../records/Cells.ts"
import { levelOf, textLevel } from "../model/Levels.ts"
import type { Unit } from "../phases/Joining.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Drops headings without text. */
export const emptyHeadings: UnitRule = {
  name: "emptyHeadings",
  case: "A heading whose text was dropped promises what isn't there.",
  phase: "unit",
  reads: { elements: ["h1", "h2", "h3", "h4", "h5", "h6"] },
  run: ({ kept, page, units }) => {
    for (const at of emptyHeadingsIn(page.blocks, units, kept)) kept[at] = false
  },
}

/**
 * The indexes of the kept headings without kept text up to the next heading of their level, if there was some, and
 * if anything else is kept. A list most of whose headings are such is one of titles, which say something on
 * their own.
 */
export const emptyHeadingsIn = (
  pieces: ReadonlyArray<Piece>,
  units: ReadonlyArray<Unit>,
  kept: ReadonlyArray<boolean>,
): ReadonlyArray<number> => {
  const emptied = emptiedIn(pieces, kept)
  const titles = new Set<number>()
  for (const { members } of units) {
    if (members.length < 2) continue
    const headings = members.filter((at) => kept[at] === true && levelOf(pieces[at]) < textLevel)
    const own = headings.filter((at) => emptied.has(at))
    if (own.length * 2 > headings.length) for (const at of own) titles.add(at)
  }
  const found = [...emptied].filter((at) => !titles.has(at))
  return found.length === kept.filter(Boolean).length ? [] : found
}

// --- private --------------------------------------------------------------------------

const emptiedIn = (pieces: ReadonlyArray<Piece>, kept: ReadonlyArray<boolean>): ReadonlySet<number> => {
  const found = new Set<number>()
  /** For each level the fates of the text between here and the next heading of that level or a higher one. */
  const fates = Array.from({ length: textLevel }, () => new Set<boolean>())
  for (let at = pieces.length - 1; at >= 0; at--) {
    const level = levelOf(pieces[at])
    if (level === textLevel) for (const own of fates) own.add(kept[at] === true)
    else {
      const own = fates[level]
      if (kept[at] === true && own?.has(false) === true && !own.has(true)) found.add(at)
      for (const lower of fates.slice(level)) lower.clear()
    }
  }
  return found
}
