/**
 * The price of the product that a page is about: it is what most readers come for, and too few words for any measure
 * of text. A declared price is looked for as a number; otherwise the first amount of money behind the title is taken.
 */
import type { Declared } from "../metadata/Declared.ts"
import type { Judged } from "./Model.ts"

/** The number of the block with the price; `undefined` where there is none, or the page declares no product. */
export const priceIn = ({ blocks, chances, titleAt }: Judged, { prices, types }: Declared): number | undefined => {
  if (!types.has("product") && !types.has("og:product")) return undefined
  const short = blocks.flatMap((block, at) => (block.words <= priceWords ? [{ ...block, at }] : []))
  const declared = short.filter(({ text }) => numbersIn(text).some((number) => prices.has(number)))
  const behind = (declared.find(({ at }) => at > titleAt) ?? declared.at(-1))?.at
  if (behind !== undefined || titleAt < 0) return behind
  return short.find(
    ({ at, prices: amounts }) =>
      amounts > 0 && at > titleAt && at <= titleAt + priceWithin && (chances[at] ?? 0) >= minChance,
  )?.at
}

// --- private --------------------------------------------------------------------------

/** Words of the longest block with a price, and blocks behind the title within which it stands. */
const priceWords = 12
const priceWithin = 40
/** The chance below which an amount that the page doesn't declare is another product's, or an offer of the shop's. */
const minChance = 0.05

/** The numbers of a text; a separator before two last digits is the decimal one, others group digits. */
const numbersIn = (text: string): ReadonlyArray<number> =>
  Array.from(text.matchAll(/\d[\d.,’' \u00a0\u202f]*/g), ([number]) => {
    const digits = number.replace(/[^\d]+$/, "")
    const [, whole = digits, cents = "0"] = /^(.*)[.,](\d\d)$/.exec(digits) ?? []
    return Number(`${whole.replace(/\D/g, "")}.${cents}`)
  })
