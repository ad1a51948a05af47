/** The controls of a document, and what is a control by its role or attributes: several rules look for them. */
import { elementsIn, hasAttributeIn } from "@porthole/visibility/dom"

/** Returns the controls that are still in the document, in its order. */
export type Controls = () => ReadonlyArray<Element>

/** Collects the controls of a document in one pass, when a rule first asks for them. No rule makes new ones. */
export const controlsIn = (root: Element): Controls => {
  let found: ReadonlyArray<Element> | undefined
  return () => {
    found ??= elementsIn(root, isControl)
    return found.filter((element) => root.contains(element))
  }
}

// --- private --------------------------------------------------------------------------

const names: ReadonlySet<string> = new Set("button dialog input select summary svg textarea".split(" "))
const attributes: ReadonlySet<string> = new Set(["aria-controls", "role", "data-toggle", "data-bs-toggle"])

const isControl = (element: Element): boolean => names.has(element.localName) || hasAttributeIn(element, attributes)
