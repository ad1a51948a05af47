/**
 * Details and warnings with their titles: without its summary nobody knows what a text is about or that it warns, and
 * a summary alone says nothing.
 */
import { patternOf } from "../classes/ClassNames.ts"
import type { Block, Holder } from "../model/Block.ts"
import { chanceWithin, isInCard, keepPart } from "../phases/Part.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Keeps the title of a kept box, and the likely details of a kept summary. */
export const disclosures: UnitRule = {
  name: "disclosures",
  case: "A summary or a warning's title has few words, but its text needs it.",
  phase: "unit",
  reads: { elements: ["details", "summary"], attributes: ["class"], classes: ["admonition"] },
  run: (choice) => {
    const { kept, page } = choice
    page.blocks.forEach((block, at) => {
      const box = boxOf(block, at)
      if (box === undefined || isInCard(box, choice)) return
      if (kept.slice(at + 1, box.first + box.blocks).includes(true)) kept[at] = true
      else if (kept[at] === true && chanceWithin(box, choice) >= minChance) keepPart(box, choice)
    })
  },
}

// --- private --------------------------------------------------------------------------

/** The mean chance of details below which they are none of the text. */
const minChance = 0.25
/** Maximum words of the title of a warning. */
const maxTitle = 8

/** The details of a summary, or the warning whose first lines are a title. */
const boxOf = ({ holder, words }: Block, at: number): Holder | undefined => {
  if (holder.name === "summary") return holder.parent?.name === "details" ? holder.parent : undefined
  let around = words <= maxTitle ? holder.parent : undefined
  while (around !== undefined && around.first === at) {
    if (admonition.test(around.element.getAttribute("class") ?? "")) return around
    around = around.parent
  }
  return undefined
}

const admonition = patternOf("admonition")
