/** What a block of a record says about it, by its words and by the names of its elements. */
import { first, headingLevel, isElement } from "@porthole/visibility/dom"
import { type Group, wordsOf } from "../classes/ClassNames.ts"
import type { Piece } from "./Cells.ts"
import { wordsInName } from "../model/Hints.ts"

/** The words in the names of elements; results are kept. */
export type Names = Map<Element, ReadonlyArray<string>>

/** Whether an element or an inline element within has one of a group's words in its names. */
export const hasOneOf = (group: Group): ((piece: Piece, names: Names) => boolean) => {
  const known = new Set(wordsOf(group).split(" "))
  return ({ element, nodes }, names) =>
    isNamed(element, known, names) || nodes.some((node) => isElement(node) && holdsNamed(node, known, names))
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

const isNamed = (element: Element, words: ReadonlySet<string>, names: Names): boolean => {
  for (const word of namesOf(element, names)) if (words.has(word)) return true
  return false
}

const holdsNamed = (element: Element, words: ReadonlySet<string>, names: Names): boolean => {
  if (isNamed(element, words, names)) return true
  for (let child = element.firstChild; child !== null; child = child.nextSibling)
    if (isElement(child) && holdsNamed(child, words, names)) return true
  return false
}

const namesOf = (element: Element, names: Names): ReadonlyArray<string> => {
  const known = names.get(element)
  if (known !== undefined) return known
  const words: Array<string> = []
  for (const attribute of naming) words.push(...wordsInName(element.getAttributeNode(attribute)?.value ?? ""))
  names.set(element, words)
  return words
}

const naming = ["class", "itemprop", "rel", "id"]
