/**
 * The other prices of a page's product: the one before a discount, and those of its packs and sizes. With one of them
 * alone nobody knows what it buys.
 */
import { type Block, type Holder, regionsOf } from "../model/Block.ts"
import { hintNames, isApart } from "../model/Hints.ts"
import type { Choice } from "../phases/Choice.ts"
import { isInCard } from "../phases/Part.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Keeps the short rows with a kept price, and those with prices between a product's title and its text. */
export const pricesBeside: UnitRule = {
  name: "pricesBeside",
  case: "A product's old price, and the packs with their prices, stand beside its price.",
  phase: "unit",
  reads: {},
  run: (choice) => {
    const { chances, kept, needed, offers, page } = choice
    const { from, to } = headOf(choice)
    page.blocks.forEach((block, at) => {
      const isOwn = at >= from && at < to && (chances[at] ?? 0) >= minChance && isPlain(block) && !offers.has(at)
      if ((kept[at] !== true && !isOwn) || !isPrice(block) || !isRow(block.holder)) return
      if (!isOwn && isInCard(block.holder, choice)) return
      const row = rowOf(block.holder)
      if (row.blocks === 1 && at > (needed ?? at) + maxAlone) return
      for (let part = row.first; part < row.first + row.blocks; part++) kept[part] = true
    })
  },
}

// --- private --------------------------------------------------------------------------

/** The maximum number of blocks in which the rows are, and of a row's blocks and words. */
const maxDistance = 60
/** How far behind the product's price another one without words beside it may be. */
const maxAlone = 3
const maxBlocks = 6
const maxWords = 30
/** The chance below which a price is another product's. */
const minChance = 0.1
const surroundings = regionsOf("nav", "header", "footer", "aside", "dialog", "link")
const basketBit = hintNames.indexOf("account")

/** The blocks between a product's title and its text; none if the page has no product with a price. */
const headOf = ({
  kept,
  needed,
  page: { blocks, titleAt },
}: Choice): { readonly from: number; readonly to: number } => {
  if (needed === undefined) return { from: 0, to: 0 }
  const from = titleAt < 0 || titleAt > needed ? needed : titleAt + 1
  const text = blocks.findIndex(({ prose }, at) => at > needed && kept[at] === true && prose > 0)
  return { from, to: Math.min(text < 0 ? needed + 1 : text, from + maxDistance) }
}

const isPrice = ({ prices, prose }: Block): boolean => prices > 0 && prose === 0

const isPlain = ({ holder }: Block): boolean =>
  (holder.regions & surroundings) === 0 && holder.hinted[basketBit] === undefined && !isApart(holder)

/** The outermost short element around a price, without links and controls. */
const rowOf = (holder: Holder): Holder => {
  let row = holder
  while (row.parent !== undefined && isRow(row.parent)) row = row.parent
  return row
}

const isRow = ({ blocks, controls, linked, words }: Holder): boolean =>
  blocks <= maxBlocks && words <= maxWords && linked === 0 && controls === 0
