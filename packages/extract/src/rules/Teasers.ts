/**
 * Lists of teasers after or between paragraphs: cards with a picture and a linked heading, each for another page. One
 * card of them may read like the text's own words; together they don't, so they have one fate. On a page of cards,
 * which begins with them and has little text beside them, they are the content.
 */
import { first, nearest, select } from "@porthole/visibility/dom"
import type { Piece } from "../records/Cells.ts"
import type { RecordList, Records } from "../records/Records.ts"
import type { BlockRule } from "../phases/Rule.ts"

/** Makes the blocks of teasers unlikely. */
export const teasers: BlockRule = {
  name: "teasers",
  case: "Cards for other pages after a text go, however much one reads like text.",
  phase: "block",
  reads: { elements: ["a", "h1", "h2", "h3", "h4", "h5", "h6", "img"], attributes: ["href"] },
  run: ({ blocks, body, chances, records }) => {
    for (const at of teasersIn(blocks, chances, records, body)) chances[at] = 0
  },
}

/** The indexes of the blocks of such lists. */
export const teasersIn = (
  pieces: ReadonlyArray<Piece>,
  chances: ReadonlyArray<number>,
  records: Records,
  body: Element,
): ReadonlyArray<number> => {
  const cards = cardsIn(records, body)
  const lists = new Set(records.lists.filter((list) => areTeasers(list.records.map((record) => cards.get(record)))))
  if (lists.size === 0) return []
  const membersOf = new Map<RecordList, Array<number>>(Array.from(lists, (list) => [list, []]))
  const textBefore = [0]
  for (const [at, { element, prose }] of pieces.entries()) {
    const own = records.recordsAt(element).filter(({ list }) => lists.has(list))
    for (const { list } of own) membersOf.get(list)?.push(at)
    textBefore.push((textBefore[at] ?? 0) + (own.length > 0 ? 0 : prose * (chances[at] ?? 0)))
  }
  return [...membersOf.values()]
    .filter((members) => {
      const words = members.reduce((sum, at) => sum + (pieces[at]?.words ?? 0), 0)
      const outside = textBefore.at(-1) ?? 0
      return (textBefore[members[0] ?? 0] ?? 0) >= words && outside >= words * minTextRatio
    })
    .flat()
}

// --- private --------------------------------------------------------------------------

/** Minimum likely words of prose outside of such lists, as a multiple of the list's words. */
const minTextRatio = 2
/** The share of a list's records that must be teasers, and that their different pages must be of the records. */
const minShare = 0.8

/** What a record links. */
interface Card {
  readonly pages: Set<string>
  hasTitle: boolean
  hasPicture: boolean
}

const headings = "h1, h2, h3, h4, h5, h6"

/** The records with links or pictures. One pass over both, because records nest. */
const cardsIn = ({ lists, recordsAt }: Records, body: Element): ReadonlyMap<Element, Card> => {
  const cards = new Map(
    lists.flatMap(({ records }) =>
      records.map((record): [Element, Card] => [record, { pages: new Set(), hasTitle: false, hasPicture: false }]),
    ),
  )
  for (const link of select(body, "a[href]")) {
    const page = (link.getAttribute("href") ?? "").split("#", 1)[0] ?? ""
    if (page === "") continue
    const isTitle = first(link, headings) !== null || nearest(link, headings) !== null
    for (const { record } of recordsAt(link)) {
      const card = cards.get(record)
      card?.pages.add(page)
      if (card !== undefined) card.hasTitle ||= isTitle || record === link
    }
  }
  for (const picture of select(body, "img"))
    for (const { record } of recordsAt(picture)) {
      const card = cards.get(record)
      if (card !== undefined) card.hasPicture = true
    }
  return cards
}

const areTeasers = (cards: ReadonlyArray<Card | undefined>): boolean => {
  const teasers = cards.filter((card) => card?.pages.size === 1 && card.hasTitle && card.hasPicture)
  const pages = new Set(teasers.flatMap((card) => [...(card?.pages ?? [])]))
  return Math.min(teasers.length, pages.size) >= cards.length * minShare
}
