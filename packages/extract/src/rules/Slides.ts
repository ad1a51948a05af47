/** Captions in a carousel of pictures: the model takes them for cards of other pages, but they lead nowhere. */
import type { Block, Holder } from "../model/Block.ts"
import { hintNames, isApart } from "../model/Hints.ts"
import type { Choice } from "../phases/Choice.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Keeps the sentences below the pictures of a carousel beside a kept text. */
export const slides: UnitRule = {
  name: "slides",
  case: "The captions in a carousel go, though no link says that they are cards of other pages.",
  phase: "unit",
  reads: {},
  run: (choice) => {
    if (!choice.kept.includes(true)) return
    for (const found of rowsIn(choice)) {
      if (found.length >= minSlides) for (const at of found) choice.kept[at] = true
    }
  },
}

// --- private --------------------------------------------------------------------------

const sliderBit = hintNames.indexOf("slider")
const minSlides = 3
/** How far above a caption its slide may be, and the maximum words of a slide. */
const maxSteps = 6
const maxWords = 100
/** The chance below which a caption is none of the text. */
const minChance = 0.2

/** The captions, by the element around their slides. */
const rowsIn = ({ chances, page }: Choice): Iterable<ReadonlyArray<number>> => {
  const rows = new Map<Holder, Array<number>>()
  page.blocks.forEach((block, at) => {
    if (block.prose === 0 || (chances[at] ?? 0) < minChance) return
    const slide = slideOf(block)
    const row = slide === undefined || isApart(slide) ? undefined : slide.parent
    const found = row === undefined ? undefined : rows.get(row)
    if (found !== undefined) found.push(at)
    else if (row !== undefined) rows.set(row, [at])
  })
  return rows.values()
}

/** The outermost short element with one picture or more around a caption, without links, in a carousel. */
const slideOf = ({ holder }: Block): Holder | undefined => {
  if (holder.hinted[sliderBit] === undefined) return undefined
  let slide: Holder | undefined
  let at: Holder | undefined = holder
  for (let step = 0; step <= maxSteps && at !== undefined && at.words <= maxWords && at.linked === 0; step++) {
    if (at.images > 0 && slide === undefined) slide = at
    at = at.parent
  }
  return slide === undefined || slide.heading > 0 || slide.prices > 0 ? undefined : outermost(slide)
}

/** The element around one slide alone. */
const outermost = (slide: Holder): Holder => {
  let at = slide
  while (at.parent?.blocks === at.blocks && at.parent.images === at.images) at = at.parent
  return at
}
