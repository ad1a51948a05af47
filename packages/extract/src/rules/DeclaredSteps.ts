/**
 * Ingredients and steps that a page declares as those of its recipe or guide, and shows. An ingredient has a few words
 * and is often a link, so it reads like clutter. Nothing that the page only declares is shown.
 */
import type { Holder } from "../model/Block.ts"
import { areTogether } from "../model/Hints.ts"
import { lettersOf } from "../metadata/Steps.ts"
import type { Choice } from "../phases/Choice.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Keeps each of them where it is likeliest: a shop's tile may have an ingredient's name, too. And the notes below. */
export const declaredSteps: UnitRule = {
  name: "declaredSteps",
  case: "A recipe's ingredients go in silence, though its page declares them.",
  phase: "unit",
  reads: {},
  run: (choice) => {
    const { chances, declared, kept, page } = choice
    const { steps } = declared
    if (steps.size === 0) return
    const places = new Map<string, number>()
    for (const [at, { text }] of page.blocks.entries()) {
      const letters = lettersOf(text)
      if (steps.has(letters) && (chances[at] ?? 0) > (chances[places.get(letters) ?? -1] ?? 0)) places.set(letters, at)
    }
    for (const at of places.values()) kept[at] = true
    for (const at of notesBelow([...places.values()], choice)) kept[at] = true
  },
}

// --- private --------------------------------------------------------------------------

/** The chance from which a sentence below the steps is a note, and how many times longer than them their box may be. */
const minNote = 0.4
const maxTimes = 4

/** The indexes of the sentences behind the last step, in the box around all steps. */
const notesBelow = (steps: ReadonlyArray<number>, { chances, page: { blocks } }: Choice): ReadonlyArray<number> => {
  const [first, last] = [Math.min(...steps), Math.max(...steps)]
  let box: Holder | undefined = blocks[first]?.holder
  while (box !== undefined && box.first + box.blocks <= last) box = box.parent
  const words = steps.reduce((sum, at) => sum + (blocks[at]?.words ?? 0), 0)
  if (box === undefined || box.words > words * maxTimes) return []
  return Array.from(blocks.keys())
    .slice(last + 1, box.first + box.blocks)
    .filter((at) => {
      const block = blocks[at]
      if (block === undefined || block.prose === 0 || block.controls > 0 || (chances[at] ?? 0) < minNote) return false
      return areTogether(block.holder, box)
    })
}
