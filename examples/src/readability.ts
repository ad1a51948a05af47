/** Reads a saved page by Readability and Turndown instead of Porthole's own choice of content: one layer is another. */
import { Effect } from "effect"
import { Extractor, type WebError } from "@porthole/core"
import { ReadabilityExtractor } from "@porthole/extract/readability"

/** The Markdown of an HTML page. */
export const markdownOf = (url: string, html: string): Effect.Effect<string, WebError.WebError> =>
  Extractor.Extractor.use(({ extract }) =>
    extract({ url, contentType: "text/html", bytes: new TextEncoder().encode(html), mode: "markdown" }),
  ).pipe(
    Effect.map(({ content }) => content),
    // The swap: `DocumentExtractor.layer()` would be Porthole's own choice.
    Effect.provide(ReadabilityExtractor.layer()),
  )
