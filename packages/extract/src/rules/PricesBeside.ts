/**
 * The other prices of a page's product: the one before a discount, and those of its packs and sizes. With one of them
 * alone nobody knows what it buys.
 */
import { type Block, type Holder, regionsOf } from "../model/Block.ts"
import { hintNames, isApart } from "../model/Hints.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Keeps the short rows with prices between a product's title and its text, where its price is kept. */
export const pricesBeside: UnitRule = {
  name: "pricesBeside",
  case: "A product's old price, and the packs with their prices, stand beside its price.",
  phase: "unit",
  reads: {},
  run: ({ chances, kept, needed, offers, page: { blocks, titleAt } }) => {
    if (needed === undefined) return
    const start = titleAt < 0 || titleAt > needed ? needed : titleAt + 1
    const text = blocks.findIndex(({ prose }, at) => at > needed && kept[at] === true && prose > 0)
    const end = Math.min(text < 0 ? needed + 1 : text, start + maxDistance)
    for (let at = start; at < end; at++) {
      const block = blocks[at]
      if (block === undefined || offers.has(at) || (chances[at] ?? 0) < minChance || !isPrice(block)) continue
      const row = rowOf(block.holder)
      if (row.linked > 0 || row.controls > 0) continue
      for (let part = row.first; part < row.first + row.blocks; part++) kept[part] = true
    }
  },
}

// --- private --------------------------------------------------------------------------

/** The maximum number of blocks in which the rows are, and of a row's blocks and words. */
const maxDistance = 60
const maxBlocks = 6
const maxWords = 30
/** The chance below which a price is another product's. */
const minChance = 0.1
const surroundings = regionsOf("nav", "header", "footer", "aside", "dialog", "link")
const basketBit = hintNames.indexOf("account")

const isPrice = ({ holder, prices, prose }: Block): boolean =>
  prices > 0 &&
  prose === 0 &&
  holder.words <= maxWords &&
  (holder.regions & surroundings) === 0 &&
  holder.hinted[basketBit] === undefined &&
  !isApart(holder)

/** The outermost short element around a price. */
const rowOf = (holder: Holder): Holder => {
  let row = holder
  while (row.parent !== undefined && row.parent.blocks <= maxBlocks && row.parent.words <= maxWords) row = row.parent
  return row
}
