/**
 * The content of a document that is too large to be judged part by part, such as a book or a specification on one page: its
 * `main` or only article, or else its body, without what surrounds content. The cost grows with the document.
 */
import { removeChrome } from "./Chrome.ts"
import { mainOf } from "./MainContent.ts"

/** Takes out what surrounds the content, and finds it. */
export const largeContentIn = (document: Document): { readonly element: Element; readonly by: "main" | "body" } => {
  removeChrome(document)
  const main = mainOf(document)
  return main === undefined ? { element: document.body, by: "body" } : { element: main, by: "main" }
}
