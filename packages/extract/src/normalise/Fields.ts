/**
 * Removes the labels of form fields. The fields go later, and a page would end in "Quantity:" and "Sort by:". The label
 * of a choice, of a box or a radio button, stays.
 */
import { lineOf } from "../tree/Dom.ts"
import { select } from "../tree/Select.ts"
import type { Candidates } from "./Candidates.ts"

/** Removes the labels of fields that are typed into or picked from. */
export const dropFieldLabels = (candidates: Candidates): void => {
  const labels = candidates.of("label")
  if (labels.length === 0) return
  const ids = new Set(
    candidates
      .of("select", "textarea", "input")
      .filter(isField)
      .map((field) => field.id),
  )
  for (const label of labels) {
    const target = label.getAttribute("for") ?? ""
    const isOfField = target === "" ? select(label, "select, textarea, input").some(isField) : ids.has(target)
    if (isOfField && ownLength(label) <= longestName) label.remove()
  }
}

// --- private --------------------------------------------------------------------------

const choices: ReadonlySet<string> = new Set(["checkbox", "radio", "button", "submit", "reset", "image", "hidden"])

const isField = (field: Element): boolean =>
  field.localName !== "input" || !choices.has(field.getAttribute("type")?.toLowerCase() ?? "")

/** Characters of a label that is a name rather than an explanation. */
const longestName = 60

/** Characters of a label without the choices in it. */
const ownLength = (label: Element): number =>
  select(label, "select, textarea").reduce((rest, field) => rest - lineOf(field).length, lineOf(label).length)
