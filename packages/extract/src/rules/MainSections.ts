/**
 * Short sections of a `main` behind a long text: fees, conditions, members, contacts. Likely prose raises the page's
 * threshold, and takes them away in silence, though their page names them as its content.
 */
import { type Block, type Holder, regionsOf } from "../model/Block.ts"
import { apartBits, hintNames } from "../model/Hints.ts"
import { levelOf, textLevel } from "../model/Levels.ts"
import type { Choice } from "../phases/Choice.ts"
import { isInCard } from "../phases/Part.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Keeps the plain blocks of a `main` behind its first kept text. */
export const mainSections: UnitRule = {
  name: "mainSections",
  case: "A long introduction makes short sections of a main look unlikely, and they go in silence.",
  phase: "unit",
  reads: { elements: ["main"] },
  run: (choice) => {
    const { chances, kept, offers, page } = choice
    if (offers.size > 0 || [...page.declaredTypes].some((type) => others.test(type))) return
    const first = page.blocks.findIndex(({ holder, prose }, at) => isInMain(holder) && prose > 0 && kept[at] === true)
    const main = mainAround(page.blocks[first])
    if (main === undefined) return
    for (let at = first + 1; at < main.first + main.blocks; at++)
      if (kept[at] !== true && isLikely(page.blocks[at], chances[at]) && isPlain(at, main, choice)) kept[at] = true
  },
}

// --- private --------------------------------------------------------------------------

/** The chances below which a short block and a sentence are none of the text. */
const minChance = 0.2
const minOfProse = 0.35
/** Types of pages with lists of other things, and of those that are one text. */
const others = /product|itemlist|collectionpage|searchresultspage|article|blogposting|discussion|qapage/

/** Whether a block is likely enough. A word alone is a button, or the name of a language over its code. */
const isLikely = (block: Block | undefined, chance = 0): boolean =>
  block !== undefined &&
  chance >= (block.prose > 0 ? minOfProse : minChance) &&
  (block.words > 1 || /\p{N}/u.test(block.text))

const mainBit = regionsOf("main")
const surroundings = regionsOf("nav", "header", "footer", "aside", "form", "dialog", "label", "link")

/** Groups of hints for what stands beside a text. */
const besideBits = "author user meta tag filter account bottom side review product slider"
  .split(" ")
  .map((name) => hintNames.indexOf(name))
  .concat(apartBits)

const isInMain = ({ regions }: Holder): boolean => (regions & mainBit) !== 0

/** The outermost `main` around a block. */
const mainAround = (block: Block | undefined): Holder | undefined => {
  let main: Holder | undefined
  for (let at = block?.holder; at !== undefined && isInMain(at); at = at.parent) main = at
  return main
}

/** Whether a block is no heading, link, control, card, or in a part of a `main` that is beside its text. */
const isPlain = (at: number, main: Holder, choice: Choice): boolean => {
  const block = choice.page.blocks[at]
  return (
    block !== undefined &&
    (block.holder.regions & ~main.regions & surroundings) === 0 &&
    block.linked * 3 < block.words &&
    block.controls === 0 &&
    levelOf(block) === textLevel &&
    besideBits.every((bit) => block.holder.hinted[bit] === main.hinted[bit]) &&
    !isInCard(block.holder, choice)
  )
}
