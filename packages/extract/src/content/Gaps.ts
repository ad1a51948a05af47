/**
 * Gives back what Readability took out of the middle of what it found. Its cleaning judges each
 * list, table and heading by the share of links, commas and class names in it, and so drops short lists
 * and headings between paragraphs that it keeps. What stands between two kept neighbours is content.
 */
import { childrenOf, isElement, lineOf, weightOf } from "../tree/Dom.ts"
import { first, select } from "../tree/Select.ts"
import { mark } from "./Numbers.ts"

/** Fills the gaps of `found`, which was made of a numbered copy of `document`. */
export const fillGaps = (found: Element, document: Document): void => {
  const kept = new Map(select(found, `[${mark}]`).map((element) => [element.getAttribute(mark), element]))
  const counterpart = (element: Element | undefined): Element | undefined => kept.get(element?.getAttribute(mark) ?? "")
  const parents = new Set(
    select(document.body, `[${mark}]`).flatMap((element) =>
      counterpart(element) === undefined || element.parentElement === null ? [] : [element.parentElement],
    ),
  )
  for (const parent of parents) {
    const children = childrenOf(parent).filter(isElement)
    const last = children.findLastIndex((child) => counterpart(child) !== undefined)
    let before: Element | undefined
    for (const child of children.slice(0, last)) {
      const own = counterpart(child)
      const missing = own === undefined && before !== undefined ? contentOf(child) : undefined
      if (missing !== undefined && before !== undefined) {
        const copy = missing.cloneNode(true)
        before.after(copy)
        if (isElement(copy)) before = copy
      } else before = own ?? before
    }
  }
}

// --- private --------------------------------------------------------------------------

/** Longer lists and tables are dropped for good reasons more often than not; code never is. */
const longest = 600

/** What of an element is likely content: itself, or the code that it is a frame of. */
const contentOf = (element: Element): Element | undefined => {
  if (!restored.has(element.localName)) return codeIn(element)
  const { length } = lineOf(element)
  return length > 0 && (length <= longest || element.localName === "pre") ? element : undefined
}

/** The block of code that holds nearly all text of an element. */
const codeIn = (element: Element): Element | undefined => {
  const code = first(element, "pre")
  return code !== null && weightOf(code) > weightOf(element) * 0.8 ? code : undefined
}

/** What is given back; of other elements nobody knows whether they are content. */
const restored: ReadonlySet<string> = new Set("h2 h3 h4 h5 h6 p ul ol dl table pre blockquote".split(" "))
