/** Numbers on the elements of a document, so that those of a copy can be told. */
import { select } from "../tree/Select.ts"

/** Numbers the elements of a document's body; the elements by their numbers. */
export const number = (document: Document): ReadonlyArray<Element> => {
  const elements = select(document.body, "*")
  elements.forEach((element, index) => element.setAttribute(mark, String(index)))
  return elements
}

/** An element's number, `undefined` for one that was made later. */
export const numberOf = (element: Element): string | undefined => element.getAttribute(mark) ?? undefined

/** The elements of a numbered document that are in a copy's part. */
export const originals = (part: Element | undefined, numbered: ReadonlyArray<Element>): ReadonlySet<Element> => {
  const found = new Set<Element>()
  for (const element of part === undefined ? [] : [part, ...select(part, `[${mark}]`)]) {
    const original = numbered[Number(numberOf(element) ?? -1)]
    if (original !== undefined) found.add(original)
  }
  return found
}

/** What numbers an element. */
export const mark = "data-at"
