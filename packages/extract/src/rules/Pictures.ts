/** Pictures without text. */
import { isElement, nearest } from "@porthole/visibility/dom"
import { figuresOf } from "../records/Figures.ts"
import type { Choice } from "../phases/Choice.ts"
import type { UnitRule } from "../phases/Rule.ts"

/**
 * Drops pictures, unless both their neighbours stay; at the page's ends there is only one. A picture with a caption
 * goes with the caption, and one in a cell with its row, or with the row below if that has all of the text.
 */
export const pictures: UnitRule = {
  name: "pictures",
  case: "A picture goes with its caption, or with the text before or after it.",
  phase: "unit",
  reads: { elements: ["figcaption", "figure", "img", "tr"], attributes: ["class", "role"], classes: ["caption"] },
  run: (choice) => {
    const { kept, page, wordless } = choice
    const figures = figuresOf(page)
    for (const { at, nodes } of page.pictures) {
      const [node] = nodes
      const figure = [figures[at], figures[at - 1]].find(
        (one) =>
          one !== undefined && node !== undefined && one.element.contains(isElement(node) ? node : node.parentNode),
      )
      const isKept =
        figure === undefined
          ? (kept[at - 1] !== false && kept[at] !== false) || isInKeptRow(node, at, choice)
          : kept.slice(figure.first, figure.first + figure.blocks).includes(true)
      if (!isKept) wordless.push(...nodes)
    }
  },
}

// --- private --------------------------------------------------------------------------

const isInKeptRow = (node: ChildNode | undefined, at: number, { kept, page: { blocks } }: Choice): boolean => {
  const row = node === undefined ? null : nearest(isElement(node) ? node : node.parentElement, "tr")
  if (row === null) return false
  const isIn = (some: Element | null, block: number): boolean => {
    const text = blocks[block]?.element
    return kept[block] === true && text !== undefined && some?.contains(text) === true
  }
  return isIn(row, at - 1) || isIn(row, at) || isIn(row.nextElementSibling, at)
}
