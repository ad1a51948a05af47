/**
 * Estimates what judging a document part by part costs, before the judgement starts. The judgement looks at the
 * ancestors of each element, and Readability reads the text of each element many times.
 */
import { isElement, isText } from "./Dom.ts"
import { limits } from "./Limits.ts"

/** Elements of a body, and the cost of judging them: {@link alone} for each, and one for each of its ancestors. */
export interface Effort {
  readonly elements: number
  readonly cost: number
}

/** Counts both in one walk. */
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
