/** The elements that the steps of `Normalise.ts` need, collected in one pass over the document. */
import { elementsIn } from "../tree/Linkedom.ts"

/**
 * Returns the elements with these names that are still in the document: those with the first name, then those with the
 * second, and so on. Of links only those with a fragment and those to edit the page are among them.
 */
export type Candidates = (...names: ReadonlyArray<string>) => ReadonlyArray<Element>

/** Collects the candidates of a document. */
export const candidatesIn = (root: Element): Candidates => {
  const byName = new Map<string, Array<Element>>()
  const add = (name: string, element: Element): void => {
    const found = byName.get(name)
    if (found === undefined) byName.set(name, [element])
    else found.push(element)
  }
  for (const element of elementsIn(root, isWanted)) {
    add(element.localName, element)
    if (element.hasAttribute("data-space")) add(spaced, element)
    if (isDrawnBox(element)) add(drawnBoxes, element)
  }
  return (...names) => names.flatMap((name) => byName.get(name) ?? []).filter((element) => root.contains(element))
}

/** The name of the candidates in which white space may count, see `Attributes.mayKeepSpace`. */
export const spaced = "[data-space]"

/** The name of the candidates that are drawn as boxes to tick. */
export const drawnBoxes = "[role=checkbox]"

/** The address that edits a page of a wiki, in its visual editor or another. */
export const edit = /[?&](?:ve)?action=edit/

// --- private --------------------------------------------------------------------------

const wantedNames: ReadonlySet<string> = new Set(
  "audio blockquote code iframe input label noscript pre select summary table textarea video".split(" "),
)

const mayBeDropped = (address: string): boolean => address.includes("#") || edit.test(address)

const isWanted = (element: Element): boolean => {
  if (element.localName === "a" && mayBeDropped(element.getAttribute("href") ?? "")) return true
  return wantedNames.has(element.localName) || element.hasAttribute("data-space") || isDrawnBox(element)
}

const isDrawnBox = (element: Element): boolean =>
  element.firstElementChild === null &&
  (element.getAttribute("role") === "checkbox" ||
    /(?:^|[\s_-])checkbox(?:[\s_-]|$)/.test(element.getAttribute("class") ?? ""))
