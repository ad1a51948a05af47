/**
 * Drops elements without content, and separators of the page's layout: paragraphs of a mere sign, as bylines, trails
 * and toggles leave them, and rules that separate nothing. A row of asterisks or a dash separates scenes and stays.
 */
import { childrenOf, isElement, isText, lineOf, unwrap } from "../tree/Dom.ts"
import { first } from "../tree/Select.ts"
import * as Vocabulary from "./Vocabulary.ts"

/**
 * Drops the empty elements below another; cells of tables stay, because their place counts. Items that stand in no list
 * are put into one. Returns what is left.
 */
export const dropEmpty = (parent: Element): "nothing" | "space" | "content" => {
  let left: "nothing" | "space" | "content" = "nothing"
  let list: Element | undefined
  for (const child of childrenOf(parent)) {
    if (isText(child)) {
      const isBlank = child.data.trim() === ""
      if (child.data !== "" && left !== "content") left = isBlank ? "space" : "content"
      if (!isBlank) list = undefined
    } else if (isElement(child)) {
      const name = child.localName
      const inner = name === "br" ? "nothing" : Vocabulary.solid.has(name) ? "content" : dropEmpty(child)
      if (inner === "content") {
        left = "content"
        const isStray = name === "li" && !/^[ou]l$/.test(parent.localName)
        if (isStray && list === undefined) child.before((list = parent.ownerDocument.createElement("ul")))
        if (isStray) list?.append(child)
        else list = undefined
      } else if (name === "br" || Vocabulary.cells.has(name)) continue
      else if (inner === "nothing" || Vocabulary.blocks.has(name)) child.remove()
      else {
        unwrap(child)
        if (left === "nothing") left = "space"
      }
    }
  }
  return left
}

/** Drops the separators of cleaned content. */
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
  if (element.localName !== "p") return false
  // Most paragraphs begin with a word.
  const start = element.firstChild
  if (start !== null && isText(start) && /^\s?[\p{L}\p{N}]/u.test(start.data)) return false
  const line = lineOf(element)
  return sign.test(line) && !line.includes("..") && first(element, "img, [data-math], [data-task]") === null
}
