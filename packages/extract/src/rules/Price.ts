/**
 * The price of a page's product: most readers come for it, but it has too few words for any measure of text. A declared
 * price is searched as a number; otherwise the first amount of money after the title counts, on a page that declares
 * nothing the one beside the button to buy.
 */
import { numbersIn } from "../metadata/Amounts.ts"
import type { Declared } from "../metadata/Declared.ts"
import { type Block, type Holder, regionsOf } from "../model/Block.ts"
import { hintNames } from "../model/Hints.ts"
import type { Judged } from "../model/Model.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Keeps the price of the page's product. */
export const price: UnitRule = {
  name: "price",
  case: "The price of a product is what most readers come for, but it has hardly any words.",
  phase: "unit",
  reads: { elements: ["form"] },
  run: (choice) => {
    choice.needed = priceIn(choice.page, choice.declared, choice.offers)
    if (choice.needed !== undefined) choice.kept[choice.needed] = true
  },
}

/**
 * The index of the block with the price; `undefined` where there is none, or the page neither declares a product or a
 * price nor has a form with one. The blocks of lists of products, whose prices aren't the page's, are `others`.
 */
export const priceIn = (
  { blocks, chances, titleAt }: Pick<Judged, "blocks" | "chances" | "titleAt">,
  { prices, types }: Declared,
  others: ReadonlySet<number>,
): number | undefined => {
  const isProduct = types.has("product") || types.has("og:product")
  if (!isProduct && prices.size === 0)
    return others.size > 0 || [...types].some(isArticle) ? undefined : inFormIn(blocks, titleAt)
  const short = blocks.flatMap((block, at) => (block.words <= maxPriceWords ? [{ ...block, at }] : []))
  const declared = short.filter(({ text }) => numbersIn(text).some((number) => prices.has(number)))
  const behind = (declared.find(({ at }) => at > titleAt) ?? declared.at(-1))?.at
  if (behind !== undefined || titleAt < 0 || !isProduct) return behind
  const beside = short.find(
    ({ at, prices: amounts }) =>
      amounts > 0 && !others.has(at) && at > titleAt && at <= titleAt + maxDistance && (chances[at] ?? 0) >= minChance,
  )
  return beside?.at ?? inFormIn(blocks, titleAt)
}

// --- private --------------------------------------------------------------------------

/** Whether forms on a page of a type ask to subscribe or to donate. Shops declare `og:article`, too. */
const isArticle = (type: string): boolean =>
  !type.startsWith("og:") && (type.includes("article") || type.includes("blogposting"))

/** The index of the price in or beside the only form with one behind the title: it buys what the title names. */
const inFormIn = (blocks: ReadonlyArray<Block>, titleAt: number): number | undefined => {
  if (titleAt < 0) return undefined
  const found = new Map<number, Holder>()
  const baskets = basketsIn(blocks)
  blocks.forEach(({ holder, prices, words }, at) => {
    const form =
      prices > 0 && words <= maxPriceWords ? (formAround(holder) ?? basketBeside(holder, baskets)) : undefined
    if (form !== undefined && form.first > titleAt && holder.hinted[filterBit] === undefined) found.set(at, form)
  })
  const [first] = found.keys()
  const areOne = found.size <= maxInForm && new Set(found.values()).size === 1
  return first !== undefined && areOne && first <= titleAt + maxDistance ? first : undefined
}

/** The forms that are named a basket, by the elements directly around them. */
const basketsIn = (blocks: ReadonlyArray<Block>): ReadonlyMap<Holder, Holder> => {
  const found = new Map<Holder, Holder>()
  for (const { holder } of blocks) {
    const form = formAround(holder)
    if (form?.parent !== undefined && form.hinted[basketBit] === form) found.set(form.parent, form)
  }
  return found
}

const basketBeside = (holder: Holder, baskets: ReadonlyMap<Holder, Holder>): Holder | undefined => {
  let at: Holder | undefined = baskets.size === 0 ? undefined : holder
  while (at !== undefined && !baskets.has(at)) at = at.parent
  return at === undefined ? undefined : baskets.get(at)
}

/** The form around a block. */
const formAround = (holder: Holder): Holder | undefined => {
  let at: Holder | undefined = (holder.regions & formBit) === 0 ? undefined : holder
  while (at !== undefined && at.name !== "form") at = at.parent
  return at
}

const formBit = regionsOf("form")
const [basketBit, filterBit] = [hintNames.indexOf("account"), hintNames.indexOf("filter")]
/** Maximum prices of a form that buys one thing: its price, the one before, and what one saves. */
const maxInForm = 3

/** Maximum words of a block with the price, and maximum blocks between it and the title. */
const maxPriceWords = 12
const maxDistance = 40
/** The chance below which an undeclared amount is another product's, or an offer of the shop. */
const minChance = 0.05
