/** Formulas of which a page shows a picture or a drawing, and whose TeX only an attribute has. */
import { elementsIn, first, hasAttributeIn, lineOf, nearest, onOneLine } from "@porthole/visibility/dom"
import { isFormula, wordsIn } from "./Formula.ts"

/** Whether an element has such an attribute. */
export const mayDeclareTex = (element: Element): boolean => hasAttributeIn(element, names)

/**
 * The elements that declare TeX, each with it. Formulas with unknown words are left out if a page declares more than
 * two different ones: they may be an injected instruction together.
 */
export const declaredTexIn = (root: Element): ReadonlyArray<readonly [Element, string]> => {
  const all = elementsIn(root, mayDeclareTex).map((element) => [element, declaredTexOf(element)] as const)
  const isProse = new Set(all.flatMap(([, tex]) => unknownWordsIn(tex))).size > maxWords
  return all.filter(([, tex]) => isFormula(tex) && !(isProse && unknownWordsIn(tex).length > 0))
}

// --- private --------------------------------------------------------------------------

const unknownWordsIn = (tex: string): ReadonlyArray<string> =>
  wordsIn(tex.toLowerCase()).filter((word) => !knownWords.has(word))

/** Different words in letters of text, on a page. */
const maxWords = 2

/** Words and indices of formulas; none of them is an order. */
const knownWords: ReadonlySet<string> = new Set(
  (
    "if is in or and for otherwise where max min avg tot total eff ref const in out abs rel lim sup inf arg argmax " +
    "argmin sin cos tan log exp ln det tr rank diag span dim sgn sign mod softmax loss error rms std var cov mean " +
    "accuracy precision recall score input output data model true false positive negative " +
    "kg km cm mm ms nm hz kv kw mol rad deg air gas ion atm sat crit kin pot obs pred train test val new old"
  ).split(" "),
)

/**
 * The TeX that an element declares, if the element shows nothing else than a picture, or the TeX itself; empty
 * otherwise. A cell of a spreadsheet has a formula, too, and shows its value.
 */
const declaredTexOf = (element: Element): string => {
  const tex = [...names].map((name) => element.getAttribute(name) ?? "").find((value) => value.trim() !== "") ?? ""
  if (tex === "" || nearest(element, excluded) !== null || first(element, "[data-math]") !== null) return ""
  const shown = lineOf(element)
  return shown === "" || shown === onOneLine(tex) ? tex : ""
}

const names: ReadonlySet<string> = new Set(["data-tex", "data-formula", "data-latex"])

/** Elements that aren't formulas or whose text is; renderers give the attribute to the parts of a formula, too. */
const excluded = "math, td[data-formula], th[data-formula], code, pre, input, textarea"
