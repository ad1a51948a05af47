/**
 * Drops what only set things apart on the page: paragraphs of a mere sign, as bylines, trails and toggles leave them,
 * and rules that part nothing. A row of asterisks or a dash parts scenes and stays.
 */
import { childrenOf, isElement, isText, lineOf } from "../tree/Dom.ts"
import { first } from "../tree/Select.ts"
import * as Vocabulary from "./Vocabulary.ts"

/** Drops them within cleaned content. */
export const dropSeparators = (parent: Element): void => {
  let rule: Element | undefined
  let isAfterContent = false
  for (const child of childrenOf(parent)) {
    if (isElement(child) && child.localName === "hr") {
      if (rule === undefined && isAfterContent) rule = child
      else child.remove()
      continue
    }
    if (isElement(child) && !Vocabulary.solid.has(child.localName)) dropSeparators(child)
    if (isElement(child) && isMereSign(child)) child.remove()
    else if (!isText(child) || child.data.trim() !== "") {
      rule = undefined
      isAfterContent = true
    }
  }
  rule?.remove()
}

// --- private --------------------------------------------------------------------------

const sign = /^(?:[\s•·∙|+=/,:;.>‹›«»-]|[([{]\s*[)\]}]){1,5}$/

const isMereSign = (element: Element): boolean => {
  if (element.localName !== "p" || first(element, "img, [data-math], [data-task]") !== null) return false
  const line = lineOf(element)
  return sign.test(line) && !line.includes("..")
}
