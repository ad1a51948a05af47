/**
 * Keeps the `srcset` of pictures from Readability, which only asks whether there is one: it writes the page out and parses
 * it again for each of its attempts, and then makes every address in each of them absolute. A few hundred pictures,
 * of which a service makes dozens of sizes, take it longer than all text of a page.
 */
import { select } from "../tree/Select.ts"
import { numberOf } from "./Numbers.ts"

/** Takes them out of a numbered document; what comes back puts them into an element that was made of it. */
export const withhold = (document: Document): ((part: Element) => void) => {
  const sets = new Map<string, string>()
  for (const element of select(document.body, "[srcset]")) {
    const number = numberOf(element)
    const set = element.getAttribute("srcset") ?? ""
    if (number === undefined || set.length <= placeholder.length) continue
    sets.set(number, set)
    element.setAttribute("srcset", placeholder)
  }
  return (part) => {
    for (const element of select(part, "[srcset]")) {
      const set = sets.get(numberOf(element) ?? "")
      if (set !== undefined && element.getAttribute("srcset") === placeholder) element.setAttribute("srcset", set)
    }
  }
}

// --- private --------------------------------------------------------------------------

/** An absolute address, so that it is left as it is. */
const placeholder = "withheld:"
