/**
 * Headings of one shape with a line or two each, as in a list of songs. Where most of them are kept, another one that
 * goes leaves its line to the heading before it, or takes it along in silence.
 */
import type { Block } from "../model/Block.ts"
import { isApart } from "../model/Hints.ts"
import { levelOf, textLevel } from "../model/Levels.ts"
import { isInCard } from "../phases/Part.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Keeps such headings between kept ones, with what is under them in the same element. */
export const siblingHeadings: UnitRule = {
  name: "siblingHeadings",
  case: "A heading between kept ones of its kind has their fate, and so has the line under it.",
  phase: "unit",
  reads: { elements: ["h2", "h3", "h4", "h5", "h6"] },
  run: (choice) => {
    const { chances, kept, page } = choice
    const { blocks } = page
    for (const members of groupsIn(blocks)) {
      const taken = members.filter((at) => kept[at] === true)
      if (taken.length < minTaken || taken.length < members.length * minShare) continue
      const [first = 0, last = 0] = [taken[0], taken.at(-1)]
      for (const at of members) {
        const block = blocks[at]
        if (block === undefined || at < first || at > last || isInCard(block.holder, choice)) continue
        const end = endOf(at, blocks)
        if (kept[at] === true && kept.slice(at + 1, end).includes(true)) continue
        for (let part = at; part < end; part++) kept[part] ||= (chances[part] ?? 0) >= minChance
      }
    }
  },
}

// --- private --------------------------------------------------------------------------

/** The minimum number of kept headings of a kind, and their minimum share. */
const minTaken = 8
const minShare = 0.7
/** The chance below which a heading or a line is none of the text. */
const minChance = 0.15

/** The headings, by their names and those of the elements that they are in. */
const groupsIn = (blocks: ReadonlyArray<Block>): Iterable<ReadonlyArray<number>> => {
  const groups = new Map<string, Array<number>>()
  blocks.forEach((block, at) => {
    const { depth, heading, kind, parent } = block.holder
    if (heading < 2 || levelOf(block) === textLevel || isApart(block.holder)) return
    const key = `${depth} ${parent?.kind} ${kind}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [at])
    else group.push(at)
  })
  return groups.values()
}

/** The index behind the lines that are beside a heading and below it. */
const endOf = (at: number, blocks: ReadonlyArray<Block>): number => {
  let end = at + 1
  while (isUnder(blocks[end], blocks[at])) end++
  return end
}

/** Whether a block is a line beside a heading, and neither a heading itself nor several links. */
const isUnder = (block: Block | undefined, heading: Block | undefined): boolean =>
  block !== undefined &&
  levelOf(block) === textLevel &&
  block.holder.parent === heading?.holder.parent &&
  (block.links < 2 || block.linked * 2 <= block.words) &&
  block.controls === 0 &&
  !isApart(block.holder)
