/** Drops the heading at the top of the content that only repeats the title: the title is a field of its own. */
import { isElement, isText, lineOf } from "@porthole/visibility/dom"
import { keyOf } from "../metadata/Title.ts"
import type { ContentRule } from "../phases/Rule.ts"

/** Removes such a heading, unless nothing else would be left. */
export const repeatedTitle: ContentRule = {
  name: "repeatedTitle",
  case: "The heading at the top of the content repeats the title, which is a field of its own.",
  phase: "content",
  reads: { elements: ["h1", "h2"] },
  run: ({ content, title }) => {
    const heading = headingAtTop(content)
    if (heading === undefined || keyOf(lineOf(heading)) !== keyOf(title) || keyOf(title) === "") return
    if (lineOf(content) !== lineOf(heading)) heading.remove()
  },
}

// --- private --------------------------------------------------------------------------

/** Characters of text after which a heading isn't at the top any more. */
const maxAbove = 250

/** The first `h1` or `h2` with text, if little text precedes it: a rejected heading leaves an empty one. */
const headingAtTop = (content: Element): Element | undefined => {
  let above = 0
  const search = (parent: Element): Element | undefined => {
    for (let child = parent.firstChild; child !== null && above < maxAbove; child = child.nextSibling) {
      if (isText(child)) above += child.data.trim().length
      if (!isElement(child)) continue
      if (/^h[12]$/.test(child.localName) && lineOf(child) !== "") return child
      const found = search(child)
      if (found !== undefined) return found
    }
    return undefined
  }
  return search(content)
}
