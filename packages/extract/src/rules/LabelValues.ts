/**
 * Kept labels that end with a colon, and terms. Rules that keep short lines one by one part a label from its value, and
 * a script may fill in a value later; a label alone promises what isn't there.
 */
import { first } from "@porthole/visibility/dom"
import type { Block } from "../model/Block.ts"
import { areTogether, hintNames } from "../model/Hints.ts"
import { levelOf, textLevel } from "../model/Levels.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Keeps the value directly after a kept label, or drops both; drops the title of an empty panel. */
export const labelValues: UnitRule = {
  name: "labelValues",
  case: "A label says nothing without the value after it.",
  phase: "unit",
  reads: { elements: ["dd", "dt", "figure", "iframe", "img", "video"], attributes: ["alt"] },
  run: ({ chances, kept, page: { blocks } }) => {
    blocks.forEach((label, at) => {
      const value = blocks[at + 1]
      if (kept[at] === true && isEmptyPanel(label)) kept[at] = false
      if (kept[at] !== true || kept[at + 1] === true || value === undefined || !isLabel(label)) return
      if (!areBeside(label, value)) return
      const isKept =
        (chances[at + 1] ?? 0) >= minChance && value.controls === 0 && areTogether(value.holder, label.holder)
      kept[isKept ? at + 1 : at] = isKept
    })
  },
}

// --- private --------------------------------------------------------------------------

/** Maximum words of a label, and of a value. */
const maxLabelWords = 4
const maxValueWords = 25
/** The chance below which a value is none of the text. */
const minChance = 0.15

const isLabel = (block: Block): boolean =>
  block.words <= maxLabelWords && levelOf(block) === textLevel && /\p{L}[:：]$/u.test(block.text)

/** Whether a term is the title of a panel without text; a parameter needs no definition. */
const isEmptyPanel = ({ holder }: Block): boolean => {
  if (
    holder.name !== "dt" ||
    holder.blocks > 1 ||
    ![holder, holder.parent].some((one) => one?.hinted[panelBit] === one)
  )
    return false
  const panel = holder.element.nextElementSibling
  return panel?.localName === "dd" && (panel.textContent ?? "").trim() === "" && first(panel, media) === null
}

const panelBit = hintNames.indexOf("panel")

/** What stands for a text; a picture without a name, such as one for a script that loads, doesn't. */
const media = "iframe, video, figure, img[alt]:not([alt=''])"

/** Whether a value is a sibling of a label, in the same box or in boxes of one parent. */
const areBeside = ({ holder: label }: Block, { holder: value, words }: Block): boolean =>
  words <= maxValueWords &&
  value.heading === 0 &&
  (value === label || value.parent === label || (label.parent !== undefined && value.parent === label.parent))
