/** The kinds of documents that are read, and the choice among them. */
import { MediaType } from "@porthole/core"
import * as Charset from "../decode/Charset.ts"
import type { Format } from "./Format.ts"
import { html } from "./Html.ts"
import { markdown } from "./Markdown.ts"
import { plainText } from "./PlainText.ts"

/** Every kind of document. Of a document without a type each is asked in this order whether it looks like one of its own. */
export const formats: ReadonlyArray<Format> = [markdown, html, plainText]

/**
 * The kind of a document: by its first bytes where a kind has a mark of its own, else by its media type, else by how its text
 * begins, and plain text at last. `undefined` for a type that is of none of the kinds.
 */
export const choose = (contentType: string, bytes: Uint8Array): Format | undefined => {
  const marked = MediaType.markedFormat(bytes, formats)
  if (marked !== undefined) return marked
  const type = MediaType.essence(contentType)
  if (type !== "") return MediaType.formatOf(type, formats)
  const start = Charset.decode(bytes.subarray(0, startLength), contentType, true)
  return formats.find(({ looksLike }) => looksLike?.(start) === true) ?? plainText
}

// --- private --------------------------------------------------------------------------

/** Bytes of a document without a type that are looked at. */
const startLength = 1_024
