/** XML. Its root says what it is: a feed, a page, a site's list of pages, or data. */
import { DocumentFormat } from "@porthole/core"

export const xml: DocumentFormat.DocumentFormat = {
  name: "xml",
  mediaTypes: ["application/xml", "text/xml", "application/*+xml"],
  extensions: ["xml"],
  weight: 0.6,
  isBinary: false,
  sniff: (start) => declaration.test(start) && !/<(?:!doctype\s+)?html[\s>]/i.test(start),
  reader: DocumentFormat.moduleBeside(import.meta.url, "XmlReader"),
  isolation: "thread",
}

// --- private --------------------------------------------------------------------------

const declaration = /^\s*(?:<\?xml\s|<(?:urlset|sitemapindex)[\s>])/
