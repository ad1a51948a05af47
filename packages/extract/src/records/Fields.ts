/** What a block of a record says about it, by its words and by the names of its elements. */
import { first, headingLevel, isElement } from "@porthole/visibility/dom"
import { type Group, wordsOf } from "../classes/ClassNames.ts"
import type { Piece } from "./Cells.ts"
import { wordsInName } from "../model/Hints.ts"

/** The number of groups that modules ask for when they load, and for each word the bits of its groups. */
let groups = 0
const bits = new Map<string, number>()

/** Whether an element or an inline element within has one of a group's words in its names. */
export const hasOneOf = (group: Group): ((piece: Piece) => boolean) => {
  const bit = 1 << groups++
  for (const word of wordsOf(group).split(" ")) bits.set(word, (bits.get(word) ?? 0) | bit)
  return (piece) => (bitsIn(piece) & bit) !== 0
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

/** The groups of the words in the names of a block's elements, as bits. Several rules ask for them. */
const bitsIn = (piece: Piece): number => {
  const before = known.get(piece)
  if (before !== undefined) return before
  let found = bitsOf(piece.element)
  for (const node of piece.nodes) if (isElement(node)) found |= bitsWithin(node)
  known.set(piece, found)
  return found
}

const known = new WeakMap<Piece, number>()

const bitsWithin = (element: Element): number => {
  let found = bitsOf(element)
  for (let child = element.firstChild; child !== null; child = child.nextSibling)
    if (isElement(child)) found |= bitsWithin(child)
  return found
}

const bitsOf = (element: Element): number => {
  let found = 0
  for (const attribute of naming) {
    const value = element.getAttributeNode(attribute)?.value
    if (value !== undefined) for (const word of wordsInName(value)) found |= bits.get(word) ?? 0
  }
  return found
}

const naming = ["class", "itemprop", "rel", "id"]
