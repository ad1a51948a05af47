/** The formats of this package, and the choice among formats. */
import { type DocumentFormat, MediaType } from "@porthole/core"
import * as Charset from "../decode/Charset.ts"
import { feed } from "./Feed.ts"
import { html } from "./Html.ts"
import { json } from "./Json.ts"
import { markdown } from "./Markdown.ts"
import { plainText } from "./PlainText.ts"
import { table } from "./Table.ts"
import { xml } from "./Xml.ts"

/** All formats of this package. A document without a type gets the first one that `sniff` recognises. */
export const formats: ReadonlyArray<DocumentFormat.DocumentFormat> = [markdown, feed, xml, html, json, table, plainText]

/**
 * The format of a document: by its magic bytes, then by `sniff` if it has no type or one under which other formats are sent,
 * then by its media type. A document without a type that nothing recognises is plain text.
 */
export const choose = <A extends DocumentFormat.DocumentFormat>(
  contentType: string,
  bytes: Uint8Array,
  among: ReadonlyArray<A>,
): A | undefined => {
  const marked = MediaType.markedFormat(bytes, among)
  if (marked !== undefined) return marked
  const type = MediaType.essence(contentType)
  const candidates = type === "" ? among : among.filter(({ sentAs }) => sentAs?.includes(type) === true)
  const start = candidates.length === 0 ? "" : Charset.decode(bytes.subarray(0, startLength), contentType, true)
  return candidates.find(({ sniff }) => sniff?.(start) === true) ?? MediaType.formatOf(type || "text/plain", among)
}

// --- private --------------------------------------------------------------------------

/** Bytes of a document without a type that are looked at. */
const startLength = 1_024
