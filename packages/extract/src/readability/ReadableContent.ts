/**
 * The main content by Mozilla's Readability, which scores paragraphs by their length, commas and class names and
 * returns the best subtree. It gets a document without hidden parts, so it can't return any.
 */
import { Readability } from "@mozilla/readability"
import * as Result from "effect/Result"
import { isElement } from "@porthole/visibility/dom"
import { mainElementIn } from "../content/MainElement.ts"
import type { Stage } from "../html/Stage.ts"

/** Takes the content that Readability finds; else the document's `main`, or its body. */
export const contentStage: Stage = {
  name: "content",
  run: ({ document }) => {
    // Readability takes the body apart, and gives back an article or nothing.
    const body = Array.from(document.body.cloneNode(true).childNodes)
    const article = Result.getOrElse(
      Result.try(() => articleIn(document)),
      () => undefined,
    )
    if (article !== undefined) return { content: article, foundBy: "readability", note: "readability" }
    document.body.replaceChildren(...body)
    const { by, element } = mainElementIn(document)
    return { content: element, foundBy: by, note: by }
  },
}

// --- private --------------------------------------------------------------------------

/** The article's element. Readability throws on a few documents (mozilla/readability, issue 836). */
const articleIn = (document: Document): Element | undefined =>
  new Readability(document, { keepClasses: true, serializer: (node) => (isElement(node) ? node : undefined) }).parse()
    ?.content ?? undefined
