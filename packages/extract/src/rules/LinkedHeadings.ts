/** Headings that are links. */
import { levelOf, textLevel } from "../model/Levels.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Finds the unlikely headings that are titles of other pages, so that none of them stays for a text after it. */
export const linkedHeadings: UnitRule = {
  name: "linkedHeadings",
  case: "An unlikely heading that is a link is the title of another page, not of the text after it.",
  phase: "unit",
  reads: { elements: ["a", "h1", "h2", "h3", "h4", "h5", "h6"] },
  run: (choice) => {
    const { blocks } = choice.page
    const found = new Set<number>()
    for (const { chance, members } of choice.units) {
      if (chance >= minLinked) continue
      for (const at of members) {
        const block = blocks[at]
        if (block !== undefined && block.linked * 2 > block.words && levelOf(block) < textLevel) found.add(at)
      }
    }
    choice.titlesElsewhere = found
  },
}

// --- private --------------------------------------------------------------------------

/** The chance below which such a heading is another page's. */
const minLinked = 0.25
