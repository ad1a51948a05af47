/** RSS, RSS 1.0 and Atom, by their own types, or as the HTML that some sites call them. */
import { DocumentFormat } from "@porthole/core"

export const feed: DocumentFormat.DocumentFormat = {
  name: "feed",
  mediaTypes: ["application/rss+xml", "application/atom+xml", "application/rdf+xml"],
  extensions: ["rss", "atom", "rdf"],
  weight: 0.7,
  isBinary: false,
  sniff: (start) => root.test(start),
  sentAs: ["text/html"],
  reader: DocumentFormat.moduleBeside(import.meta.url, "XmlReader"),
  isolation: "thread",
}

// --- private --------------------------------------------------------------------------

/** What may come before the root of a document: the XML declaration, instructions, comments, a document type. */
const root =
  /^\s*(?:<(?:\?[^>]{0,400}\?|!--(?:[^-]|-(?!->)){0,400}--|!doctype[^>[]{0,400})>\s*){0,5}<(?:rss[\s>]|(?:atom:)?feed\s[^>]{0,800}\bxmlns|rdf:rdf[\s>])/i
