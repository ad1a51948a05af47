/**
 * Parts that a page numbers, such as the steps of a recipe or of a guide: "Step 1", "Step 2". A long first one makes
 * the others look unlikely, and the numbers show that they belong together.
 */
import type { Block, Holder } from "../model/Block.ts"
import { isApart } from "../model/Hints.ts"
import { isInCard } from "../phases/Part.ts"
import type { Choice } from "../phases/Choice.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Keeps all of such parts if a sentence of one is kept. */
export const numberedParts: UnitRule = {
  name: "numberedParts",
  case: "The first step of a guide stays, and the others go, though the page numbers them.",
  phase: "unit",
  reads: {},
  run: (choice) => {
    const { chances, kept, page } = choice
    for (const labels of seriesIn(choice)) {
      const first = labels[0] ?? 0
      const parts = page.blocks.slice(first, endOf(labels, page.blocks))
      const members = parts.flatMap(({ holder }, at) => (isApart(holder) ? [] : [first + at]))
      if (members.some((at) => kept[at] === true && (page.blocks[at]?.prose ?? 0) > 0))
        for (const at of members) kept[at] ||= (chances[at] ?? 0) >= minChance
    }
  },
}

// --- private --------------------------------------------------------------------------

const minParts = 3
const maxBlocks = 60
/** The chance below which a block of a part is a button or a link. */
const minChance = 0.15
/** A label: a word or two with a number. */
const label = /^(?:\p{L}+ ){1,2}\d{1,2}[.:]?$/u

/** The labels of one name and class whose numbers go up from 1. */
const seriesIn = (choice: Choice): ReadonlyArray<ReadonlyArray<number>> => {
  const series = new Map<string, Array<number>>()
  choice.page.blocks.forEach(({ holder, text, words }, at) => {
    if (words > 3 || !label.test(text) || isApart(holder) || isInCard(holder, choice)) return
    const name = `${holder.depth} ${holder.kind} ${text.replace(/\d+/, "")}`
    const own = series.get(name) ?? []
    if (Number(/\d+/.exec(text)?.[0]) === own.length + 1) own.push(at)
    series.set(name, own)
  })
  return [...series.values()].filter(({ length }) => length >= minParts)
}

/** Where the last part ends: at most as far behind its label as the longest other does; before all if one is long. */
const endOf = (labels: ReadonlyArray<number>, blocks: ReadonlyArray<Block>): number => {
  const [first = 0, last = 0] = [labels[0], labels.at(-1)]
  let around: Holder | undefined = blocks[last]?.holder
  while (around !== undefined && around.first > first) around = around.parent
  const longest = labels.slice(1).reduce((most, end, at) => Math.max(most, end - (labels[at] ?? 0)), 0)
  return around === undefined || longest > maxBlocks ? first : Math.min(last + longest, around.first + around.blocks)
}
