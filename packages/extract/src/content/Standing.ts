/**
 * What the rules of Readability, and those around it (`MainContent.ts`), hold for the main content: found
 * in a numbered copy of the document without what surrounds content.
 */
import { removeChrome } from "./Chrome.ts"
import { mainContentOf, type MainContent } from "./MainContent.ts"
import { number } from "./Numbers.ts"

/** The main content by these rules, in a copy; and the elements of the document by their numbers. */
export interface Standing extends MainContent {
  readonly numbered: ReadonlyArray<Element>
}

/** Asks these rules. The document stays as it is but for numbers on its elements. */
export const standingIn = (document: Document): Standing => {
  const numbered = number(document)
  const copy = document.cloneNode(true)
  if (!isDocument(copy)) return { element: document.body, by: "body", readable: undefined, numbered }
  removeChrome(copy)
  return { ...mainContentOf(copy), numbered }
}

// --- private --------------------------------------------------------------------------

const isDocument = (node: Node): node is Document => node.nodeType === 9
