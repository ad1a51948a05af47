/** What a block of a record says about it, by its words and by the names of its elements. */
import { first, headingLevel, isElement } from "@porthole/visibility/dom"
import { type Group, wordsOf } from "../classes/ClassNames.ts"
import type { Piece } from "./Cells.ts"
import { wordsInName } from "../model/Hints.ts"

/** Whether an element or an inline element within has one of a group's words in its names. */
export const hasOneOf = (group: Group): ((piece: Piece) => boolean) => {
  const words = wordsOf(group).split(" ")
  return (piece) => {
    const names = namesIn(piece)
    return words.some((word) => names.has(word))
  }
}

/** Whether a block names who wrote it. */
export const isAuthor = hasOneOf("author")

/** Whether a text has a year or a time of day. */
export const holdsDate = /\b(?:19|20)\d\d\b|\d{1,2}[:/.]\d\d/

export const isHeading = ({ element }: Piece): boolean => headingLevel(element.localName) > 0

/** Whether a block says when by its elements. */
export const holdsTime = ({ element, nodes }: Piece): boolean =>
  element.localName === "time" ||
  nodes.some((node) => isElement(node) && (node.localName === "time" || first(node, "time") !== null))

// --- private --------------------------------------------------------------------------

/** The words in the names of a block's elements. Several rules ask for them. */
const namesIn = (piece: Piece): ReadonlySet<string> => {
  const before = known.get(piece)
  if (before !== undefined) return before
  const names = new Set<string>()
  addNames(piece.element, names)
  for (const node of piece.nodes) if (isElement(node)) addNamesWithin(node, names)
  known.set(piece, names)
  return names
}

const known = new WeakMap<Piece, ReadonlySet<string>>()

const addNamesWithin = (element: Element, names: Set<string>): void => {
  addNames(element, names)
  for (let child = element.firstChild; child !== null; child = child.nextSibling)
    if (isElement(child)) addNamesWithin(child, names)
}

const addNames = (element: Element, names: Set<string>): void => {
  for (const attribute of naming) {
    const value = element.getAttributeNode(attribute)?.value
    if (value !== undefined) for (const word of wordsInName(value)) names.add(word)
  }
}

const naming = ["class", "itemprop", "rel", "id"]
