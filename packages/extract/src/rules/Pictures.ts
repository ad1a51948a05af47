/** Pictures without text. */
import { isElement } from "@porthole/visibility/dom"
import { figuresOf } from "../records/Figures.ts"
import type { UnitRule } from "../phases/Rule.ts"

/**
 * Drops pictures, unless both their neighbours stay; at the page's ends there is only one. A picture with a caption
 * goes with the caption.
 */
export const pictures: UnitRule = {
  name: "pictures",
  case: "A picture goes with its caption, or with the text before or after it.",
  phase: "unit",
  reads: { elements: ["figcaption", "figure", "img"], attributes: ["class", "role"], classes: ["caption"] },
  run: ({ kept, page, wordless }) => {
    const figures = figuresOf(page)
    for (const { at, nodes } of page.pictures) {
      const [node] = nodes
      const figure = [figures[at], figures[at - 1]].find(
        (one) =>
          one !== undefined && node !== undefined && one.element.contains(isElement(node) ? node : node.parentNode),
      )
      const isKept =
        figure === undefined
          ? kept[at - 1] !== false && kept[at] !== false
          : kept.slice(figure.first, figure.first + figure.blocks).includes(true)
      if (!isKept) wordless.push(...nodes)
    }
  },
}
