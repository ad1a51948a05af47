/** The kinds of documents that are read, and the choice among them. */
import { MediaType } from "@porthole/core"
import * as Charset from "../decode/Charset.ts"
import { feed } from "./Feed.ts"
import type { Format } from "./Format.ts"
import { html } from "./Html.ts"
import { json } from "./Json.ts"
import { markdown } from "./Markdown.ts"
import { pdf } from "./Pdf.ts"
import { plainText } from "./PlainText.ts"
import { table } from "./Table.ts"
import { xml } from "./Xml.ts"

/** Every kind of document. Of a document without a type each is asked in this order whether it looks like one of its own. */
export const formats: ReadonlyArray<Format> = [markdown, feed, xml, html, json, table, pdf, plainText]

/**
 * The kind of a document: by its first bytes where a kind has a mark of its own, else by its media type, else by how its text
 * begins, and plain text at last. `undefined` for a type that is of none of the kinds.
 */
export const choose = (contentType: string, bytes: Uint8Array): Format | undefined => {
  const marked = MediaType.markedFormat(bytes, formats)
  if (marked !== undefined) return marked
  const type = MediaType.essence(contentType)
  const disguised = type === "" ? formats : formats.filter(({ sentAs }) => sentAs?.includes(type) === true)
  const start = disguised.length === 0 ? "" : Charset.decode(bytes.subarray(0, startLength), contentType, true)
  const found = disguised.find(({ sniff }) => sniff?.(start) === true)
  return found ?? (type === "" ? plainText : MediaType.formatOf(type, formats))
}

// --- private --------------------------------------------------------------------------

/** Bytes of a document without a type that are looked at. */
const startLength = 1_024
