/** The elements that the steps of `Normalise.ts` need, collected in one pass over the document. */
import { isElement } from "../tree/Dom.ts"

/**
 * Returns the elements with these names that are still in the document: those with the first name, then those with the
 * second, and so on. Links without a fragment aren't among them.
 */
export type Candidates = (...names: ReadonlyArray<string>) => ReadonlyArray<Element>

/** Collects the candidates of a document. */
export const candidatesIn = (root: Element): Candidates => {
  const byName = new Map<string, Array<Element>>()
  const collect = (parent: Element): void => {
    for (let child = parent.firstChild; child !== null; child = child.nextSibling) {
      if (!isElement(child)) continue
      const name = child.localName
      if (name === "a" ? child.getAttribute("href")?.includes("#") === true : wantedNames.has(name)) {
        const known = byName.get(name)
        if (known === undefined) byName.set(name, [child])
        else known.push(child)
      }
      collect(child)
    }
  }
  collect(root)
  return (...names) => names.flatMap((name) => byName.get(name) ?? []).filter((element) => root.contains(element))
}

// --- private --------------------------------------------------------------------------

const wantedNames: ReadonlySet<string> = new Set(
  "audio blockquote code iframe input label noscript pre select table textarea video".split(" "),
)
