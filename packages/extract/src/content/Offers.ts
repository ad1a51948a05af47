/**
 * Lists of products with their prices. A product's card has few words, so it looks like the cards beside an article. A
 * list with a large share of the page's words is the purpose of the page, so it is main content unless it is very
 * unlikely.
 */
import type { Declared } from "../metadata/Declared.ts"
import type { Piece } from "./Cells.ts"
import type { Unit } from "./Units.ts"

/** The blocks of lists of products, and the units that are a page's main list. */
export interface Offers {
  readonly blocks: ReadonlySet<number>
  readonly main: ReadonlySet<Unit>
}

/** Finds the lists of products among a page's units; the page of one product has no main list. */
export const offersIn = (
  units: ReadonlyArray<Unit>,
  pieces: ReadonlyArray<Piece>,
  chances: ReadonlyArray<number>,
  { types }: Declared,
): Offers => {
  const likely = wordsOf(pieces.filter((_, at) => (chances[at] ?? 0) >= minLikely))
  const lists = units.flatMap((unit) => {
    const offers = unit.members.filter((at) => (pieces[at]?.prices ?? 0) > 0).length
    return offers < minOffers ? [] : [{ unit, offers }]
  })
  const main = lists.filter(
    ({ offers, unit: { chance, members, words } }) =>
      offers >= minMainOffers &&
      words <= offers * maxCardWords &&
      chance >= minChance &&
      words >= likely * minShare &&
      words >= wordsOf(pieces.slice(0, members[0]).filter(isText)) * minTextRatio,
  )
  return {
    blocks: new Set(lists.flatMap(({ unit }) => unit.members)),
    main: new Set(types.has("product") || types.has("productgroup") ? [] : main.map(({ unit }) => unit)),
  }
}

// --- private --------------------------------------------------------------------------

/** Minimum number of prices in a list of products, and in a shop's main list. */
const minOffers = 3
const minMainOffers = 8
/** Maximum mean number of words of a card, its price included. */
const maxCardWords = 60
/**
 * Minimum chance of a shop's main list, and its minimum share of the words in the page's likely blocks, those with at
 * least the chance `minLikely`.
 */
const minChance = 0.06
const minShare = 0.15
const minLikely = 0.1
/**
 * Minimum words of a main list, as a multiple of the text before it: a shorter list after a text shows related
 * products.
 */
const minTextRatio = 2
const minTextWords = 8

const isText = ({ linked, words }: Piece): boolean => words >= minTextWords && linked * 2 < words

const wordsOf = (pieces: ReadonlyArray<Piece>): number => pieces.reduce((sum, { words }) => sum + words, 0)
