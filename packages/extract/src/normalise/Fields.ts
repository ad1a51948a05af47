/**
 * The names of form fields. Fields are no content and go later; before they do, their labels go with them, or a page
 * would end in "Quantity:" and "Sort by:". What a choice is called, the label of a box or of a radio button, stays.
 */
import { lineOf } from "../tree/Dom.ts"
import { first, select } from "../tree/Select.ts"

/** Removes the labels of fields that are typed into or picked from. */
export const dropFieldLabels = (root: Element): void => {
  const labels = select(root, "label")
  if (labels.length === 0) return
  const ids = new Set(select(root, fields).map((field) => field.id))
  for (const label of labels) {
    const target = label.getAttribute("for") ?? ""
    const isOfField = target === "" ? first(label, fields) !== null : ids.has(target)
    if (isOfField && ownLength(label) <= longestName) label.remove()
  }
}

// --- private --------------------------------------------------------------------------

const choices = ["checkbox", "radio", "button", "submit", "reset", "image", "hidden"]
const fields = `select, textarea, input${choices.map((type) => `:not([type="${type}" i])`).join("")}`

/** Characters of a label that is a name rather than an explanation. */
const longestName = 60

/** Characters of a label without what can be picked in it. */
const ownLength = (label: Element): number =>
  select(label, "select, textarea").reduce((rest, field) => rest - lineOf(field).length, lineOf(label).length)
