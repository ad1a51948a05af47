/** XML. Its root says what it is: a feed, a page, a site's list of pages, or data. */
import type { Format } from "./Format.ts"

export const xml: Format = {
  mediaTypes: ["application/xml", "text/xml", "application/*+xml"],
  extensions: ["xml"],
  weight: 0.6,
  isBinary: false,
  sniff: (start) => declaration.test(start) && !/<(?:!doctype\s+)?html[\s>]/i.test(start),
  load: () => import("../xml/XmlDocument.ts").then(({ read }) => read),
}

// --- private --------------------------------------------------------------------------

const declaration = /^\s*(?:<\?xml\s|<(?:urlset|sitemapindex)[\s>])/
