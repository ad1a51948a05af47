/** Reads XML by its root element: a feed, a page, a sitemap, or data, which is shown as written. */
import type { DocumentFormat } from "@porthole/core"
import * as Result from "effect/Result"
import { decodeXML } from "entities"
import * as Charset from "../decode/Charset.ts"
import { read as readHtml } from "../html/Pipeline.ts"
import * as Data from "./Data.ts"
import { extractedOf as entriesOf } from "./FeedPage.ts"
import * as Sitemap from "./Sitemap.ts"
import { read as readText } from "./TextReader.ts"
import { linksIn } from "./Written.ts"
import { feedOf } from "./XmlFeed.ts"
import { localOf, parse } from "./XmlTree.ts"

/** Reads an XML document. */
export const read: DocumentFormat.Read = (fetched, options) => {
  const source = Charset.decode(fetched.bytes, fetched.contentType, true)
  const tree = parse(source, (root) => entryNames.get(root) ?? [])
  // Without an element it isn't XML.
  if (tree.root === undefined) return readText(fetched)
  const root = localOf(tree.root.name)
  if (root === "html") return readHtml(fetched, options)
  if (root === "urlset" || root === "sitemapindex") {
    const sitemap = Sitemap.extractedOf(tree, fetched.mode)
    if (sitemap.content !== "") return Result.succeed(sitemap)
  } else if (entryNames.has(root)) {
    const feed = feedOf(tree, tree.root, fetched.url)
    if (feed.of > 0) return entriesOf(feed, fetched, options)
  }
  // Namespaces and document types have names that look like addresses and aren't.
  const links = linksIn(decodeXML(source.replace(/ xmlns(?::[^\s=]+)?="[^"]*"|<![a-z][^>]*>/gi, "")))
  return Result.succeed(Data.extractedOf(source, "xml", fetched.mode, links))
}

// --- private --------------------------------------------------------------------------

const feedEntries = ["item", "entry"]
const siteEntries = ["url", "sitemap"]

/** The names of the entries in a list, by its root's name. */
const entryNames: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ["rss", feedEntries],
  ["feed", feedEntries],
  ["rdf", feedEntries],
  ["urlset", siteEntries],
  ["sitemapindex", siteEntries],
])
