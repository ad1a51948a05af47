/** Links beside the text of a heading that are no part of it: those to its position, and those to edit its section. */
import { beginningOf, childrenOf, hasMoreChildren, headingLevel, isElement, lineOf, weightOf } from "../tree/Dom.ts"
import { nearest } from "../tree/Select.ts"
import { type Candidates, edit } from "./Candidates.ts"

/** Removes the links that only mark a heading's position, and those that edit its section, with their brackets. */
export const dropHeadingLinks = (candidates: Candidates): void => {
  for (const link of candidates("a")) {
    if (isEditLink(link)) {
      const box = bracketsAround(link)
      if (isBesideHeading(box)) box.remove()
      continue
    }
    const heading = anchor.test(link.getAttribute("class") ?? "") ? nearest(link, headings) : null
    if (heading !== null && lineOf(link) !== lineOf(heading)) link.remove()
  }
}

// --- private --------------------------------------------------------------------------

const headings = "h1, h2, h3, h4, h5, h6"

const isEditLink = (node: Node): boolean =>
  isElement(node) && node.localName === "a" && edit.test(node.getAttribute("href") ?? "")

/** The outermost box of a link in which only brackets, bars and such links stand beside it; else the link itself. */
const bracketsAround = (link: Element): Element => {
  const box = link.parentElement
  if (box === null || !/^(?:div|small|span|sup)$/.test(box.localName) || hasMoreChildren(box, 12)) return link
  const isMark = (child: Node): boolean =>
    child === link || isEditLink(child) || /^[[\]|\s]*$/.test(beginningOf(child, 10))
  return childrenOf(box).every(isMark) ? bracketsAround(box) : link
}

/** Whether a box stands beside the text of a heading: in the heading, or after it in a wrapper of both. */
const isBesideHeading = (box: Element): boolean => {
  const heading = nearest(box.parentElement, headings)
  if (heading !== null) return weightOf(heading, weightOf(box)) > weightOf(box)
  const before = box.previousElementSibling
  const isLast = box.nextElementSibling === null && (box.nextSibling?.textContent ?? "").trim() === ""
  return isLast && before !== null && before.previousElementSibling === null && headingLevel(before.localName) > 0
}

/** The usual class names of the link beside a heading's text. */
const anchor = /(?:^|[\s_-])(?:anchor|permalink|headerlink|hash-?link|heading-?link|header-?link)(?:$|[\s_-])/i
