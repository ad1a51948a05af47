/** How a document is read, told by its Content-Type, or by its first characters where that says nothing useful. */

/** Markup goes through the whole pipeline; Markdown and plain text are handed on nearly as they are. */
export type MediaKind = "markup" | "markdown" | "text"

/** The kind that a Content-Type names; `undefined` leaves it to {@link ofText}. */
export const ofContentType = (contentType: string): MediaKind | undefined =>
  kinds.get(contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "")

/** The kind of a text of unknown type: markup if it starts like markup. */
export const ofText = (text: string): MediaKind => (startsLikeMarkup.test(text.slice(0, 1_024)) ? "markup" : "text")

// --- private --------------------------------------------------------------------------

const startsLikeMarkup = /^\s*<(?:[a-z]|!doctype|!--|\?xml)/i

const kinds: ReadonlyMap<string, MediaKind> = new Map([
  ["text/html", "markup"],
  ["application/xhtml+xml", "markup"],
  ["text/plain", "text"],
  ["text/markdown", "markdown"],
  ["text/x-markdown", "markdown"],
])
