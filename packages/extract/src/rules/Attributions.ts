/**
 * The words that say who is quoted. A quotation's source (HTML standard, section 4.4.4) would otherwise be removed with
 * the page's footer. In forums it stands before the quotation.
 */
import { isElement, isText, lineOf, rename, select } from "@porthole/visibility/dom"
import { patternOf } from "../classes/ClassNames.ts"
import type { DocumentRule } from "../phases/Rule.ts"

/** Makes a paragraph of such words, within the quotation. */
export const attributions: DocumentRule = {
  name: "attributions",
  case: "Who is quoted stands in a footer, or before the quotation.",
  phase: "document",
  reads: { elements: ["blockquote"], attributes: ["class"], classes: ["attribution"] },
  run: ({ candidates }) => {
    for (const quotation of candidates("blockquote")) {
      for (const part of select(quotation, "footer, header, cite")) if (isAlone(part)) rename(part, "p")
      const before = quotation.previousElementSibling
      if (before === null || !attribution.test(before.getAttribute("class") ?? "")) continue
      // An arrow leads to the post that is quoted.
      for (const link of select(before, "a")) if (!/[\p{L}\p{N}]/u.test(lineOf(link))) link.remove()
      if (/^\P{P}.{0,80}:$/u.test(lineOf(before))) quotation.prepend(rename(before, "p"))
    }
  },
}

// --- private --------------------------------------------------------------------------

/** Whether a part isn't within a sentence: a `cite` at the beginning, in a line of its own, names who said it. */
const isAlone = (part: Element): boolean =>
  part.localName !== "cite" ||
  (/^(?:blockquote|div)$/.test(part.parentElement?.localName ?? "") &&
    (part.previousSibling?.textContent ?? "").trim() === "" &&
    endsLine(part.nextSibling))

/** Whether a line ends before a node: before a block, or a word that would otherwise stick to the one before it. */
const endsLine = (node: ChildNode | null): boolean => {
  if (node !== null && isText(node) && /\S/.test(node.data)) return /^[\p{Lu}\p{Ll}\d]/u.test(node.data)
  const next = node !== null && isText(node) ? node.nextSibling : node
  return next === null || (isElement(next) && lineEnds.test(next.localName))
}

const lineEnds = /^(?:br|p|div|footer|[uod]l|pre|table|blockquote)$/

/** The usual class names of the words that say who is quoted. */
const attribution = patternOf("attribution")
