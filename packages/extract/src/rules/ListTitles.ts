/** Titles of kept lists of cards. Without "You may also like" other products look like editions of the page's own. */
import type { Block, Holder } from "../model/Block.ts"
import { levelOf, textLevel } from "../model/Levels.ts"
import type { Choice } from "../phases/Choice.ts"
import { isInCard } from "../phases/Part.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Keeps the first line of an element with kept cards behind it. */
export const listTitles: UnitRule = {
  name: "listTitles",
  case: "The title of a list of other products goes, and they look like the page's own.",
  phase: "unit",
  reads: {},
  run: (choice) => {
    const { chances, kept, page } = choice
    page.blocks.forEach((block, at) => {
      const { parent } = block.holder
      if (kept[at] === true || (chances[at] ?? 0) < minChance || !isTitle(block) || parent?.first !== at) return
      const steps = kept.slice(at + 1, at + 1 + maxDistance).indexOf(true)
      const card = steps < 0 ? undefined : page.blocks[at + 1 + steps]?.holder
      if (card === undefined || !isBefore(block.holder, card)) return
      kept[at] = isInCard(card, choice) && !isInCard(block.holder, choice) && isMostlyKept(parent, choice)
    })
  },
}

// --- private --------------------------------------------------------------------------

/** The chance below which a line is no title, its maximum words, and how far behind it the cards may begin. */
const minChance = 0.15
const maxWords = 6
const maxDistance = 4

const isTitle = (block: Block): boolean =>
  block.words <= maxWords && block.linked === 0 && block.controls === 0 && levelOf(block) === textLevel

/** Whether most words of an element are kept: of a list of other texts, perhaps only their authors are. */
const isMostlyKept = ({ blocks, first, words }: Holder, { kept, page }: Choice): boolean => {
  let taken = 0
  for (let at = first; at < first + blocks; at++) if (kept[at] === true) taken += page.blocks[at]?.words ?? 0
  return taken * 2 > words
}

/** Whether a card is in the parent of a title. */
const isBefore = ({ parent }: Holder, card: Holder): boolean =>
  parent !== undefined && card.first < parent.first + parent.blocks
