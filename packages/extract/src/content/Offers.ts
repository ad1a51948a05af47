/**
 * Lists of products with their prices. Cards of few words look like those beside an article or a product; a list that
 * is much of what a page says is what the page is for, so it is main content if it isn't all too unlikely.
 */
import type { Piece } from "./Cells.ts"
import type { Unit } from "./Units.ts"

/** The blocks of lists of products, and the units that are a page's main list. */
export interface Offers {
  readonly blocks: ReadonlySet<number>
  readonly main: ReadonlySet<Unit>
}

/** Finds the lists of products among a page's units. */
export const offersIn = (
  units: ReadonlyArray<Unit>,
  pieces: ReadonlyArray<Piece>,
  chances: ReadonlyArray<number>,
): Offers => {
  const likely = wordsOf(pieces.filter((_, at) => (chances[at] ?? 0) >= minLikely))
  const lists = units.flatMap((unit) => {
    const offers = unit.members.filter((at) => (pieces[at]?.prices ?? 0) > 0).length
    return offers < few ? [] : [{ unit, offers }]
  })
  const main = lists.filter(
    ({ offers, unit: { chance, members, words } }) =>
      offers >= many &&
      words <= offers * card &&
      chance >= minChance &&
      words >= likely * share &&
      words >= wordsOf(pieces.slice(0, members[0]).filter(isText)) * textPart,
  )
  return {
    blocks: new Set(lists.flatMap(({ unit }) => unit.members)),
    main: new Set(main.map(({ unit }) => unit)),
  }
}

// --- private --------------------------------------------------------------------------

/** Prices of a list of products, and of a shop's main list. */
const few = 3
const many = 8
/** Words of a card, its price included. */
const card = 60
/**
 * The chance of a shop's main list, and its share of the words that have a chance. Of the lists that the model drops,
 * half of the words of those above both are content by weights that didn't see the page, and a tenth of the others'.
 */
const minChance = 0.12
const share = 0.15
const minLikely = 0.1
/** How many times the text before it a main list is: behind a longer one stand related products. */
const textPart = 2
const textWords = 8

const isText = ({ linked, words }: Piece): boolean => words >= textWords && linked * 2 < words

const wordsOf = (pieces: ReadonlyArray<Piece>): number => pieces.reduce((sum, { words }) => sum + words, 0)
