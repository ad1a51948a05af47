/** The formats of this package, and the choice among formats. */
import { DocumentFormat, MediaType } from "@porthole/core"
import * as Charset from "../decode/Charset.ts"
import * as CodeNames from "./CodeNames.ts"

/** A format of text that a module of this folder reads in a thread. */
const textFormat = (
  module: string,
  format: Omit<DocumentFormat.DocumentFormat, "isBinary" | "isolation" | "module">,
): DocumentFormat.DocumentFormat => ({
  ...format,
  isBinary: false,
  module: DocumentFormat.moduleBeside(import.meta.url, module),
  isolation: "thread",
})

export const markdown = textFormat("MarkdownFormat", {
  name: "markdown",
  mediaTypes: ["text/markdown", "text/x-markdown"],
  extensions: ["md", "markdown", "mdown", "mkd"],
  weight: 1,
})

/** Plain text, and every textual type without a format of its own; code is shown with its language. */
export const plainText = textFormat("TextFormat", {
  name: "text",
  mediaTypes: ["text/plain"],
  extensions: CodeNames.extensions,
  readsType: CodeNames.isTextual,
  weight: 0.8,
})

/** HTML and XHTML, which go through the stages of `Pipeline.ts`. */
export const html = textFormat("HtmlFormat", {
  name: "html",
  mediaTypes: ["text/html", "application/xhtml+xml"],
  extensions: ["html", "htm", "xhtml"],
  weight: 0.9,
  sniff: (start) => /^\s*<(?:[a-z]|!doctype|!--|\?xml)/i.test(start),
})

/** The module that reads HTML which is content from its beginning to its end. */
export const wholeHtml: URL = DocumentFormat.moduleBeside(import.meta.url, "WholeFormat")

/** HTML and XHTML, read by Readability and Turndown instead. */
export const readable: DocumentFormat.DocumentFormat = {
  ...html,
  module: DocumentFormat.moduleBeside(import.meta.url, "ReadabilityFormat"),
}

/** XML. Its root element decides: a feed, a page of XHTML, or data. */
export const xml = textFormat("XmlFormat", {
  name: "xml",
  mediaTypes: ["application/xml", "text/xml", "application/*+xml"],
  extensions: ["xml"],
  weight: 0.6,
  sniff: (start) =>
    /^\s*(?:<\?xml\s|<(?:urlset|sitemapindex)[\s>])/.test(start) && !/<(?:!doctype\s+)?html[\s>]/i.test(start),
})

/** The root of a feed, after an XML declaration, instructions, comments and a document type. */
const feedRoot =
  /^\s*(?:<(?:\?[^>]{0,400}\?|!--(?:[^-]|-(?!->)){0,400}--|!doctype[^>[]{0,400})>\s*){0,5}<(?:rss[\s>]|(?:atom:)?feed\s[^>]{0,800}\bxmlns|rdf:rdf[\s>])/i

/** RSS and Atom, by their own types, or sent as HTML. */
export const feed = textFormat("XmlFormat", {
  name: "feed",
  mediaTypes: ["application/rss+xml", "application/atom+xml", "application/rdf+xml"],
  extensions: ["rss", "atom", "rdf"],
  weight: 0.7,
  sniff: (start) => feedRoot.test(start),
  sentAs: ["text/html"],
})

/** The beginning of an object or an array of JSON, token by token; the last token may be cut off. */
const jsonStart =
  /^\s*(?=[[{])(?:\s|[}[\],:]|\{(?=\s*(?:["}]|$))|"(?:[^"\\\n]|\\.)*"|(?:-?\d[\d.eE+-]*|true|false|null)(?![\w.+-]))*(?:"(?:[^"\\\n]|\\.)*\\?|[-\w.+]{1,30})?$/

const jsonLines = ["application/x-ndjson", "application/ndjson", "application/jsonl"]

/** JSON and JSON lines, by their own types, or sent as HTML, the default type of many servers. */
export const json = textFormat("JsonFormat", {
  name: "json",
  mediaTypes: ["application/json", "application/feed+json", "text/json", ...jsonLines, "application/*+json"],
  extensions: ["json", "jsonl", "ndjson", "geojson", "topojson", "ipynb"],
  weight: 0.7,
  sniff: (start) => jsonStart.test(start),
  sentAs: ["text/html"],
})

/** Tables as text: values between commas (RFC 4180), semicolons, bars or tabs. */
export const table = textFormat("TableFormat", {
  name: "table",
  mediaTypes: ["text/csv", "application/csv", "text/tab-separated-values"],
  extensions: ["csv", "tsv", "tab"],
  weight: 0.7,
})

/** All formats of this package. A document without a type gets the first one that `sniff` recognises. */
export const formats: ReadonlyArray<DocumentFormat.DocumentFormat> = [markdown, feed, xml, html, json, table, plainText]

/**
 * The format of a document: by its magic bytes; then by `sniff` if its type is missing or often wrong; then by its
 * media type. A document without a type that no format recognises is plain text.
 */
export const choose = <A extends DocumentFormat.DocumentFormat>(
  contentType: string,
  bytes: Uint8Array,
  among: ReadonlyArray<A>,
): A | undefined => {
  const byMagicBytes = MediaType.formatByMagicBytes(bytes, among)
  if (byMagicBytes !== undefined) return byMagicBytes
  const type = MediaType.essence(contentType)
  const candidates = type === "" ? among : among.filter(({ sentAs }) => sentAs?.includes(type) === true)
  const start = candidates.length === 0 ? "" : Charset.decode(bytes.subarray(0, startLength), contentType)
  return candidates.find(({ sniff }) => sniff?.(start) === true) ?? MediaType.formatOf(type || "text/plain", among)
}

// --- private --------------------------------------------------------------------------

/** Maximum bytes at the start of a document that `sniff` gets. */
const startLength = 1_024
