/** Labels of fields, such as "Length:", which say nothing without their values. */
import type { Piece } from "../records/Cells.ts"
import type { BlockRule } from "../phases/Rule.ts"

/** Joins a label and the value after it. */
export const labels: BlockRule = {
  name: "labels",
  case: "A label that ends with a colon stays with the value after it.",
  phase: "block",
  reads: {},
  run: ({ blocks, isFree, join }) => {
    blocks.forEach((block, at) => {
      if (isFree(at) && isLabel(block) && isFree(at + 1) && isFieldOf(block, blocks[at + 1])) join([at, at + 1])
    })
  },
}

// --- private --------------------------------------------------------------------------

/** Maximum words of a label, and of a value. */
const maxLabelWords = 6
const maxFieldWords = 40

const isLabel = ({ element, text, words }: Piece): boolean =>
  words <= maxLabelWords && /[:：]$/.test(text) && element.localName !== "pre"

/** Whether a block is beside a label, in the same small part of the page. */
const isFieldOf = (label: Piece, field: Piece | undefined): boolean => {
  if (field === undefined || field.words > maxFieldWords) return false
  const around = label.element.parentElement
  return around !== null && (around.contains(field.element) || around.parentElement?.contains(field.element) === true)
}
