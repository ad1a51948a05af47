/**
 * Kept headings whose text was rejected: with nothing left under them they promise what isn't there. Where nothing else
 * is left of the page, they are what it says: a link that people discuss is little more than its title.
 */
import type { Piece } from "../records/Cells.ts"
import { areTogether } from "../model/Hints.ts"
import { levelOf, textLevel } from "../model/Levels.ts"
import type { Choice } from "../phases/Choice.ts"
import type { Unit } from "../phases/Joining.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Drops headings without text. */
export const emptyHeadings: UnitRule = {
  name: "emptyHeadings",
  case: "A heading whose text was dropped promises what isn't there.",
  phase: "unit",
  reads: { elements: ["h1", "h2", "h3", "h4", "h5", "h6"] },
  run: (choice) => {
    const { kept, page, units } = choice
    for (const at of emptyHeadingsIn(page.blocks, units, kept)) {
      const isSure = keepsLine(at, choice)
      kept[isSure ? at + 1 : at] = isSure
    }
  },
}

/**
 * The indexes of the kept headings without kept text up to the next heading of their level, if that had a good part of
 * their words, and if anything else is kept. A list of nothing but headings, or one most of whose headings are such, is
 * one of titles, which say something on their own.
 */
export const emptyHeadingsIn = (
  pieces: ReadonlyArray<Piece>,
  units: ReadonlyArray<Unit>,
  kept: ReadonlyArray<boolean>,
): ReadonlyArray<number> => {
  const emptied = emptiedIn(pieces, kept)
  if (emptied.size === 0 || emptied.size === kept.filter(Boolean).length) return []
  const titles = new Set<number>()
  for (const { members } of units) {
    if (members.length < 2) continue
    const headings = members.filter((at) => kept[at] === true && levelOf(pieces[at]) < textLevel)
    const own = headings.filter((at) => emptied.has(at))
    const areAlone = members.every((at, index) => levelOf(pieces[at]) < textLevel && at - index === members[0])
    if (areAlone || own.length * 2 > headings.length) for (const at of own) titles.add(at)
  }
  return [...emptied].flatMap(([at, lost]) => (!titles.has(at) && saysLess(pieces[at], lost) ? at : []))
}

// --- private --------------------------------------------------------------------------

/** The chances from which a heading is content, and keeps the line below it instead of going with it. */
const minChance = { heading: 0.5, line: 0.4 }

/**
 * Whether a heading and the line below it are likely, and go on with the kept text before them in one box. A heading
 * that begins a box of its own is mostly an offer.
 */
const keepsLine = (at: number, { chances, kept, page: { blocks } }: Choice): boolean => {
  const [before, heading, line] = [blocks[at - 1], blocks[at], blocks[at + 1]]
  if (before === undefined || heading === undefined || line === undefined) return false
  const isLikely = (chances[at] ?? 0) >= minChance.heading && (chances[at + 1] ?? 0) >= minChance.line
  const isPlain =
    heading.linked === 0 && line.linked === 0 && line.controls === 0 && areTogether(line.holder, before.holder)
  const { parent } = heading.holder
  const goesOn = kept[at - 1] === true && levelOf(before) === textLevel && at > (parent?.first ?? at)
  return isLikely && isPlain && goesOn && levelOf(line) === textLevel && line.holder.parent === parent
}

/** Whether a heading says little beside the text that it lost: one of a tab says more. */
const saysLess = (heading: Piece | undefined, lost: number): boolean =>
  lost > 0 && lost * timesMore >= (heading?.words ?? 0)

/** A heading with at most so many times the words that it lost is useless without them. */
const timesMore = 3

/** The kept headings that lost all of their text, each with the number of its words. */
const emptiedIn = (pieces: ReadonlyArray<Piece>, kept: ReadonlyArray<boolean>): ReadonlyMap<number, number> => {
  const found = new Map<number, number>()
  /** For each level what is between here and the next heading of that level or a higher one. */
  const below = Array.from({ length: textLevel }, () => ({ isKept: false, lost: 0 }))
  /** What is between here and the next heading of any level: it isn't in `below` yet. */
  const text = { isKept: false, lost: 0 }
  for (let at = pieces.length - 1; at >= 0; at--) {
    const level = levelOf(pieces[at])
    const own = below[level]
    if (own === undefined) {
      if (kept[at] === true) text.isKept = true
      else text.lost += pieces[at]?.words ?? 0
      continue
    }
    for (const each of below) {
      each.isKept ||= text.isKept
      each.lost += text.lost
    }
    Object.assign(text, { isKept: false, lost: 0 })
    const { isKept, lost } = own
    if (kept[at] === true && !isKept && lost > 0) found.set(at, lost)
    for (const lower of below.slice(level)) Object.assign(lower, { isKept: false, lost: 0 })
    if (kept[at] === true && (isKept || !saysLess(pieces[at], lost)))
      for (const higher of below.slice(0, level)) higher.isKept = true
  }
  return found
}
