/**
 * How much it takes to judge a document part by part, told before that is begun: of an element, all that are around it are
 * asked, and Readability asks for the text of each many times.
 */
import { isElement, isText } from "./Dom.ts"
import { limits } from "./Limits.ts"

/** Elements of a body, and what judging them costs: each counts as if so many more were around it as {@link alone} says. */
export interface Effort {
  readonly elements: number
  readonly cost: number
}

/** Counts it in one walk. */
export const effortOf = (body: Element): Effort => {
  let [elements, cost] = [0, 0]
  const visit = (element: Element, around: number): void => {
    elements++
    cost += around
    for (let child = element.firstChild; child !== null; child = child.nextSibling)
      if (isElement(child)) visit(child, around + (around < alone + limits.shallow * 2 ? 1 : 4))
      else if (isText(child)) cost += child.data.length / together
  }
  visit(body, alone)
  return { elements, cost }
}

// --- private --------------------------------------------------------------------------

/** What an element costs by itself. */
const alone = 25

/** Characters of text that cost as much as one element around another. */
const together = 12
