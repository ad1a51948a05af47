/**
 * Sitemaps (sitemaps.org/protocol.html): the pages of a `urlset`, the sitemaps of a `sitemapindex`, or a text with one
 * URL a line. Feeds may stand for sitemaps, so their entries count as well: RSS 2.0, RSS 1.0 and Atom (RFC 4287).
 */
import * as Listed from "./Listed.ts"
import * as XmlTokens from "./XmlTokens.ts"

/** The entries of a sitemap or feed. A text that is neither has none. */
export const read = (text: string, base: string): Listed.Listing =>
  text.slice(0, 1_024).trimStart().startsWith("<") ? readXml(text, base) : readLines(text, base)

// --- private --------------------------------------------------------------------------

function* readXml(xml: string, base: string): Listed.Listing {
  const tokens = XmlTokens.tokensIn(xml)
  for (const { name } of tokens) {
    const entries = entryNames.get(XmlTokens.localName(name).toLowerCase())
    if (entries === undefined) return
    // Extensions have elements of the same names, such as `image:loc`.
    yield* readEntries(tokens, base, name.slice(0, name.indexOf(":") + 1), entries)
    return
  }
}

/** The names of entries by the name of the root. */
const entryNames: ReadonlyMap<string, string> = new Map([
  ["urlset", "url"],
  ["sitemapindex", "sitemap"],
  ["rss", "item"],
  ["rdf", "item"],
  ["feed", "entry"],
])

function* readEntries(
  tokens: Iterable<XmlTokens.XmlToken>,
  base: string,
  prefix: string,
  entryName: string,
): Listed.Listing {
  let entry: { url: string; title: string; modified: string } | undefined
  const isFeed = entryName === "item" || entryName === "entry"
  for (const { attributes, isEnd, name, text } of tokens) {
    const own = name.startsWith(prefix) ? name.slice(prefix.length) : isFeed ? XmlTokens.localName(name) : name
    if (own === entryName) {
      if (entry !== undefined)
        yield entryName === "sitemap" ? Listed.listOf(entry.url, base) : Listed.pageOf(entry.url, base, entry)
      entry = isEnd ? undefined : { url: "", title: "", modified: "" }
    } else if (entry === undefined) yield undefined
    else if (!isEnd) {
      if (own === "link" && entryName === "entry" && isPageLink(attributes))
        entry.url ||= XmlTokens.attributeOf(attributes, "href") ?? ""
    } else if (own === "loc" || own === "link") entry.url ||= text
    else if (own === "title") entry.title ||= text
    else if (dateNames.has(own)) entry.modified ||= text
  }
}

const dateNames: ReadonlySet<string> = new Set(["lastmod", "updated", "published", "pubDate", "date"])

/** The link to an entry's page has this relation, or none (RFC 4287 section 4.2.7.2). */
const isPageLink = (attributes: string): boolean =>
  (XmlTokens.attributeOf(attributes, "rel") ?? "alternate") === "alternate"

function* readLines(text: string, base: string): Listed.Listing {
  for (let start = 0; start < text.length;) {
    const found = text.indexOf("\n", start)
    const end = found === -1 ? text.length : found
    const line = text.slice(start, Math.min(end, start + XmlTokens.maxText)).trim()
    yield /^https?:\/\//i.test(line) ? Listed.pageOf(line, base) : undefined
    start = end + 1
  }
}
