/**
 * Lists of products with their prices. A product's card has few words, so it looks like the cards beside an article. A
 * list with a large share of the page's words is the purpose of the page, and a list before the page's text whose cards
 * repeat its title offers editions and parts of its product: both are main content unless they are very unlikely.
 * Without the rule such a list is lost in silence.
 */
import type { Declared } from "../metadata/Declared.ts"
import type { Piece } from "../records/Cells.ts"
import { wordsOf } from "../model/WordNumbers.ts"
import type { Judged } from "../model/Model.ts"
import type { Unit } from "../phases/Joining.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Keeps the lists of products that are what the page is for. */
export const offers: UnitRule = {
  name: "offers",
  case: "The cards of a shop's products are content, though they have few words.",
  phase: "unit",
  reads: {},
  run: (choice) => {
    const { blocks, main } = offersIn(choice.units, choice.page.blocks, choice.page, choice.declared)
    choice.offers = blocks
    const isKept = ([at = -1]: ReadonlyArray<number> = []): boolean => choice.kept[at] === true
    for (const { core, members } of main)
      if (core === undefined || isKept(choice.units[core]?.members)) for (const at of members) choice.kept[at] = true
  },
}

/** The blocks of lists of products, and the units that are a page's main lists. */
export interface Offers {
  readonly blocks: ReadonlySet<number>
  readonly main: ReadonlySet<Unit>
}

/** Finds the lists of products among a page's units; the page of one product has no main list but its own offers. */
export const offersIn = (
  units: ReadonlyArray<Unit>,
  pieces: ReadonlyArray<Piece>,
  { chances, titleAt }: Pick<Judged, "chances" | "titleAt">,
  { types }: Declared,
): Offers => {
  const lists = units.flatMap((unit) => {
    const offers = unit.members.filter((at) => (pieces[at]?.prices ?? 0) > 0).length
    return offers < minOffers ? [] : [{ unit, offers }]
  })
  if (lists.length === 0) return { blocks: new Set(), main: new Set() }
  const likely = countOf(pieces.filter((_, at) => (chances[at] ?? 0) >= minLikely))
  const isOfOne = types.has("product") || types.has("productgroup")
  const title = new Set(wordsOf(pieces[titleAt]?.text ?? "").slice(0, maxTitleWords))
  const proseBefore = [0]
  pieces.forEach(({ prose }, at) => {
    proseBefore.push((proseBefore[at] ?? 0) + prose * (chances[at] ?? 0))
  })
  const isMain = ({ offers, unit: { members, words } }: List): boolean =>
    !isOfOne &&
    offers >= minMainOffers &&
    words >= likely * minShare &&
    words >= countOf(pieces.slice(0, members[0]).filter(isText)) * minTextRatio
  const isOwn = ({ offers, unit: { members } }: List): boolean => {
    if ((proseBefore[members[0] ?? 0] ?? 0) * 2 > (proseBefore.at(-1) ?? 0)) return false
    const texts = members.map((at) => new Set(wordsOf(pieces[at]?.text ?? "")))
    const repeated = [...title].filter((word) => texts.filter((text) => text.has(word)).length >= offers)
    return repeated.length > title.size * minTitleShare
  }
  const main = lists.filter(
    (list) =>
      list.unit.words <= list.offers * maxCardWords && list.unit.chance >= minChance && (isMain(list) || isOwn(list)),
  )
  return { blocks: new Set(lists.flatMap(({ unit }) => unit.members)), main: new Set(main.map(({ unit }) => unit)) }
}

// --- private --------------------------------------------------------------------------

interface List {
  readonly unit: Unit
  /** The number of its prices. */
  readonly offers: number
}

/** Minimum number of prices in a list of products, and in a shop's main list. */
const minOffers = 3
const minMainOffers = 8
/** Maximum mean number of words of a card, its price included. */
const maxCardWords = 60
/**
 * Minimum chance of a shop's main list, and its minimum share of the words in the page's likely blocks, those with at
 * least the chance `minLikely`.
 */
const minChance = 0.05
const minShare = 0.15
const minLikely = 0.1
/**
 * Minimum words of a main list, as a multiple of the text before it: a shorter list after a text shows related
 * products.
 */
const minTextRatio = 2
const minTextWords = 8
/** Maximum words of the title that are compared, because the cost grows with them. */
const maxTitleWords = 40
/** The share of the title's words above which offers that all repeat them are the product's own. */
const minTitleShare = 0.5

const isText = ({ linked, words }: Piece): boolean => words >= minTextWords && linked * 2 < words

const countOf = (pieces: ReadonlyArray<Piece>): number => pieces.reduce((sum, { words }) => sum + words, 0)
