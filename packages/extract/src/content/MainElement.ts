/**
 * The content of a document that isn't scored block by block, because it is too large, too short or too slow: its
 * `main` or only article, or else its body, without navigation and the like.
 */
import { nearest, select, weightsOf } from "@porthole/visibility/dom"
import { removeChrome } from "./Chrome.ts"

/** Removes the surroundings of the content, and finds it. */
export const mainElementIn = (document: Document): { readonly element: Element; readonly by: "main" | "body" } => {
  removeChrome(document)
  const main = mainOf(document)
  return main === undefined ? { element: document.body, by: "body" } : { element: main, by: "main" }
}

// --- private --------------------------------------------------------------------------

/** Minimum share of the text in a `main`. */
const minShare = 0.1

/** The largest `main`, or the only `article`. */
const mainOf = (document: Document): Element | undefined => {
  const weights = weightsOf(document.body)
  const mains = select(document.body, "main, [role=main]")
  const articles = select(document.body, "article").filter(
    (element) => nearest(element.parentElement, "article") == null,
  )
  const candidates = mains.length > 0 ? mains : articles.length === 1 ? articles : []
  let best: Element | undefined
  let weight = (weights.get(document.body) ?? 0) * minShare
  for (const candidate of candidates) {
    const own = weights.get(candidate) ?? 0
    if (own > weight) [best, weight] = [candidate, own]
  }
  return best
}
