/** Details and their summary: without the summary nobody knows what its details are about, and alone it says nothing. */
import type { UnitRule } from "../phases/Rule.ts"
import { chanceWithin, isInCard, keepPart } from "../phases/Part.ts"

/** Keeps the summary of kept details, and likely details of a kept summary. */
export const disclosures: UnitRule = {
  name: "disclosures",
  case: "A summary has few words, but its details need it.",
  phase: "unit",
  reads: { elements: ["details", "summary"] },
  run: (choice) => {
    const { kept, page } = choice
    for (const [at, { holder }] of page.blocks.entries()) {
      const details = holder.name === "summary" ? holder.parent : undefined
      if (details?.name !== "details" || isInCard(details, choice)) continue
      if (kept.slice(at + 1, details.first + details.blocks).includes(true)) kept[at] = true
      else if (kept[at] === true && chanceWithin(details, choice) >= minChance) keepPart(details, choice)
    }
  },
}

// --- private --------------------------------------------------------------------------

/** The mean chance of details below which they are none of the text. */
const minChance = 0.25
