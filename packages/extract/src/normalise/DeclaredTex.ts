/** Formulas of which a page shows a picture or a drawing, and whose TeX only an attribute has. */
import { first, hasAttributeIn, lineOf, nearest, onOneLine } from "@porthole/visibility/dom"
import { isFormula } from "./Formula.ts"

/** Whether an element has such an attribute. */
export const mayDeclareTex = (element: Element): boolean => hasAttributeIn(element, names)

/**
 * The TeX that an element declares, if the element shows nothing else than a picture, or the TeX itself; empty
 * otherwise. A cell of a spreadsheet has a formula, too, and shows its value.
 */
export const declaredTexOf = (element: Element): string => {
  const tex = [...names].map((name) => element.getAttribute(name) ?? "").find((value) => value.trim() !== "") ?? ""
  if (tex === "" || nearest(element, excluded) !== null || first(element, "[data-math]") !== null) return ""
  const shown = lineOf(element)
  return (shown === "" || shown === onOneLine(tex)) && isFormula(tex) ? tex : ""
}

// --- private --------------------------------------------------------------------------

const names: ReadonlySet<string> = new Set(["data-tex", "data-formula", "data-latex"])

/** Elements that aren't formulas or whose text is; renderers give the attribute to the parts of a formula, too. */
const excluded = "math, td[data-formula], th[data-formula], code, pre, input, textarea"
