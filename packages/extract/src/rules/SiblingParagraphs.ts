/**
 * Paragraphs of one shape: in the same elements, with the same names, from the body down. The model judges each one by
 * its words and its place; the longer a text is, the more of them look unlikely, and a gap in an argument shows
 * nowhere.
 */
import { memoized } from "@porthole/visibility/dom"
import type { Block, Holder } from "../model/Block.ts"
import type { Choice } from "../phases/Choice.ts"
import type { UnitRule } from "../phases/Rule.ts"

/**
 * Keeps the paragraphs between kept ones of their shape; in a long text also those around. Drops the few unlikely ones
 * that are kept of many: three of a product's reviews look as if they were all.
 */
export const siblingParagraphs: UnitRule = {
  name: "siblingParagraphs",
  case: "A paragraph between kept ones of its shape has their fate.",
  phase: "unit",
  reads: {},
  run: (choice) => {
    const { chances, kept, page } = choice
    if (!mayChange(choice)) return
    const wordsOf = (some: ReadonlyArray<number>) => some.reduce((sum, at) => sum + (page.blocks[at]?.words ?? 0), 0)
    for (const members of groupsIn(page.blocks)) {
      const taken = members.filter((at) => kept[at] === true)
      const isLong = wordsOf(taken) >= minWords
      const between = members.slice(members.indexOf(taken[0] ?? -1), members.indexOf(taken.at(-1) ?? -1) + 1)
      const siblings = isLong ? members : between
      const share = wordsOf(taken) / wordsOf(siblings)
      const least = isLong && share >= minMost ? minOfMost : minChance
      if (taken.length >= minTaken && share >= minShare)
        for (const at of siblings) kept[at] ||= (chances[at] ?? 0) >= least
      else if (areStrays(taken, members, chances)) for (const at of taken) kept[at] = false
    }
  },
}

// --- private --------------------------------------------------------------------------

/** The minimum number of kept paragraphs of a shape, and their minimum share of its words. */
const minTaken = 8
const minShare = 0.25
/** The kept words from which on a text is long. */
const minWords = 1_000
/** The chance below which a paragraph is none of the text, also where most of a long one is kept. */
const minChance = 0.2
const minOfMost = 0.1
const minMost = 0.5
/** The number of paragraphs of which a share up to this one are strays, and the chance from which on none is. */
const minOthers = 12
const maxStrays = 0.2
const minSure = 0.5

/** Whether there may be paragraphs to keep or to drop. Most pages have none, and shapes cost time. */
const mayChange = ({ chances, kept, page: { blocks } }: Choice): boolean => {
  const isOther = ({ prose }: Block, at: number): boolean => prose > 0 && kept[at] !== true
  const isLikely = (block: Block, at: number): boolean => isOther(block, at) && (chances[at] ?? 0) >= minOfMost
  return blocks.some(isLikely) || blocks.filter(isOther).length >= minOthers * (1 - maxStrays)
}

const areStrays = (
  taken: ReadonlyArray<number>,
  members: ReadonlyArray<number>,
  chances: ReadonlyArray<number>,
): boolean =>
  members.length >= minOthers &&
  taken.length <= members.length * maxStrays &&
  taken.every((at) => (chances[at] ?? 0) < minSure)

/** The blocks of prose by their shapes. */
const groupsIn = (blocks: ReadonlyArray<Block>): Iterable<ReadonlyArray<number>> => {
  const shapes = new Map<string, number>()
  const known = new Map<Holder, number>()
  const groups = new Map<number, Array<number>>()
  blocks.forEach(({ holder, prose }, at) => {
    if (prose === 0) return
    const shape = shapeOf(holder, known, shapes)
    const group = groups.get(shape)
    if (group === undefined) groups.set(shape, [at])
    else group.push(at)
  })
  return groups.values()
}

/** A number for the names and first classes of a holder and its ancestors, without digits. */
const shapeOf = (holder: Holder, known: Map<Holder, number>, shapes: Map<string, number>): number => {
  const before = known.get(holder)
  if (before !== undefined) return before
  const outer = holder.parent === undefined ? 0 : shapeOf(holder.parent, known, shapes)
  const name = `${outer}>${withoutDigits(holder.kind)}`
  const shape = shapes.get(name) ?? shapes.size + 1
  shapes.set(name, shape)
  known.set(holder, shape)
  return shape
}

/** Most elements of a page share their names and classes with others. */
const withoutDigits = memoized(2_000, (kind) => kind.replace(/\d+/g, ""))
