/**
 * Drops elements without content, and separators of the page's layout: paragraphs of a single sign, left over from
 * bylines, trails and toggles, and rules that separate nothing. A row of asterisks or a dash separates scenes and
 * stays.
 */
import { childrenOf, first, isElement, isText, lineOf, unwrap } from "@porthole/visibility/dom"
import * as Vocabulary from "./Vocabulary.ts"

/**
 * Drops the empty elements and the separators below an element; table cells stay, because their position counts. Items
 * outside a list get one. Returns what is left.
 */
export const dropEmpty = (parent: Element): "nothing" | "space" | "content" => {
  let left: "nothing" | "space" | "content" = "nothing"
  let list: Element | undefined
  let rule: Element | undefined
  for (const child of childrenOf(parent)) {
    const inner = leftOf(child)
    if (isText(child)) {
      if (inner === "content") list = rule = undefined
    } else if (!isElement(child)) continue
    else if (child.localName === "hr") {
      if (rule === undefined && left === "content") rule = child
      else child.remove()
      continue
    } else if (inner === "content") {
      rule = undefined
      if (child.localName !== "li" || /^[ou]l$/.test(parent.localName)) list = undefined
      else {
        if (list === undefined) child.before((list = parent.ownerDocument.createElement("ul")))
        list.append(child)
      }
    } else if (child.localName === "br" || Vocabulary.cells.has(child.localName)) continue
    else if (inner === "nothing" || Vocabulary.blocks.has(child.localName)) {
      child.remove()
      continue
    } else unwrap(child)
    if (inner === "content" || left === "nothing") left = inner
  }
  rule?.remove()
  return left
}

// --- private --------------------------------------------------------------------------

const leftOf = (node: Node): "nothing" | "space" | "content" => {
  if (isText(node)) return node.data === "" ? "nothing" : node.data.trim() === "" ? "space" : "content"
  if (!isElement(node) || node.localName === "br") return "nothing"
  if (Vocabulary.solid.has(node.localName)) return "content"
  const left = dropEmpty(node)
  return left === "content" && isMereSign(node) ? "nothing" : left
}

const sign = /^(?:[\s•·∙|+=/,:;.>‹›«»-]|[([{]\s*[)\]}]){1,5}$/

const isMereSign = (element: Element): boolean => {
  if (element.localName !== "p") return false
  // Most paragraphs begin with a word.
  const start = element.firstChild
  if (start !== null && isText(start) && /^\s?[\p{L}\p{N}]/u.test(start.data)) return false
  const line = lineOf(element)
  return sign.test(line) && !line.includes("..") && first(element, "img, [data-math], [data-task]") === null
}
