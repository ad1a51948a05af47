/** Links beside the text of a heading that are no part of it: those to its position, and those to edit its section. */
import { childrenOf, hasMoreChildren, headingLevel, isElement, isText, lineOf, nearest } from "@porthole/visibility/dom"
import { patternOf } from "../classes/ClassNames.ts"
import { edit } from "../phases/Candidates.ts"
import type { DocumentRule } from "../phases/Rule.ts"

/** Removes the links that only mark a heading's position, and those that edit its section, with their brackets. */
export const headingLinks: DocumentRule = {
  name: "headingLinks",
  case: "A link beside the text of a heading leads to its place, or edits its section.",
  phase: "document",
  reads: { elements: ["a"], attributes: ["href", "class"], classes: ["headingLink"] },
  run: ({ candidates }) => {
    const links = Map.groupBy(candidates("a"), isEditLink)
    for (const [heading, edits] of Map.groupBy(links.get(true) ?? [], headingOf))
      if (heading !== null && hasWords(heading)) for (const link of edits) bracketsAround(link).remove()
    for (const link of links.get(false) ?? []) {
      const heading = anchor.test(link.getAttribute("class") ?? "") ? nearest(link, headings) : null
      if (heading !== null && lineOf(link) !== lineOf(heading)) link.remove()
    }
  },
}

// --- private --------------------------------------------------------------------------

const headings = "h1, h2, h3, h4, h5, h6"

const isEditLink = (node: Node): boolean =>
  isElement(node) && node.localName === "a" && edit.test(node.getAttribute("href") ?? "")

/** The outer one of two boxes of a link in which only brackets, bars and such links stand beside it; else the link. */
const bracketsAround = (link: Element, levels = 2): Element => {
  const box = link.parentElement
  if (levels === 0 || box === null || !/^(?:div|small|span|sup)$/.test(box.localName)) return link
  return hasMoreChildren(box, 12) || hasWords(box) ? link : bracketsAround(box, levels - 1)
}

/** The heading of a link to edit, around it or before it in a wrapper of both. */
const headingOf = (link: Element): Element | null => {
  const around = nearest(link, headings)
  if (around !== null) return around
  const box = bracketsAround(link)
  const before = box.previousElementSibling
  const isLast = box.nextElementSibling === null && (box.nextSibling?.textContent ?? "").trim() === ""
  const isPair = isLast && before !== null && before.previousElementSibling === null
  return isPair && headingLevel(before.localName) > 0 ? before : null
}

/** Whether a part has words beside links to edit and their brackets. */
const hasWords = (node: Node): boolean =>
  isText(node) ? /[^[\]|\s]/.test(node.data) : !isEditLink(node) && childrenOf(node).some(hasWords)

/** The usual class names of the link beside a heading's text. */
const anchor = patternOf("headingLink")
