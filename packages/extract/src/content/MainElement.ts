/**
 * The content of a document that isn't scored block by block, because it is too large, too short or too slow: its
 * `main` or only article, or else its body, without navigation and the like.
 */
import { weightsOf } from "../tree/Dom.ts"
import { nearest, select } from "../tree/Select.ts"
import { removeChrome } from "./Chrome.ts"

/** Removes the surroundings of the content, and finds it. */
export const mainElementIn = (document: Document): { readonly element: Element; readonly by: "main" | "body" } => {
  removeChrome(document)
  const main = mainOf(document)
  return main === undefined ? { element: document.body, by: "body" } : { element: main, by: "main" }
}

// --- private --------------------------------------------------------------------------

/** Minimum share of the text, or of the text outside of links, in a `main`: a menu may outweigh a short text. */
const minShare = 0.1

/** The largest `main`, or the only `article`. */
const mainOf = ({ body }: Document): Element | undefined => {
  const mains = select(body, "main, [role=main]")
  const articles = select(body, "article").filter((element) => nearest(element.parentElement, "article") == null)
  const candidates = mains.length > 0 ? mains : articles.length === 1 ? articles : []
  const [all, unlinked] = [weightsOf(body), weightsOf(body, ({ localName }) => localName === "a")]
  let best: Element | undefined
  for (const candidate of candidates) {
    const isEnough = [all, unlinked].some(
      (weights) => weightIn(weights, candidate) > minShare * weightIn(weights, body),
    )
    if (isEnough && weightIn(all, candidate) > weightIn(all, best)) best = candidate
  }
  return best
}

const weightIn = (weights: ReadonlyMap<Element, number>, element: Element | undefined): number =>
  element === undefined ? 0 : (weights.get(element) ?? 0)
