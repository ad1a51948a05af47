/**
 * Paragraphs side by side. A page's threshold lies anywhere among their chances, so of three sentences of one box two
 * stay, and of four facts one does. Nothing shows the gap.
 */
import type { Block } from "../model/Block.ts"
import type { Choice } from "../phases/Choice.ts"
import { isInCard } from "../phases/Part.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Keeps those that are hardly less likely than the kept ones beside them. */
export const neighbours: UnitRule = {
  name: "neighbours",
  case: "Of the paragraphs of one box, some are a little less likely than the others.",
  phase: "unit",
  reads: { elements: ["div", "p"] },
  run: (choice) => {
    const { blocks } = choice.page
    let joined: ReadonlySet<number> | undefined
    for (let at = 0, end = at; at < blocks.length; at = end) {
      end = at + 1
      while (end < blocks.length && areAlike(blocks[at], blocks[end])) end++
      if (end - at > 1 && isMixed(at, end, choice)) unite(at, end, choice, (joined ??= joinedIn(choice)))
    }
  },
}

// --- private --------------------------------------------------------------------------

/** The minimum chance of a paragraph as a share of the mean one of the kept paragraphs, and its minimum words. */
const minShare = 0.7
const minWords = 3
/** One of so many words may be linked: more are a link to another page with its teaser. */
const maxLinked = 10

const names: ReadonlySet<string> = new Set(["p", "div"])

/** Whether blocks are all of siblings with one name and class. */
const areAlike = (one: Block | undefined, other: Block | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  names.has(one.holder.name) &&
  one.holder.kind === other.holder.kind &&
  one.holder.parent === other.holder.parent &&
  one.holder !== other.holder &&
  one.holder.blocks === 1 &&
  other.holder.blocks === 1

/** Whether some paragraphs are kept, and others aren't. */
const isMixed = (from: number, end: number, { kept }: Choice): boolean => {
  for (let at = from + 1; at < end; at++) if (kept[at] !== kept[from]) return true
  return false
}

/** The blocks that are in units with others. */
const joinedIn = ({ units }: Choice): ReadonlySet<number> =>
  new Set(units.flatMap(({ members }) => (members.length > 1 ? members : [])))

/** Keeps the likely ones of some paragraphs of which one is kept; `joined` blocks have the fate of their units. */
const unite = (from: number, end: number, choice: Choice, joined: ReadonlySet<number>): void => {
  const { chances, kept, page } = choice
  const { blocks } = page
  let [likely, taken] = [0, 0]
  for (let at = from; at < end; at++) {
    if (kept[at] !== true) continue
    likely += chances[at] ?? 0
    taken++
  }
  for (let at = from; at < end; at++) {
    const block = blocks[at]
    if (block === undefined || (chances[at] ?? 0) * taken < likely * minShare) continue
    if (block.words < minWords || block.linked * maxLinked > block.words || block.controls > 0) continue
    kept[at] ||= !joined.has(at) && !isInCard(block.holder, choice)
  }
}
