/**
 * Ingredients and steps that a page declares as those of its recipe or guide, and shows. An ingredient has a few words
 * and is often a link, so it reads like clutter. Nothing that the page only declares is shown.
 */
import { lettersOf } from "../metadata/Steps.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Keeps each of them where it is likeliest: a shop's tile may have an ingredient's name, too. */
export const declaredSteps: UnitRule = {
  name: "declaredSteps",
  case: "A recipe's ingredients go in silence, though its page declares them.",
  phase: "unit",
  reads: {},
  run: ({ chances, declared: { steps }, kept, page }) => {
    if (steps.size === 0) return
    const places = new Map<string, number>()
    for (const [at, { text }] of page.blocks.entries()) {
      const letters = lettersOf(text)
      if (steps.has(letters) && (chances[at] ?? 0) > (chances[places.get(letters) ?? -1] ?? 0)) places.set(letters, at)
    }
    for (const at of places.values()) kept[at] = true
  },
}
