/** The elements that the steps of `Normalise.ts` need, collected in one pass over the document. */
import { elementsIn } from "../tree/Linkedom.ts"

/**
 * Returns the elements with these names that are still in the document: those with the first name, then those with the
 * second, and so on. Links without a fragment aren't among them.
 */
export type Candidates = (...names: ReadonlyArray<string>) => ReadonlyArray<Element>

/** Collects the candidates of a document. */
export const candidatesIn = (root: Element): Candidates => {
  const byName = Map.groupBy(elementsIn(root, isWanted), ({ localName }) => localName)
  return (...names) => names.flatMap((name) => byName.get(name) ?? []).filter((element) => root.contains(element))
}

// --- private --------------------------------------------------------------------------

const wantedNames: ReadonlySet<string> = new Set(
  "audio blockquote code iframe input label noscript pre select table textarea video".split(" "),
)

const isWanted = (element: Element): boolean =>
  element.localName === "a" ? element.getAttribute("href")?.includes("#") === true : wantedNames.has(element.localName)
