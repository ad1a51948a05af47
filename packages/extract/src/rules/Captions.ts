/** Captions of pictures. One with a linked credit has few words, and many of them linked. */
import { type Figure, figuresOf } from "../records/Figures.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Keeps the captions of pictures, and of galleries, that stand between kept texts. */
export const captions: UnitRule = {
  name: "captions",
  case: "A caption with a linked credit looks like clutter, and takes its picture along.",
  phase: "unit",
  reads: { elements: ["figcaption", "figure", "img"], attributes: ["class", "role"], classes: ["caption"] },
  run: ({ kept, page }) => {
    for (const at of captionsBetween(figuresOf(page.blocks, page.root), kept)) kept[at] = true
  },
}

/** The indexes of the blocks of captions in rows of figures whose neighbours are kept. */
export const captionsBetween = (
  figures: ReadonlyArray<Figure | undefined>,
  kept: ReadonlyArray<boolean>,
): ReadonlyArray<number> => {
  const found: Array<number> = []
  for (let at = 0; at < figures.length; at++) {
    if (figures[at] === undefined) continue
    let end = at
    while (figures[end] !== undefined) end++
    const [before = kept[end], after = before] = [kept[at - 1], kept[end]]
    if (before === true && after) for (let own = at; own < end; own++) found.push(own)
    at = end
  }
  return found
}
