/**
 * The picture of an article's header. Beside the title, the author and share boxes its caption looks like one of these,
 * and takes the picture along.
 */
import { isApart } from "../model/Hints.ts"
import { figuresOf } from "../records/Figures.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Keeps the first figure with a caption that is beside the title and before the text. */
export const leadPicture: UnitRule = {
  name: "leadPicture",
  case: "The first picture of an article stands in its header, beside the author and share boxes.",
  phase: "unit",
  reads: { elements: ["figcaption", "figure", "img"], attributes: ["class", "role"], classes: ["caption"] },
  run: ({ kept, page }) => {
    const { blocks, copies, declaredTypes, titleAt } = page
    if (titleAt < 0 || ![...declaredTypes].some((type) => article.test(type))) return
    const text = blocks.findIndex(({ prose }, at) => at > titleAt && prose >= minText && kept[at] === true)
    if (text < 0 || text - titleAt > maxDistance) return
    const figures = figuresOf(page)
    for (let at = Math.max(0, titleAt - maxBefore); at < text; at++) {
      const figure = figures[at]
      if (figure === undefined || figure.blocks > maxBlocks || figure.first !== at) continue
      const own = blocks.slice(at, at + figure.blocks)
      if (own.some(({ controls, holder, words }) => controls > 0 || words > maxWords || isApart(holder))) continue
      for (let part = at; part < at + own.length; part++) kept[part] ||= copies[part] === 1 || part === at
      return
    }
  },
}

// --- private --------------------------------------------------------------------------

const article = /article|blogposting/
/** The minimum words of the text's first paragraph, and the maximum number of blocks between it and the title. */
const minText = 15
const maxDistance = 20
/** The maximum number of blocks between a picture and the title after it, and of blocks and words of a caption. */
const maxBefore = 2
const maxBlocks = 4
const maxWords = 80
