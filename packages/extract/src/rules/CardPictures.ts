/** Pictures in the cards of a list, of which a page may have a hundred. */
import { first, lineOf, select } from "@porthole/visibility/dom"
import { isCaptionedPicture } from "../records/Figures.ts"
import type { Records } from "../records/Records.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Drops the redundant pictures of cards. */
export const cardPictures: UnitRule = {
  name: "cardPictures",
  case: "The pictures of a hundred cards only repeat what the cards say.",
  phase: "unit",
  reads: { elements: ["a", "img", "table"], attributes: ["alt", "href"] },
  run: ({ records, wordless }) => {
    for (const picture of redundantPicturesIn(records)) wordless.push(picture)
  },
}

/**
 * The redundant pictures: all in a card except the first one whose alternative text the card doesn't repeat, and those
 * with captions. A table without links is no card: its captions are cells.
 */
export const redundantPicturesIn = ({ lists }: Records): ReadonlyArray<Element> =>
  lists.flatMap(({ areCards, records }) => (areCards ? records.flatMap(redundantIn) : []))

// --- private --------------------------------------------------------------------------

const redundantIn = (card: Element): ReadonlyArray<Element> => {
  const pictures = select(card, "img")
  if (pictures.length === 0 || (card.localName === "table" && first(card, "a[href]") === null)) return []
  const cardText = lineOf(card).toLowerCase()
  const significant = pictures.find((picture) => {
    const alternative = (picture.getAttribute("alt") ?? "").replace(/\s+/g, " ").trim().toLowerCase()
    return alternative !== "" && !cardText.includes(alternative)
  })
  return pictures.filter((picture) => picture !== significant && !isCaptionedPicture(picture))
}
