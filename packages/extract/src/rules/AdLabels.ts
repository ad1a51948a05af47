/** The labels of advertisements, which scripts fill in between the paragraphs of a text. */
import { nearest } from "@porthole/visibility/dom"
import type { UnitRule } from "../phases/Rule.ts"
import labels from "../classes/ad-labels.json" with { type: "json" }

/** Drops lines that are such a label and nothing else. */
export const adLabels: UnitRule = {
  name: "adLabels",
  case: "The word that labels an advertisement stands alone between the paragraphs of a text.",
  phase: "unit",
  reads: { elements: ["dl", "li", "pre", "table"] },
  run: ({ kept, page: { blocks } }) => {
    blocks.forEach(({ holder, text, words }, at) => {
      if (kept[at] === true && words <= maxWords && holder.heading === 0 && known.has(plain(text)))
        kept[at] = nearest(holder.element, lists) !== null
    })
  },
}

// --- private --------------------------------------------------------------------------

/** Lists and tables, where the same word is an item. */
const lists = "li, dl, table, pre"

/** A text in lower case, with nothing but letters and spaces. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, " ")
    .trim()

const known: ReadonlySet<string> = new Set(labels.map(plain))
const maxWords = Math.max(...labels.map((label) => label.split(" ").length))
