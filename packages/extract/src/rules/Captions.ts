/** Captions of pictures. One with a linked credit has few words, and many of them linked. */
import type { Block } from "../model/Block.ts"
import { type Figure, figuresOf } from "../records/Figures.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Keeps the captions of pictures, and of galleries, between kept texts or beside one in the same part of the page. */
export const captions: UnitRule = {
  name: "captions",
  case: "A caption with a linked credit looks like clutter, and takes its picture along.",
  phase: "unit",
  reads: { elements: ["figcaption", "figure", "img"], attributes: ["class", "role"], classes: ["caption"] },
  run: ({ kept, page }) => {
    const figures = figuresOf(page)
    const shown = new Set<string>()
    for (const at of captionsBeside(page.blocks, figures, kept)) {
      const { text = "", words = 0 } = page.blocks[at] ?? {}
      const isShort = words <= maxCreditWords
      // A short text that several pictures have alone is a credit; a long one is the caption of a picture shown twice.
      if (page.copies[at] !== 1 && (isShort ? figures[at]?.blocks === 1 : shown.has(text))) continue
      shown.add(text)
      kept[at] = true
    }
  },
}

/** The indexes of the blocks of captions in rows of figures beside kept texts. */
export const captionsBeside = (
  blocks: ReadonlyArray<Block>,
  figures: ReadonlyArray<Figure | undefined>,
  kept: ReadonlyArray<boolean>,
): ReadonlyArray<number> => {
  const found: Array<number> = []
  for (let at = 0; at < figures.length; at++) {
    if (figures[at] === undefined) continue
    let end = at
    while (figures[end] !== undefined) end++
    const [before = kept[end], after = before] = [kept[at - 1], kept[end]]
    const isBeside = (text: number, figure: number): boolean =>
      kept[text] === true && areInOnePart(blocks[text], figures[figure])
    const isBetween = before === true && after
    if (isBetween || isBeside(at - 1, at) || isBeside(end, end - 1))
      for (let own = at; own < end; own++) if (isBetween || !isCredit(blocks[own])) found.push(own)
    at = end
  }
  return found
}

// --- private --------------------------------------------------------------------------

/** How many boxes may be around a figure beside a paragraph. */
const maxBoxes = 3

/** Whether a short text only says who made a picture. */
const isCredit = (block: Block | undefined): boolean =>
  block !== undefined && block.words <= maxCreditWords && /^\(?(?:©|c\)|\p{L}{1,20}:\s)/iu.test(block.text)

const maxCreditWords = 6

/** Whether a text reads like prose and is a sibling of a figure, or of the box around it. */
const areInOnePart = (text: Block | undefined, figure: Figure | undefined): boolean => {
  let around = figure?.parent
  for (let step = 1; step < maxBoxes && around !== undefined && around !== text?.holder.parent; step++)
    around = around.parent
  return text !== undefined && text.prose > 0 && around !== undefined && around === text.holder.parent
}
