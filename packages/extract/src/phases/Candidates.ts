/** The elements that the rules of the phase `document` look for, collected in one pass over the document. */
import { elementsIn } from "@porthole/visibility/dom"
import { patternOf } from "../classes/ClassNames.ts"

/**
 * Returns the elements with these names that are still in the document: those with the first name, then those with the
 * second, and so on. Of links only those with a fragment and those to edit the page are among them.
 */
export type Candidates = (...names: ReadonlyArray<string>) => ReadonlyArray<Element>

/** Makes the function that collects the candidates of a document: elements with these names, and no others. */
export const collectorOf = (names: ReadonlySet<string>): ((root: Element) => Candidates) => {
  const kinds = specialKinds.filter(({ name }) => names.has(name))
  const isNamed = (element: Element): boolean =>
    names.has(element.localName) && (element.localName !== "a" || mayBeDropped(element.getAttribute("href") ?? ""))
  return (root) => {
    const byName = new Map<string, Array<Element>>()
    for (const element of elementsIn(root, (one) => isNamed(one) || kinds.some(({ is }) => is(one)))) {
      if (isNamed(element)) add(byName, element.localName, element)
      for (const { is, name } of kinds) if (is(element)) add(byName, name, element)
    }
    return (...names) => names.flatMap((name) => byName.get(name) ?? []).filter((element) => root.contains(element))
  }
}

/** The name of the candidates in which white space may count, see `Attributes.mayKeepSpace`. */
export const spaced = "[data-space]"

/** The name of the candidates that are drawn as boxes to tick. */
export const drawnBoxes = "[role=checkbox]"

/** The address that edits a page of a wiki, in its visual editor or another. */
export const edit = /[?&](?:ve)?action=edit/

// --- private --------------------------------------------------------------------------

const add = (byName: Map<string, Array<Element>>, name: string, element: Element): void => {
  const found = byName.get(name)
  if (found === undefined) byName.set(name, [element])
  else found.push(element)
}

const mayBeDropped = (address: string): boolean => address.includes("#") || edit.test(address)

const isSpaced = (element: Element): boolean => element.hasAttribute("data-space")

const isDrawnBox = (element: Element): boolean =>
  (element.getAttribute("role") === "checkbox" || checkbox.test(element.getAttribute("class") ?? "")) &&
  element.firstElementChild === null

const checkbox = patternOf("checkbox")

/** Candidates that more than the name of an element tells. */
const specialKinds = [
  { name: spaced, is: isSpaced },
  { name: drawnBoxes, is: isDrawnBox },
]
