/**
 * What a shop says of a product beside its price: a description and a list of features that are short beside the
 * shop's terms, which raise the page's threshold, and the sentence that says whether one can buy it.
 */
import { type Block, regionsOf } from "../model/Block.ts"
import { isApart } from "../model/Hints.ts"
import { chanceWithin, isInCard } from "../phases/Part.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Keeps likely texts and items from before a kept price to the text behind it, and its form's line on the stock. */
export const productText: UnitRule = {
  name: "productText",
  case: "A product's features go beside long terms of the shop, and so does the line that it is sold out.",
  phase: "unit",
  reads: { elements: ["form"] },
  run: (choice) => {
    const { chances, kept, needed, offers, page } = choice
    if (needed === undefined || kept[needed] !== true) return
    const text = page.blocks.findIndex((block, at) => at > needed && kept[at] === true && isText(block))
    const start = Math.max(0, needed - maxBefore)
    const hasText = page.blocks.slice(start, needed).some((block, at) => kept[start + at] === true && isText(block))
    const end = Math.min(text < 0 ? page.blocks.length : text, needed + maxAfter)
    let isSentenceLeft = true
    for (let at = start; at < end; at++) {
      const block = page.blocks[at]
      if (block === undefined || kept[at] === true || offers.has(at) || !isPlain(block)) continue
      const isSentence = isSentenceLeft && at > needed && isOfForm(block)
      if (!isSentence && (hasText || (!isText(block) && block.holder.name !== "li"))) continue
      const { name, parent = block.holder } = block.holder
      const chance = name === "li" ? chanceWithin(parent, choice) : (chances[at] ?? 0)
      if (chance < (isSentence ? minSentence : minLine) || isInCard(block.holder, choice)) continue
      kept[at] = true
      if (isSentence) isSentenceLeft = false
    }
  },
}

// --- private --------------------------------------------------------------------------

/** How many blocks before the price, and behind it, are looked at. */
const maxBefore = 12
const maxAfter = 30
/** The chances below which a line is none of the product, and a sentence none of its form. */
const minLine = 0.28
const minSentence = 0.05
const maxSentence = 40
const minWords = 2
const formBit = regionsOf("form")
const surroundings = regionsOf("nav", "header", "footer", "dialog", "link")

/** Whether a block is text, not a price. */
const isText = ({ prices, prose }: Block): boolean => prose > 0 && prices === 0

const isPlain = ({ controls, holder, linked, words }: Block): boolean =>
  linked === 0 && controls === 0 && words >= minWords && (holder.regions & surroundings) === 0 && !isApart(holder)

/** Whether a block is a short line in a form, and says whether the product is there. */
const isOfForm = ({ holder, text, words }: Block): boolean =>
  words <= maxSentence && (holder.regions & formBit) !== 0 && ofStock.test(text.slice(0, maxText))

const maxText = 400
const ofStock =
  /(?:^|[^a-z])(?:(?:in|out of|en|de) stock|sold out|unavailable|auf lager|lieferbar|ausverkauft|épuisé|agotado|esaurito|uitverkocht)(?![a-z])/i
