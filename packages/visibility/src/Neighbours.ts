/** The texts beside an element in its line. */
import { isElement, isText } from "./dom/Dom.ts"
import { isBlockName } from "./BlockNames.ts"

/** The text before or after an element in its line, with its white space; empty at the edge of a block. */
export const neighbourOf = (
  element: Element,
  next: "nextSibling" | "previousSibling",
  isNothing: (element: Element) => boolean,
): string => {
  const inner = next === "nextSibling" ? "firstChild" : "lastChild"
  let text = ""
  let steps = maxSteps
  /** Reads a node and those behind it; returns whether the line goes on. */
  const read = (start: Node | null): boolean => {
    for (let node = start; node !== null; node = node[next]) {
      if (steps-- === 0) return false
      if (isText(node)) {
        text = next === "nextSibling" ? text + node.data : node.data + text
        if (node.data.trim() !== "") return false
      } else if (isElement(node)) {
        if (isNothing(node)) continue
        if (isBlockName(node.localName) || node.localName === "br" || !read(node[inner])) return false
      }
    }
    return true
  }
  let at: Element | null = element
  while (at !== null && read(at[next])) {
    at = at.parentElement
    if (at === null || isBlockName(at.localName)) break
  }
  return text.slice(next === "nextSibling" ? 0 : -maxLength).slice(0, maxLength)
}

/** The element directly before or after one; `null` if a text is in between, or none is there. */
export const besideOf = (element: Element, next: "nextSibling" | "previousSibling"): Element | null => {
  let one = element[next]
  while (one !== null && isText(one) && one.data.trim() === "") one = one[next]
  return one !== null && isElement(one) ? one : null
}

// --- private --------------------------------------------------------------------------

/** Nodes that are read, and characters that are returned. */
const maxSteps = 40
const maxLength = 40
