/**
 * What the rules of Readability, and those around it (`MainContent.ts`), hold for the main content: found
 * in a numbered copy of the document without what surrounds content.
 */
import { copyOf } from "../tree/Dom.ts"
import { removeChrome } from "./Chrome.ts"
import { mainContentOf, type MainContent } from "./MainContent.ts"
import { originals } from "./Numbers.ts"

/** The main content by these rules, in a copy. */
export interface Standing extends MainContent {
  /** The elements of the document by their numbers. */
  readonly numbered: ReadonlyArray<Element>
  /** Those of them that don't belong to what surrounds content. */
  readonly inner: ReadonlySet<Element>
}

/** Asks these rules of a document whose elements are numbered; it stays as it is. */
export const standingIn = (document: Document, numbered: Standing["numbered"]): Standing => {
  const copy = copyOf(document)
  if (copy === undefined)
    return { element: document.body, by: "body", readable: undefined, numbered, inner: new Set(numbered) }
  removeChrome(copy)
  return { ...mainContentOf(copy), numbered, inner: originals(copy.body, numbered) }
}
