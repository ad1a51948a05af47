/** Labels of fields for typing or choosing. */
import { childrenOf, isElement, isText, onOneLine, select } from "@porthole/visibility/dom"
import { isField } from "../normalise/Field.ts"
import type { DocumentRule } from "../phases/Rule.ts"

/** Removes such labels; those of boxes and radio buttons stay. */
export const fieldLabels: DocumentRule = {
  name: "fieldLabels",
  case: "The label of a field only says what to type.",
  phase: "document",
  reads: {
    elements: ["label", "select", "textarea", "input"],
    attributes: ["id", "type"],
    attributesOn: { for: ["label"] },
  },
  run: ({ candidates }) => {
    const labels = candidates("label")
    if (labels.length === 0) return
    const ids = new Set(
      candidates("select", "textarea", "input")
        .filter(isField)
        .flatMap(({ id }) => (id === "" ? [] : [id])),
    )
    for (const label of labels) {
      const isAround = select(label, "select, textarea, input").some(isField)
      const isOfField = isAround || ids.has(label.getAttribute("for") ?? "") || isBeforeField(label)
      if (isOfField && isMereLabel(onOneLine(textBesideFields(label)))) label.remove()
    }
  },
}

// --- private --------------------------------------------------------------------------

/** Whether a label only says what to type: a longer one explains something, one with a figure tells it. */
const isMereLabel = (words: string): boolean => /^(?:[^\s\p{Nd}]{1,30}(?: |$)){0,4}$/u.test(words)

const textBesideFields = (node: Node): string => {
  if (isText(node)) return node.data
  if (isElement(node) && /^(?:select|textarea)$/.test(node.localName)) return ""
  return childrenOf(node).map(textBesideFields).join("")
}

/** Whether a field follows a label directly, whatever its `for` says. */
const isBeforeField = ({ nextElementSibling: next }: Element): boolean =>
  next !== null && /^(?:select|textarea|input)$/.test(next.localName) && isField(next)
