/**
 * Kept headings whose text was rejected: with nothing left under them they promise what isn't there. Where nothing else
 * is left of the page, they are what it says: a link that people discuss is little more than its title.
 */
import type { Piece } from "./Cells.ts"
import { levelOf, textLevel, type Unit } from "./Units.ts"

/**
 * The indexes of the kept headings without kept text up to the next heading of their level, if there was some, and
 * if anything else is kept. A heading in a list is a record's title, so it says something on its own.
 */
export const emptyHeadingsIn = (
  pieces: ReadonlyArray<Piece>,
  units: ReadonlyArray<Unit>,
  kept: ReadonlyArray<boolean>,
): ReadonlyArray<number> => {
  const inLists = new Set(units.flatMap(({ members }) => (members.length > 1 ? members : [])))
  const found: Array<number> = []
  /** For each level the fates of the text between here and the next heading of that level or a higher one. */
  const fates = Array.from({ length: textLevel }, () => new Set<boolean>())
  for (let at = pieces.length - 1; at >= 0; at--) {
    const level = levelOf(pieces[at])
    if (level === textLevel) for (const own of fates) own.add(kept[at] === true)
    else {
      const own = fates[level]
      if (kept[at] === true && own?.has(false) === true && !own.has(true) && !inLists.has(at)) found.push(at)
      for (const lower of fates.slice(level)) lower.clear()
    }
  }
  return found.length === kept.filter(Boolean).length ? [] : found
}
